import type { Child } from 'hono/jsx'
import type { Brand } from '#features/core/identity/identity.ts'
import type { HomeBlock } from '#features/core/identity/layout.ts'
import type { ReadPage } from '#features/core/identity/own-page.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { Mark } from '#features/core/shell/mark.tsx'
import { linkTo } from '#features/core/shell/navigation.ts'
import { shellTexts } from '#features/core/shell/text.ts'
import type { Setup } from '#features/core/site/setup.ts'
import { FirstSteps, isNewcomer } from '#features/economy/levels/views-check-in.tsx'
import type { FrontPage } from '#features/pages/home/side.ts'
import { bodyFor, PostBody } from '#features/pages/reading/views-body.tsx'
import { SetupCard } from '#features/pages/setup/views-card.tsx'
import {
  LIST_LANGUAGES,
  type ListLanguage,
  listLanguagePath,
} from '#features/publishing/lists/http/list-language.ts'
import type { Sort } from '#features/publishing/lists/list.ts'
import { postTexts } from '#features/publishing/lists/text.ts'
import {
  cachedRow,
  EAGER_COVERS,
  PostList,
  SMALL_FEED,
} from '#features/publishing/lists/views-card.tsx'
import {
  followingPath,
  type ListedPost,
  listPath,
  seriesPath,
} from '#features/publishing/posts/post.ts'
import { seriesTexts } from '#features/publishing/series/text.ts'
import { directionOf, foreignLanguage, languageOfText } from '#kernel/html/plain.ts'
import type { Language } from '#kernel/i18n.ts'
import type { Page } from '#kernel/paging.ts'
import { EmptyState, type IconName, LinkButton } from '#web/components/elements.tsx'
import { Pager, Tabs } from '#web/components/lists.tsx'
import { renderedOnce } from '#web/components/memoised.ts'

interface ListViewProps extends ListBarProps {
  /** The heading of the list, above the tabs. */
  head: Child
  posts: Page<ListedPost>
  isFirstPage: boolean
  /** The text for an empty list. */
  empty: string
  /** The list is a part of all posts: those of a tag, of an author or of the followed people. */
  isPart: boolean
  viewer: Viewer | null
}

export function ListView(props: ListViewProps) {
  const { head, order, paths, posts, isFirstPage, empty, listLanguage, isPart, viewer, language } =
    props
  const path = paths[order] ?? '/posts'
  return (
    <>
      {head}
      {isNewcomer(viewer) && <FirstSteps language={language} />}
      <ListBar order={order} paths={paths} listLanguage={listLanguage} language={language} />
      {posts.items.length === 0 && posts.next_cursor === null ? (
        <Empty
          body={empty}
          narrowed={listLanguage === null || listLanguage === 'all' ? null : path}
          isPart={isPart}
          viewer={viewer}
          language={language}
        />
      ) : (
        renderedPosts(posts.items, { language, isStart: isFirstPage })
      )}
      <Pager path={path} cursor={posts.next_cursor} label={shellTexts[language].loadMore} />
    </>
  )
}

// Each list of posts belongs to one page in one language, so it is rendered once.
const renderedPosts = renderedOnce<ListedPost[], { language: Language; isStart: boolean }>(
  (posts, props) => <PostList posts={posts} {...props} />,
)

interface ListHeadProps {
  title: string
  lead?: string | null
  feedPath?: string | null
  action?: Child
  language: Language
  children?: Child
}

export function ListHead({ title, lead, feedPath, action, language, children }: ListHeadProps) {
  return (
    <header class="page-head list-head">
      <h1 dir={directionOf(title)}>{title}</h1>
      {lead && <p>{lead}</p>}
      {(action || feedPath) && (
        <div class="list-actions row">
          {action}
          {feedPath && (
            <LinkButton href={feedPath} {...SMALL_FEED} label={postTexts[language].list.feed} />
          )}
        </div>
      )}
      {children}
    </header>
  )
}

interface EmptyProps {
  body: string
  /** The URL of the same list in all languages. Null if the list is not filtered by language. */
  narrowed: string | null
  isPart: boolean
  viewer: Viewer | null
  language: Language
}

