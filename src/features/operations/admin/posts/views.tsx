import type { PostStatus } from '#db/schema/posts.ts'
import { POST_STATUSES } from '#db/values.ts'
import { POST_REASONS } from '#features/operations/admin/frame/canned-reasons.ts'
import { BatchBar } from '#features/operations/admin/frame/views-batch.tsx'
import { FilterField, FilterForm, FilterSelect, pathWith } from '#features/operations/admin/frame/views-filter.tsx'
import { AdminList } from '#features/operations/admin/frame/views-list.tsx'
import type { Waiting } from '#features/operations/admin/frame/waiting.ts'
import type { AdminPostCard } from '#features/operations/admin/posts/list.ts'
import { type AdminPostsText, adminPostsTexts } from '#features/operations/admin/posts/text.ts'
import { lockInstead, PostDialogs, PostsHead } from '#features/operations/admin/posts/views-review.tsx'
import { AdminPostRow } from '#features/operations/admin/posts/views-row.tsx'
import { postStatusNames } from '#features/publishing/posts/states.ts'
import type { Language } from '#kernel/i18n.ts'
import type { Page } from '#kernel/paging.ts'

interface PostsAsked {
  q?: string | undefined
  status?: PostStatus | undefined
  author?: number | undefined
}

interface AllPostsViewProps {
  posts: Page<AdminPostCard>
  asked: PostsAsked
  reviewIsOff: boolean
  waiting: Waiting
  language: Language
}

export function AllPostsView({ posts, asked, reviewIsOff, waiting, language }: AllPostsViewProps) {
  const text = adminPostsTexts[language]
  return (
    <>
      <PostsHead view="all" waiting={waiting} language={language} />
      <PostsFilter asked={asked} text={text} language={language} />
      <AdminList
        page={posts}
        path={pathWith('/admin/posts', { view: 'all', ...asked })}
        empty={{ icon: 'search', title: text.noneFound, hint: text.noneFoundHint }}
        language={language}
        selectable
      >
        {posts.items.map((post) => (
          <AdminPostRow post={post} text={text} language={language} selectable />
        ))}
      </AdminList>
      <BatchBar
        api="POST /api/admin/posts/batch"
        actions={[
          { name: 'approve', label: text.approve },
          {
            name: 'reject',
            label: text.reject,
            needsReason: true,
            ...(reviewIsOff && { warning: text.dialog.rejectLeadUnreviewed, instead: lockInstead(text) }),
          },
          { name: 'lock', label: text.lock, needsReason: true },
          { name: 'unlock', label: text.unlock },
          { name: 'delete', label: text.remove },
        ]}
        reasons={POST_REASONS}
        language={language}
      />
      <PostDialogs after="reload" moves={['reject', 'lock', 'remove']} reviewIsOff={reviewIsOff} language={language} />
    </>
  )
}

function PostsFilter({ asked, text, language }: { asked: PostsAsked; text: AdminPostsText; language: Language }) {
  const { q, status, author } = asked
  const statuses = POST_STATUSES.map((name) => [name, postStatusNames[language][name]] as const)
  return (
    <FilterForm action="/admin/posts" asked={asked} clears="/admin/posts?view=all" language={language}>
      <input type="hidden" name="view" value="all" />
      {author !== undefined && <input type="hidden" name="author" value={String(author)} />}
      <FilterField name="q" label={text.searchLabel} value={q} />
      <FilterSelect name="status" label={text.status} value={status} any={text.allStatuses} options={statuses} />
      {author !== undefined && <p class="filtered-by">{`${text.author}: UID ${author}`}</p>}
    </FilterForm>
  )
}
