import { type Context, Hono } from 'hono'
import * as z from 'zod'
import { type Group, group } from '#db/client.ts'
import type { AppEnv } from '#env'
import { followingFeed } from '#features/community/follows/following-feed.ts'
import { brandOf, siteIdentity } from '#features/core/identity/identity.ts'
import { mailServiceOf } from '#features/core/mail/service.ts'
import type { UserRef } from '#features/core/people/user-ref.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { page } from '#features/core/shell/page.tsx'
import { openSetup } from '#features/core/site/setup.ts'
import { listReader } from '#features/pages/home/http/list-reader.ts'
import { frontPage, type NewestRows, newestRows, sidebarFor } from '#features/pages/home/side.ts'
import {
  type About,
  aboutAuthor,
  aboutEverything,
  aboutFollowing,
  aboutHome,
  aboutTag,
} from '#features/pages/home/views-about.tsx'
import { FrontView, homePaths, isEmptyFront, ListView } from '#features/pages/home/views-list.tsx'
import { ListSide } from '#features/pages/home/views-side.tsx'
import { listLanguageOf } from '#features/publishing/lists/http/list-language.ts'
import {
  type BestPost,
  bestOfTag,
  type ListQuery,
  listOf,
  postsPage,
  topicOf,
} from '#features/publishing/lists/list.ts'
import { respondWithList } from '#features/publishing/markdown/http/markdown-response.ts'
import {
  asListedPost,
  followingPath,
  type ListedPost,
  listedColumns,
  listPath,
  tagPath,
} from '#features/publishing/posts/post.ts'
import { type DescribedTag, replacedBy } from '#features/publishing/tags/tags.ts'
import { text } from '#kernel/fields.ts'
import type { Language } from '#kernel/i18n.ts'
import { loginPath } from '#kernel/next-path.ts'
import type { Page, PageRequest } from '#kernel/paging.ts'
import { TAG_MAX, tagKey } from '#kernel/post-limits.ts'
import { cachedByListLanguage } from '#web/cache/edge-cache.ts'
import { lazyViewer } from '#web/guards/access.ts'
import { withoutMarkdownEnding } from '#web/markdown.ts'
import { siteOrigin } from '#web/site-origin.ts'
import { pageParam, pageQuery, pageRequest, query } from '#web/validation/validate.ts'

const tag = text({ min: 1, max: TAG_MAX })
const order = { sort: z.enum(['new', 'hot']).catch('new'), cursor: pageQuery.cursor }
const feed = z.literal('following').optional().catch(undefined)
/** Supports old links: `/` was a list with `sort` and `cursor` before the site had a front page. */
const HomeQuery = z.object({
  sort: z.enum(['new', 'hot']).optional().catch(undefined),
  cursor: pageQuery.cursor,
  feed,
})
const PostsQuery = z.object({
  ...order,
  tag: tag.optional(),
  author: z.coerce.number().int().min(1).optional(),
  q: z.string().optional(),
  feed,
})

export const postListPages = new Hono<AppEnv>()
  .get(
    '/',
    cachedByListLanguage('sort', 'cursor', 'feed'),
    lazyViewer,
    query(HomeQuery),
    async (c) => {
      const { feed, sort, cursor } = c.req.valid('query')
      if (feed) return showFollowed(c, '/', cursor)
      if (sort || cursor) return c.redirect(`/posts${new URL(c.req.url).search}`, 301)
      return showFront(c)
    },
  )
  .get(
    '/posts',
    cachedByListLanguage('sort', 'cursor', 'tag', 'author', 'q', 'feed'),
    lazyViewer,
    query(PostsQuery),
    async (c) => {
      const { q, feed, ...asked } = c.req.valid('query')
      if (q) return c.redirect(`/search?${new URLSearchParams({ q })}`)
      if (feed) return showFollowed(c, '/posts', asked.cursor)
      const { language } = c.var
      return showList(c, '/posts', asked, ({ tag, author }, viewer, isFollowing) => {
        if (asked.tag !== undefined)
          return aboutTag(asked.tag, tag, { viewer, isFollowing, language })
        return asked.author === undefined
          ? aboutEverything(asked.sort, language)
          : aboutAuthor(author, language)
      })
    },
  )
  .get(
    '/tags/:tag',
    cachedByListLanguage('sort', 'cursor'),
    lazyViewer,
    pageParam(z.object({ tag: text({ min: 1, max: TAG_MAX + '.md'.length }) })),
    query(z.object(order)),
    async (c) => {
      const { tag } = c.req.valid('param')
      const { cursor, ...order } = c.req.valid('query')
      const markdownOf = withoutMarkdownEnding(tag)
      if (markdownOf !== tag) return respondWithList(c, { tag: markdownOf }, cursor)
      const asked = { ...order, cursor, tag }
      return showList(c, tagPath(tag), asked, (list, viewer, isFollowing) =>
        aboutTag(tag, list.tag, { viewer, isFollowing, language: c.var.language }),
      )
    },
  )

type Asked = ListQuery & { cursor?: string | undefined; followedBy?: Viewer }

/**
 * The posts of followed authors, tags and series. Anonymous readers are redirected to the login.
 */
async function showFollowed(c: Context<AppEnv>, path: '/' | '/posts', cursor: string | undefined) {
  await c.var.authentication.load()
  const { viewer, language } = c.var
  if (viewer === null) return c.redirect(loginPath(followingPath(path)))
  return showList(c, path, { sort: 'new', followedBy: viewer, cursor }, () =>
    aboutFollowing(viewer, language),
  )
}

const readFront = listReader<NewestRows>(({ own, others }) =>
  [...own, ...(others ?? [])].map(({ id }) => id),
)
const readList = listReader<ListPage>(({ posts, best }) =>
  [...posts.items, ...(best ?? [])].map(({ id }) => id),
)