/** The text and the links for an empty list. */
function Empty({ body, narrowed, isPart, viewer, language }: EmptyProps) {
  const text = postTexts[language].list
  const all = narrowed ? listLanguagePath('all', narrowed) : isPart && '/posts'
  const write = linkTo('write', viewer)
  const next =
    viewer === null
      ? { href: '/register', label: text.join }
      : write && { ...write, label: text.write }
  return (
    <EmptyState
      icon="page"
      title={text.empty}
      actions={
        <>
          {next && <LinkButton href={next.href} kind="primary" label={next.label} />}
          {all && <LinkButton href={all} label={text.allPosts} />}
        </>
      }
      hint={narrowed ? text.emptyReads : body}
    />
  )
}

type Order = Sort | 'following'

/** The URLs of the tabs. The lists of a tag or an author have no tab for followed posts. */
type Paths = { [Name in Order]?: string }

const ORDERS: Record<Order, IconName> = { new: 'clock', hot: 'flame', following: 'person' }

interface ListBarProps {
  order: Order
  paths: Paths
  /** The language filter; null if the list has none. */
  listLanguage: ListLanguage | null
  language: Language
}

/** The bar above a list, with the tabs of the order and the language filter. */
function ListBar({ order, paths, listLanguage, language }: ListBarProps) {
  const text = postTexts[language].list
  const tabs = (Object.keys(ORDERS) as Order[]).flatMap((name) => {
    const href = paths[name]
    return href === undefined
      ? []
      : [{ href, label: text[name], current: name === order, icon: ORDERS[name] }]
  })
  if (tabs.length === 0 && listLanguage === null) return null
  return (
    <div class="list-bar">
      {tabs.length > 0 && <Tabs label={text.tabs} items={tabs} />}
      {listLanguage && (
        <ListLanguageSwitch
          listLanguage={listLanguage}
          path={paths[order] ?? '/'}
          language={language}
        />
      )}
    </div>
  )
}

interface SwitchProps {
  listLanguage: ListLanguage
  path: string
  language: Language
}

/** The browser stores the choice in a cookie for all lists. */
function ListLanguageSwitch({ listLanguage, path, language }: SwitchProps) {
  const text = postTexts[language].list
  const names: Record<ListLanguage, Child> = {
    all: text.allLanguages,
    zh: <span lang="zh-CN">中文</span>,
    en: <span lang="en">English</span>,
  }
  return (
    <nav class="segmented" aria-label={text.listLanguage}>
      {LIST_LANGUAGES.map((choice) => (
        <a
          href={listLanguagePath(choice, path)}
          rel="nofollow"
          aria-current={choice === listLanguage ? 'true' : undefined}
        >
          {names[choice]}
        </a>
      ))}
    </nav>
  )
}

interface FrontViewProps {
  front: FrontPage
  /** The text that the owner wrote for the home page. */
  text: ReadPage | null
  /** The heading, and the introduction for visitors. */
  head: Child
  setup: Setup | null
  brand: Brand
  listLanguage: ListLanguage
  viewer: Viewer | null
  language: Language
}

/**
 * The home page: pinned posts, a hot post, and the newest posts in the reader's language and in the
 * other one.
 */
export function FrontView({
  front,
  text,
  head,
  setup,
  brand,
  listLanguage,
  viewer,
  language,
}: FrontViewProps) {
  const isEmpty = isEmptyFront(front)
  return (
    <>
      {head}
      {setup && <SetupCard setup={setup} language={language} />}
      {setup === null && isNewcomer(viewer) && <FirstSteps language={language} />}
      {isEmpty && listLanguage === 'all' ? (
        <EmptySite {...{ brand, viewer, language }} />
      ) : (
        <>
          <ListBar
            order="new"
            paths={homePaths(viewer)}
            listLanguage={listLanguage}
            language={language}
          />
          {isEmpty ? (
            <Empty body="" narrowed="/" isPart={false} viewer={viewer} language={language} />
          ) : (
            <>
              {front.blocks.map((block) =>
                block === 'text'
                  ? text && <HomeText body={text.body} language={language} />
                  : BLOCKS[block]?.(front, language),
              )}
              <p class="pager">
                <LinkButton href="/posts" label={postTexts[language].list.allPosts} />
              </p>
            </>
          )}
        </>
      )}
    </>
  )
}

