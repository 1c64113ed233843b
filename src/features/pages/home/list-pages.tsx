import { type Context, Hono, type HonoRequest } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { followingFeed } from '#features/community/follows/following-feed.ts'
import { siteIdentity } from '#features/core/identity/cached.ts'
import { type Brand, brandOf } from '#features/core/identity/identity.ts'
import { type PageContext, page } from '#features/core/shell/page.tsx'
import { frontPage } from '#features/pages/home/front-page.ts'
import { type ListPage, listPage } from '#features/pages/home/list-page.ts'
import type { SideContent } from '#features/pages/home/side.ts'
import {
  type About,
  aboutAuthor,
  aboutEverything,
  aboutFollowing,
  aboutHome,
  aboutTag,
} from '#features/pages/home/views-about.tsx'
import { FrontView, homePaths } from '#features/pages/home/views-front.tsx'
import { ListView } from '#features/pages/home/views-list.tsx'
import { ListSide } from '#features/pages/home/views-side.tsx'
import { readsOf } from '#features/publishing/lists/http/reads.ts'
import type { ListQuery } from '#features/publishing/lists/list.ts'
import { followingPath, listPath, tagPath } from '#features/publishing/posts/paths.ts'
import { TAG_MAX } from '#features/publishing/tags/tags.ts'
import { text } from '#kernel/fields.ts'
import { loginPath } from '#kernel/next-path.ts'
import { PAGE_SIZE } from '#kernel/paging.ts'
import { cachedByReads } from '#web/cache/edge-cache.ts'
import { memoForSeconds } from '#web/cache/memo.ts'
import { pageParam, pageQuery, pageRequest, query } from '#web/validation/validate.ts'

const tag = text({ min: 1, max: TAG_MAX })
const order = { sort: z.enum(['new', 'hot']).catch('new'), cursor: pageQuery.cursor }
const OrderQuery = z.object(order)
const feed = z.literal('following').optional().catch(undefined)
/** Supports old links: `/` was a list with `sort` and `cursor` before the site had a front page. */
const HomeQuery = z.object({ sort: z.enum(['new', 'hot']).optional().catch(undefined), cursor: pageQuery.cursor, feed })
const PostsQuery = z.object({
  ...order,
  tag: tag.optional(),
  author: z.coerce.number().int().positive().optional(),
  q: z.string().optional(),
  feed,
})

export const postListPages = new Hono<AppEnv>()
  .get('/', cachedByReads('sort', 'cursor', 'feed'), query(HomeQuery), async (c) => {
    const { feed, sort, cursor } = c.req.valid('query')
    if (feed) return showFollowed(c, '/', cursor)
    if (sort || cursor) return c.redirect(`/posts${new URL(c.req.url).search}`, 301)
    return showFront(c)
  })
  .get('/posts', cachedByReads('sort', 'cursor', 'tag', 'author', 'q', 'feed'), query(PostsQuery), async (c) => {
    const { viewer, language } = c.var
    const { q, feed, ...asked } = c.req.valid('query')
    if (q) return c.redirect(`/search?${new URLSearchParams({ q })}`)
    if (feed) return showFollowed(c, '/posts', asked.cursor)
    return showList(c, '/posts', asked, ({ tag, author }) => {
      if (asked.tag !== undefined) return aboutTag(asked.tag, tag, viewer, language)
      return asked.author === undefined ? aboutEverything(asked.sort, language) : aboutAuthor(author, language)
    })
  })
  .get('/tags/:tag', cachedByReads('sort', 'cursor'), pageParam(z.object({ tag })), query(OrderQuery), async (c) => {
    const { tag } = c.req.valid('param')
    const asked = { ...c.req.valid('query'), tag }
    return showList(c, tagPath(tag), asked, (list) => aboutTag(tag, list.tag, c.var.viewer, c.var.language))
  })

type ListContext = PageContext & { req: Pick<HonoRequest, 'header'> } & {
  var: Pick<AppEnv['Variables'], 'db' | 'edgeCache' | 'now'>
}
type Asked = ListQuery & { cursor?: string | undefined; followedBy?: number }

/** Posts of followed authors. Anonymous readers are redirected to the login. */
function showFollowed(c: ListContext & Pick<Context, 'redirect'>, path: '/' | '/posts', cursor: string | undefined) {
  const { viewer, language } = c.var
  if (viewer === null) return c.redirect(loginPath(followingPath(path)))
  return showList(c, path, { sort: 'new', followedBy: viewer.uid, cursor }, () => aboutFollowing(viewer, language))
}

/** In-memory cache of the sidebar, and of the pinned and hot posts of the home page. */
const sidebarMemo = memoForSeconds<SideContent>()

async function showFront(c: ListContext) {
  const { db, viewer, language, now } = c.var
  const reads = readsOf(c.req.header('cookie'))
  const front = await frontPage(db, { viewer, language, reads, now }, sidebarMemo.of(c))
  const brand = brandOf(await siteIdentity(db, now), language)
  const { facts, head } = aboutHome(viewer, brand, new URL(c.req.url).origin, language)
  return page(
    c,
    { ...facts, isReading: true, side: <ListSide side={front.side} viewer={viewer} language={language} isHome /> },
    <FrontView front={front} head={head} reads={reads ?? 'all'} viewer={viewer} language={language} />,
  )
}

async function showList(c: ListContext, path: string, asked: Asked, aboutIt: (list: ListPage, brand: Brand) => About) {
  const { db, viewer, language, now } = c.var
  const { sort, tag, author, followedBy, cursor } = asked
  const request = pageRequest({ limit: PAGE_SIZE, cursor })
  const following = followedBy === undefined ? undefined : followingFeed(followedBy, request)
  // The following feed and author lists have no language filter.
  const isNarrowable = author === undefined && !following
  const reads = isNarrowable ? readsOf(c.req.header('cookie')) : null
  const reader = { viewer, language, reads, now }
  const list = await listPage(db, reader, { sort, tag, author }, request, sidebarMemo.of(c), following)
  const isPart = tag !== undefined || author !== undefined
  const about = aboutIt(list, brandOf(await siteIdentity(db, now), language))
  // Later pages change with every new post: search engines may follow their links but not index them.
  const isLasting = !about.isMissing && cursor === undefined
  const inQuery = path === '/posts' ? { tag, author } : {}
  // The hot list does not repeat its posts in the sidebar.
  const side = sort === 'hot' && !isPart ? { ...list.side, hot: [] } : list.side
  return page(
    c,
    {
      ...about.facts,
      isReading: true,
      ...(!isLasting && { robots: 'noindex' }),
      side: <ListSide side={side} viewer={viewer} language={language} isHome={path === '/'} />,
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
      reads={isNarrowable ? (reads ?? 'all') : null}
      isPart={isPart || following !== undefined}
      viewer={viewer}
      language={language}
    />,
    about.isMissing ? 404 : 200,
  )
}
