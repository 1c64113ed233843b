import { POST_STATUSES, type PostStatus } from '#db/schema/posts.ts'
import { POST_REASONS } from '#features/admin/canned-reasons.ts'
import type { AdminPostCard } from '#features/admin/posts.ts'
import { adminTexts } from '#features/admin/text.ts'
import { type AdminPostsText, adminPostsTexts } from '#features/admin/text-posts.ts'
import { BatchBar, SelectAll } from '#features/admin/views-batch.tsx'
import { AdminPostRow } from '#features/admin/views-post-row.tsx'
import { PostsHead } from '#features/admin/views-posts-head.tsx'
import { PostDialogs } from '#features/admin/views-review.tsx'
import type { Waiting } from '#features/admin/waiting.ts'
import { postStatusNames } from '#features/posts/states.ts'
import type { Language } from '#kernel/i18n.ts'
import type { Page } from '#kernel/paging.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Icon } from '#web/components/icon.tsx'
import { Pager } from '#web/components/pager.tsx'
import { shellTexts } from '#web/text.ts'

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
      <Pager path={pathOf(asked)} cursor={posts.next_cursor} label={shellTexts[language].loadMore} />
      <BatchBar
        api="POST /api/admin/posts/batch"
        actions={[
          { name: 'approve', label: text.approve, needsReason: false },
          { name: 'reject', label: text.reject, needsReason: true },
          { name: 'lock', label: text.lock, needsReason: true },
          { name: 'unlock', label: text.unlock, needsReason: false },
          { name: 'delete', label: text.remove, needsReason: false },
        ]}
        reasons={POST_REASONS}
        language={language}
      />
      <PostDialogs after="reload" moves={['reject', 'lock', 'remove']} language={language} />
    </>
  )
}

function PostsFilter({ asked, text, language }: { asked: PostsAsked; text: AdminPostsText; language: Language }) {
  const { q = '', status, author } = asked
  const words = adminTexts[language]
  const isFiltered = q !== '' || status !== undefined || author !== undefined
  return (
    <form class="admin-filter" method="get" action="/admin/posts" role="search">
      <input type="hidden" name="view" value="all" />
      {author !== undefined && <input type="hidden" name="author" value={String(author)} />}
      <div class="field">
        <label for="q">{text.searchLabel}</label>
        <input class="input" id="q" type="search" name="q" value={q} maxlength={100} />
      </div>
      <div class="field">
        <label for="status">{text.status}</label>
        <select class="input" id="status" name="status">
          <option value="">{text.allStatuses}</option>
          {POST_STATUSES.map((name) => (
            <option value={name} selected={name === status}>
              {postStatusNames[language][name]}
            </option>
          ))}
        </select>
      </div>
      <button type="submit" class="button">
        <Icon name="search" />
        {words.search}
      </button>
      {isFiltered && <a href="/admin/posts?view=all">{words.clear}</a>}
      {author !== undefined && <p class="filtered-by">{`${text.author}: UID ${author}`}</p>}
    </form>
  )
}

function pathOf({ q, status, author }: PostsAsked): string {
  const query = new URLSearchParams({
    view: 'all',
    ...(q && { q }),
    ...(status && { status }),
    ...(author !== undefined && { author: String(author) }),
  })
  return `/admin/posts?${query}`
}
