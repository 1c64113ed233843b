import { POST_STATUSES, type PostStatus } from '#db/schema/posts.ts'
import { shellTexts } from '#features/core/shell/text.ts'
import { POST_REASONS } from '#features/operations/admin/frame/canned-reasons.ts'
import { BatchBar, SelectAll } from '#features/operations/admin/frame/views-batch.tsx'
import { FilterField, FilterForm, FilterSelect, pathWith } from '#features/operations/admin/frame/views-filter.tsx'
import type { Waiting } from '#features/operations/admin/frame/waiting.ts'
import type { AdminPostCard } from '#features/operations/admin/posts/list.ts'
import { type AdminPostsText, adminPostsTexts } from '#features/operations/admin/posts/text.ts'
import { PostsHead } from '#features/operations/admin/posts/views-head.tsx'
import { PostDialogs } from '#features/operations/admin/posts/views-review.tsx'
import { AdminPostRow } from '#features/operations/admin/posts/views-row.tsx'
import { postStatusNames } from '#features/publishing/posts/states.ts'
import type { Language } from '#kernel/i18n.ts'
import type { Page } from '#kernel/paging.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Pager } from '#web/components/pager.tsx'

export interface PostsAsked {
  q?: string | undefined
  status?: PostStatus | undefined
  author?: number | undefined
}

interface AllPostsViewProps {
  posts: Page<AdminPostCard>
  asked: PostsAsked
  waiting: Waiting
  language: Language
}

export function AllPostsView({ posts, asked, waiting, language }: AllPostsViewProps) {
  const text = adminPostsTexts[language]
  return (
    <>
      <PostsHead view="all" waiting={waiting} language={language} />
      <PostsFilter asked={asked} text={text} language={language} />
      {posts.items.length === 0 ? (
        <EmptyState icon="search" title={text.noneFound}>
          {text.noneFoundHint}
        </EmptyState>
      ) : (
        <>
          <SelectAll language={language} />
          <ul class="admin-list" id="admin-list">
            {posts.items.map((post) => (
              <AdminPostRow post={post} text={text} language={language} selectable />
            ))}
          </ul>
        </>
      )}
      <Pager
        path={pathWith('/admin/posts', { view: 'all', ...asked })}
        cursor={posts.next_cursor}
        label={shellTexts[language].loadMore}
      />
      <BatchBar
        api="POST /api/admin/posts/batch"
        actions={[
          { name: 'approve', label: text.approve },
          { name: 'reject', label: text.reject, needsReason: true },
          { name: 'lock', label: text.lock, needsReason: true },
          { name: 'unlock', label: text.unlock },
          { name: 'delete', label: text.remove },
        ]}
        reasons={POST_REASONS}
        language={language}
      />
      <PostDialogs after="reload" moves={['reject', 'lock', 'remove']} language={language} />
    </>
  )
}

function PostsFilter({ asked, text, language }: { asked: PostsAsked; text: AdminPostsText; language: Language }) {
  const { q, status, author } = asked
  const isFiltered = q !== undefined || status !== undefined || author !== undefined
  const statuses = POST_STATUSES.map((name) => [name, postStatusNames[language][name]] as const)
  return (
    <FilterForm action="/admin/posts" clears={isFiltered ? '/admin/posts?view=all' : null} language={language}>
      <input type="hidden" name="view" value="all" />
      {author !== undefined && <input type="hidden" name="author" value={String(author)} />}
      <FilterField name="q" label={text.searchLabel} value={q} />
      <FilterSelect name="status" label={text.status} value={status} any={text.allStatuses} options={statuses} />
      {author !== undefined && <p class="filtered-by">{`${text.author}: UID ${author}`}</p>}
    </FilterForm>
  )
}
