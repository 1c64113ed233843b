import type { Child } from 'hono/jsx'
import { FirstSteps, isNewcomer } from '#features/levels/views-first-steps.tsx'
import type { Viewer } from '#features/people/viewer.ts'
import type { Sort } from '#features/posts/list.ts'
import type { ListedPost } from '#features/posts/list-page.ts'
import { postTexts } from '#features/posts/text.ts'
import { PostList } from '#features/posts/views-card.tsx'
import type { Language } from '#kernel/i18n.ts'
import type { Page } from '#kernel/paging.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Icon, type IconName } from '#web/components/icon.tsx'
import { Pager } from '#web/components/pager.tsx'
import { Tabs } from '#web/components/tabs.tsx'
import { linkTo } from '#web/navigation.ts'
import { shellTexts } from '#web/text.ts'

interface ListViewProps {
  /** Above the tabs: what the list is of. */
  head: Child
  order: Order
  paths: Paths
  posts: Page<ListedPost>
  /** The text for an empty list. */
  empty: string
  /** Whether other lists may have more. */
  isPart: boolean
  viewer: Viewer | null
  language: Language
}

type Order = 'home' | Sort | 'following'

/** The tabs of a list and their addresses. A list of one tag or author has none for followed authors. */
type Paths = { [Name in Order]?: string }

const ORDERS: Record<Order, IconName> = { home: 'home', new: 'clock', hot: 'flame', following: 'person' }

export function ListView({ head, order, paths, posts, empty, isPart, viewer, language }: ListViewProps) {
  return (
    <>
      {isNewcomer(viewer) && <FirstSteps language={language} />}
      {head}
      <ListTabs order={order} paths={paths} language={language} />
      {posts.items.length === 0 ? (
        <Empty body={empty} isPart={isPart} viewer={viewer} language={language} />
      ) : (
        <PostList posts={posts.items} language={language} />
      )}
      <Pager path={paths[order] ?? '/posts'} cursor={posts.next_cursor} label={shellTexts[language].loadMore} />
    </>
  )
}

export function ListTabs({ order, paths, language }: Pick<ListViewProps, 'order' | 'paths' | 'language'>) {
  const text = postTexts[language].list
  return (
    <Tabs
      label={text.tabs}
      items={(Object.keys(ORDERS) as Order[]).flatMap((name) => {
        const href = paths[name]
        return href === undefined ? [] : [{ href, label: text[name], current: name === order, icon: ORDERS[name] }]
      })}
    />
  )
}

interface ListHeadProps {
  title: string
  lead?: string | null
  feedPath?: string | null
  language: Language
}

export function ListHead({ title, lead, feedPath, language }: ListHeadProps) {
  return (
    <header class="page-head list-head">
      <h1>{title}</h1>
      {lead && <p>{lead}</p>}
      {feedPath && (
        <a class="button small" href={feedPath} type="application/atom+xml">
          <Icon name="feed" />
          {postTexts[language].list.feed}
        </a>
      )}
    </header>
  )
}

interface EmptyProps {
  body: string
  isPart: boolean
  viewer: Viewer | null
  language: Language
}

/** What to do where nothing is listed. */
export function Empty({ body, isPart, viewer, language }: EmptyProps) {
  const text = postTexts[language].list
  const write = linkTo('write', viewer)
  const next = viewer === null ? { href: '/register', label: text.join } : write && { ...write, label: text.write }
  return (
    <EmptyState
      icon="page"
      title={text.empty}
      actions={
        <>
          {next && (
            <a class="button primary" href={next.href}>
              {next.label}
            </a>
          )}
          {isPart && (
            <a class="button" href="/posts">
              {text.allPosts}
            </a>
          )}
        </>
      }
    >
      {body}
    </EmptyState>
  )
}
