import type { Child } from 'hono/jsx'
import type { Viewer } from '#features/core/people/viewer.ts'
import { linkTo } from '#features/core/shell/navigation.ts'
import { shellTexts } from '#features/core/shell/text.ts'
import { FirstSteps, isNewcomer } from '#features/economy/levels/views-first-steps.tsx'
import { ListBar, type ListBarProps } from '#features/pages/home/views-bar.tsx'
import { readsPath } from '#features/publishing/lists/http/reads.ts'
import { postTexts } from '#features/publishing/lists/text.ts'
import { PostList } from '#features/publishing/lists/views-card.tsx'
import type { ListedPost } from '#features/publishing/posts/post.ts'
import type { Language } from '#kernel/i18n.ts'
import type { Page } from '#kernel/paging.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Icon } from '#web/components/icon.tsx'
import { Pager } from '#web/components/pager.tsx'

interface ListViewProps extends ListBarProps {
  /** Above the tabs: what the list is of. */
  head: Child
  posts: Page<ListedPost>
  /** The text for an empty list. */
  empty: string
  /** Whether other lists may have more. */
  isPart: boolean
  viewer: Viewer | null
}

export function ListView(props: ListViewProps) {
  const { head, order, paths, posts, empty, reads, isPart, viewer, language } = props
  const path = paths[order] ?? '/posts'
  return (
    <>
      {isNewcomer(viewer) && <FirstSteps language={language} />}
      {head}
      <ListBar order={order} paths={paths} reads={reads} language={language} />
      {posts.items.length === 0 ? (
        <Empty
          body={empty}
          narrowed={reads === null || reads === 'all' ? null : path}
          isPart={isPart}
          viewer={viewer}
          language={language}
        />
      ) : (
        <PostList posts={posts.items} language={language} />
      )}
      <Pager path={path} cursor={posts.next_cursor} label={shellTexts[language].loadMore} />
    </>
  )
}

interface ListHeadProps {
  title: string
  lead?: string | null
  feedPath?: string | null
  language: Language
  /** Below it. */
  children?: Child
}

export function ListHead({ title, lead, feedPath, language, children }: ListHeadProps) {
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
      {children}
    </header>
  )
}

interface EmptyProps {
  body: string
  /** The address of the list that may have posts in other languages; null for one that has them all. */
  narrowed: string | null
  isPart: boolean
  viewer: Viewer | null
  language: Language
}

/** What to do where nothing is listed. */
export function Empty({ body, narrowed, isPart, viewer, language }: EmptyProps) {
  const text = postTexts[language].list
  const all = narrowed ? readsPath('all', narrowed) : isPart && '/posts'
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
          {all && (
            <a class="button" href={all}>
              {text.allPosts}
            </a>
          )}
        </>
      }
    >
      {narrowed ? text.emptyReads : body}
    </EmptyState>
  )
}
