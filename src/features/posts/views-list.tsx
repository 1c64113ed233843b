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
  /** The address of this list in each order. A list of one tag or author has no tab for followed authors. */
  paths: Record<Sort, string> & { following?: string }
  posts: Page<ListedPost>
  /** Above the others, and not among them. */
  pinned: ListedPost[]
  /** The text for an empty list. */
  empty: string
  /** Whether other lists may have more. */
  isPart: boolean
  viewer: Viewer | null
  language: Language
}

type Order = Sort | 'following'

const ORDERS: Record<Order, IconName> = { new: 'clock', hot: 'flame', following: 'person' }

export function ListView({ head, order, paths, posts, pinned, empty, isPart, viewer, language }: ListViewProps) {
  const text = postTexts[language].list
  const others = posts.items.filter(({ id }) => pinned.every((post) => post.id !== id))
  return (
    <>
      {isNewcomer(viewer) && <FirstSteps language={language} />}
      {head}
      <Tabs
        label={text.tabs}
        items={(Object.keys(ORDERS) as Order[]).flatMap((name) => {
          const href = paths[name]
          return href === undefined ? [] : [{ href, label: text[name], current: name === order, icon: ORDERS[name] }]
        })}
      />
      {others.length + pinned.length === 0 ? (
        <Empty body={empty} isPart={isPart} viewer={viewer} language={language} />
      ) : (
        <PostList posts={others} pinned={pinned} language={language} />
      )}
      <Pager path={paths[order] ?? paths.new} cursor={posts.next_cursor} label={shellTexts[language].loadMore} />
    </>
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

function Empty({ body, isPart, viewer, language }: EmptyProps) {
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