async function showFront(c: Context<AppEnv>) {
  const { db, language, now } = c.var
  const listLanguage = listLanguageOf(c.req.header('cookie'))
  const narrowed = { language, listLanguage }
  const identity = await siteIdentity(db, now)
  const blocks = identity.layout.home.filter(({ on }) => on).map(({ block }) => block)
  const { list, side, followed } = await readFront(
    c,
    JSON.stringify([narrowed, blocks]),
    (viewer) => newestRows(narrowed, viewer, blocks.includes('text')),
  )
  const { viewer } = c.var
  const reader = { viewer, language, listLanguage, now, blocks }
  const front = frontPage(list, side, reader)
  const brand = brandOf(identity, language)
  const origin = siteOrigin(c)
  const setup = await openSetup(db, viewer, { hasMail: mailServiceOf(c.env) !== null, origin })
  const isEmpty = listLanguage === null && isEmptyFront(front)
  const { facts, head } = aboutHome(viewer, brand, origin, language, isEmpty)
  return page(
    c,
    {
      ...facts,
      isReading: true,
      ...(!isEmpty && {
        side: (
          <ListSide
            side={sidebarFor(side, followed, reader)}
            {...{ viewer, language }}
            isHome
            blocks={blocks}
            isSettingUp={setup !== null}
          />
        ),
      }),
    },
    <FrontView
      {...{ front, head, setup, brand, viewer, language }}
      text={list.text}
      listLanguage={listLanguage ?? 'all'}
    />,
  )
}

type AboutList = (list: ListPage, viewer: Viewer | null, isFollowing: boolean) => About

async function showList(c: Context<AppEnv>, path: string, asked: Asked, aboutIt: AboutList) {
  const { language, now } = c.var
  const { sort, tag, author, followedBy, cursor } = asked
  const request = pageRequest({ cursor })
  const following = followedBy && followingFeed(followedBy, request, language)
  // The following feed and author lists have no language filter.
  const isNarrowable = author === undefined && !following
  const listLanguage = isNarrowable ? listLanguageOf(c.req.header('cookie')) : null
  const narrowed = { sort, tag, author, language: listLanguage ?? undefined }
  const key = following ? null : JSON.stringify([narrowed, cursor, language])
  const { list, ...beside } = await readList(
    c,
    key,
    (viewer) => listPage({ ...narrowed, viewer }, request, language, following),
    tag === undefined ? null : { tag },
  )
  const current = tag === undefined ? null : replacedBy(tag, list.tag)
  if (current !== null) return c.redirect(`${tagPath(current)}${new URL(c.req.url).search}`, 301)
  const { viewer } = c.var
  const isPart = tag !== undefined || author !== undefined
  const about = aboutIt(list, viewer, beside.isFollowing)
  // Later pages change with every new post, so search engines may follow their links but must not
  // index them.
  const isLasting = !about.isMissing && cursor === undefined
  const inQuery = path === '/posts' ? { tag, author } : {}
  // The hot list does not repeat its posts in the sidebar.
  const sidebar = sidebarFor(beside.side, beside.followed, { viewer, language, listLanguage, now })
  const side = sort === 'hot' && !isPart ? { ...sidebar, hot: [] } : sidebar
  return page(
    c,
    {
      ...about.facts,
      isReading: true,
      ...(!isLasting && { robots: 'noindex' }),
      side: (
        <ListSide
          {...{ side, viewer, language }}
          isHome={path === '/'}
          {...(list.tag && {
            topic: { best: list.best ?? [], related: relatedTags(list.posts.items, list.tag.name) },
          })}
        />
      ),
    },
    <ListView
      head={about.head}
      order={following ? 'following' : sort}
      paths={
        path === '/'
          ? homePaths(viewer)
          : {
              new: listPath(path, inQuery),
              hot: listPath(path, { ...inQuery, sort: 'hot' }),
              ...(viewer && !isPart && { following: followingPath('/posts') }),
            }
      }
      posts={list.posts}
      isFirstPage={cursor === undefined}
      empty={about.empty}
      listLanguage={isNarrowable ? (listLanguage ?? 'all') : null}
      isPart={isPart || following !== undefined}
      viewer={viewer}
      language={language}
    />,
    about.isMissing ? 404 : 200,
  )
}

const RELATED_SHOWN = 10

/** The other tags of the listed posts, the most frequent first. They need no read of their own. */
function relatedTags(posts: ListedPost[], tag: string): string[] {
  const counts = new Map<string, number>()
  for (const name of posts.flatMap(({ tags }) => tags))
    if (tagKey(name) !== tagKey(tag)) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, RELATED_SHOWN)
    .map(([name]) => name)
}

interface ListPage {
  posts: Page<ListedPost>
  /** The tag that the list is limited to; null if it does not exist. */
  tag: DescribedTag | null
  /** The author that the list is limited to; null if there is no such user. */
  author: UserRef | null
  /** The best posts of the tag, on the first page of its list. */
  best: BestPost[] | null
}

/** `following` replaces the public list by the posts that the viewer follows. */
function listPage(
  query: ListQuery,
  request: PageRequest,
  language: Language,
  following?: Group<Page<ListedPost>>,
): Group<ListPage> {
  const { tag } = query
  const listed = listOf(listedColumns, query, request)
  const asked = {
    // The key of the list has no language, which is in a cookie: `Load more` works after the cookie
    // was changed in another tab.
    posts:
      following ??
      postsPage(listed, { ...query, language: undefined }, request, (row) =>
        asListedPost(row, language),
      ),
    ...topicOf(query, language),
    best: tag === undefined || request.after !== null ? null : bestOfTag(tag, query.viewer),
  }
  return group(asked, (page) => page)
}