export function isEmptyFront({ pinned, lead, posts, others }: FrontPage): boolean {
  return pinned.length + posts.length + others.length === 0 && lead === null
}

/**
 * The home page of a site without posts. It shows the name of the site and the next steps, but no
 * controls, because there is nothing to sort.
 */
function EmptySite({
  brand,
  viewer,
  language,
}: Pick<FrontViewProps, 'brand' | 'viewer' | 'language'>) {
  const text = postTexts[language].front
  const write = linkTo('write', viewer)
  return (
    <section class="empty-site centred" aria-labelledby="empty-site">
      <Mark />
      <h1 id="empty-site">{brand.name}</h1>
      <p class="empty-tagline">{brand.tagline}</p>
      <p class="soft">{viewer === null ? text.soon : text.soonForMembers}</p>
      <div class="form-actions">
        {viewer === null && <LinkButton href="/register" kind="primary" label={text.join} />}
        {viewer !== null && write && (
          <LinkButton href={write.href} kind="primary" icon="pen" label={text.writeFirst} />
        )}
        <LinkButton
          href="/feed.xml"
          type="application/atom+xml"
          icon="feed"
          label={text.subscribe}
        />
      </div>
    </section>
  )
}

// Each front page belongs to one language, so each of its blocks is rendered once.
const renderedPinned = renderedOnce<FrontPage, Language>(({ pinned }, language) =>
  pinned.length === 0 ? null : (
    <ol class="post-list">
      {pinned.map((post) => cachedRow({ post, language, eager: true, look: 'pinned' }))}
    </ol>
  ),
)
const renderedLead = renderedOnce<FrontPage, Language>(({ lead }, language) =>
  lead === null ? null : (
    <ol class="post-list">{cachedRow({ post: lead, language, eager: true, look: 'large' })}</ol>
  ),
)
const renderedNew = renderedOnce<FrontPage, Language>(({ posts, others }, language) => {
  const text = postTexts[language].front
  return (
    <>
      <Part posts={posts} title={text.newest} isFirst language={language} />
      <Part posts={others} title={text.others} language={language} />
    </>
  )
})
const renderedSeries = renderedOnce<FrontPage, Language>(({ series }, language) =>
  series.length === 0 ? null : (
    <section class="front">
      <h2>{postTexts[language].front.series}</h2>
      <ul class="front-series">
        {series.map(({ id, title, parts }) => (
          <li class="line apart">
            <a
              href={seriesPath(id)}
              lang={foreignLanguage(title, language)}
              dir={directionOf(title)}
            >
              {title}
            </a>
            <span class="faint small">{seriesTexts[language].count(parts)}</span>
          </li>
        ))}
      </ul>
    </section>
  ),
)

/** The blocks in the main column. The text of the owner depends on more than the front page. */
const BLOCKS: { [Block in HomeBlock]?: typeof renderedPinned } = {
  pinned: renderedPinned,
  lead: renderedLead,
  new: renderedNew,
  series: renderedSeries,
}

function HomeText({ body, language }: { body: string; language: Language }) {
  const { html } = bodyFor(body, language)
  return (
    <section class="front front-text" aria-label={postTexts[language].front.about}>
      <PostBody html={html} lang={languageOfText(body)} />
    </section>
  )
}

/** The tabs of the home page. Only signed-in users have a list of followed posts. */
export function homePaths(viewer: Viewer | null) {
  return {
    new: '/',
    hot: listPath('/posts', { sort: 'hot' }),
    ...(viewer && { following: followingPath('/') }),
  }
}

interface PartProps {
  posts: ListedPost[]
  title: string
  /** The posts continue the list above, so the heading is only for screen readers. */
  isFirst?: boolean
  language: Language
}

/** A part of the home page with a heading; nothing if it has no posts. */
function Part({ posts, title, isFirst = false, language }: PartProps) {
  if (posts.length === 0) return null
  return (
    <section class="front">
      <h2 class={isFirst ? 'visually-hidden' : undefined}>{title}</h2>
      <ol class="post-list">
        {posts.map((post, index) =>
          cachedRow({
            post,
            language,
            eager: isFirst && index < EAGER_COVERS,
            look: !isFirst && index === 0 && post.cover_url ? 'large' : 'row',
            heading: 'h3',
          }),
        )}
      </ol>
    </section>
  )
}
