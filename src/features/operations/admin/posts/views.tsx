import { POST_STATUSES } from '#db/values.ts'
import { adminPost } from '#features/operations/admin/frame/hooks.ts'
import { adminTexts } from '#features/operations/admin/frame/text.ts'
import { OpensDialog } from '#features/operations/admin/frame/views-dialogs.tsx'
import { AdminList, AdminRow } from '#features/operations/admin/frame/views-list.tsx'
import { RemovableImages } from '#features/operations/admin/frame/views-queue.tsx'
import type { AdminPostCard } from '#features/operations/admin/posts/posts.ts'
import { adminPostsTexts } from '#features/operations/admin/posts/text.ts'
import { lockInstead, PostDialogs } from '#features/operations/admin/posts/views-review.tsx'
import { StatusBadge } from '#features/pages/studio/views-post.tsx'
import { allows, postStatusNames } from '#features/publishing/posts/states.ts'
import { directionOf, languageOfText } from '#kernel/html/plain.ts'
import type { Language } from '#kernel/i18n.ts'
import type { Page } from '#kernel/paging.ts'
import { Badge, Button, LinkButton } from '#web/components/elements.tsx'
import { ApiForm } from '#web/components/form.tsx'
import { LabelledTime } from '#web/components/time.tsx'

interface AllPostsViewProps {
  posts: Page<AdminPostCard>
  asked: Record<string, string | number | undefined>
  reviewIsOff: boolean
  language: Language
}

export function AllPostsView({ posts, asked, reviewIsOff, language }: AllPostsViewProps) {
  const text = adminPostsTexts[language]
  const { status, anyStatus } = adminTexts[language]
  const unreviewed = reviewIsOff && {
    warning: text.dialog.rejectLeadUnreviewed,
    instead: lockInstead(text),
  }
  return (
    <>
      <AdminList
        page={posts}
        path="/admin/posts?view=all"
        asked={asked}
        filters={[
          { name: 'author', label: `${text.author}: UID ${asked.author}`, isFixed: true },
          { name: 'q', label: text.searchLabel },
          {
            name: 'status',
            label: status,
            any: anyStatus,
            options: POST_STATUSES.map((name) => [name, postStatusNames[language][name]]),
          },
        ]}
        empty={{ icon: 'search', title: text.noneFound, hint: text.noneFoundHint }}
        row={(post) => <AdminPostRow post={post} language={language} selectable />}
        batch={{
          api: 'POST /api/admin/posts/batch',
          actions: [
            { name: 'approve', label: text.approve },
            { name: 'reject', label: text.reject, needsReason: true, ...unreviewed },
            { name: 'lock', label: text.lock, needsReason: true },
            { name: 'unlock', label: text.unlock },
            { name: 'delete', label: text.remove },
          ],
          reasons: 'post',
        }}
        language={language}
      />
      <PostDialogs
        after="reload"
        moves={['reject', 'lock', 'remove']}
        reviewIsOff={reviewIsOff}
        language={language}
      />
    </>
  )
}

interface AdminPostRowProps {
  post: AdminPostCard
  language: Language
  selectable?: boolean
}

export function AdminPostRow({ post, language, selectable = false }: AdminPostRowProps) {
  const text = adminPostsTexts[language]
  const title = post.title || text.untitled
  const { status, author } = post
  return (
    <AdminRow
      hooks={adminPost(post)}
      select={selectable && { id: post.id, name: title, language }}
      // Rows are h2 on the list page, and h3 inside a section of another page.
      heading={selectable ? 'h2' : 'h3'}
      title={
        <a
          class="row-link"
          href={`/posts/${post.id}`}
          lang={languageOfText(title)}
          dir={directionOf(title)}
        >
          {title}
        </a>
      }
      actions={selectable && <RowActions post={post} language={language} />}
      quote={status === 'rejected' && post.reject_reason}
      details={selectable && <RemovableImages urls={post.image_urls} language={language} />}
    >
      <StatusBadge status={status} language={language} />
      {post.edit_unseen_since && <Badge tone="info">{adminTexts[language].nav.edits}</Badge>}
      <span>#{post.id}</span>
      {selectable && <a href={`/admin/users/${author.uid}`}>{author.display_name}</a>}
      <LabelledTime label={text.touched} value={post.updated_at} language={language} />
    </AdminRow>
  )
}

/** The actions that the status allows. `allows` reads the table that the API uses. */
function RowActions({ post, language }: { post: AdminPostCard; language: Language }) {
  const text = adminPostsTexts[language]
  const { id, version } = post
  const target = post.title || text.untitled
  const named = (label: string) => ({ label, name: `${label}: ${target}` })
  const unlock = {
    title: text.dialog.unlockTitle(target),
    body: text.dialog.unlockLead,
    button: text.unlock,
  }
  return (
    <>
      {allows(post, 'approve') && (
        <LinkButton
          href={`/admin/posts?id=${id}`}
          aria-label={`${text.reviewIt}: ${target}`}
          kind="small"
          label={text.reviewIt}
        />
      )}
      {(['reject', 'lock'] as const).map((move) => {
        const to = `POST /api/admin/posts/${id}/${move}` as const
        return (
          allows(post, move) && (
            <OpensDialog
              dialog={`${move}-dialog`}
              {...{ to, target, version, ...named(text[move]) }}
            />
          )
        )
      })}
      {allows(post, 'unlock') && (
        <ApiForm
          api={`POST /api/admin/posts/${id}/unlock`}
          after="reload"
          toast={text.unlocked}
          confirm={{ ...unlock, calm: true }}
          class="row-form"
        >
          <input type="number" name="version" value={String(version)} hidden />
          <Button
            type="submit"
            aria-label={`${text.unlock}: ${target}`}
            kind="small"
            label={text.unlock}
          />
        </ApiForm>
      )}
      <OpensDialog
        dialog="remove-dialog"
        to={`DELETE /api/admin/posts/${id}`}
        {...{ target, version, ...named(text.remove) }}
        kind="small quiet danger"
      />
    </>
  )
}
