import { OpensDialog } from '#features/operations/admin/frame/views-dialogs.tsx'
import { AdminRow } from '#features/operations/admin/frame/views-list.tsx'
import { adminPost } from '#features/operations/admin/posts/hooks.ts'
import type { AdminPostCard } from '#features/operations/admin/posts/list.ts'
import type { AdminPostsText } from '#features/operations/admin/posts/text.ts'
import { StatusBadge } from '#features/pages/studio/views-post.tsx'
import { allows } from '#features/publishing/posts/states.ts'
import { languageOfText } from '#kernel/html/text.ts'
import type { Language } from '#kernel/i18n.ts'
import { ApiForm } from '#web/components/api-form.tsx'
import { Badge } from '#web/components/badge.tsx'
import { Button, LinkButton } from '#web/components/button.tsx'
import { LabelledTime } from '#web/components/time.tsx'

interface AdminPostRowProps {
  post: AdminPostCard
  text: AdminPostsText
  language: Language
  selectable?: boolean
}

export function AdminPostRow({ post, text, language, selectable = false }: AdminPostRowProps) {
  const title = post.title || text.untitled
  const { status, author } = post
  return (
    <AdminRow
      hooks={adminPost(post)}
      select={selectable && { id: post.id, name: title, language }}
      // Rows are h2 on the list page, and h3 inside a section of another page.
      heading={selectable ? 'h2' : 'h3'}
      title={
        <a class="row-link" href={`/posts/${post.id}`} lang={languageOfText(title)}>
          {title}
        </a>
      }
      actions={selectable && <RowActions post={post} title={title} text={text} />}
      quote={status === 'rejected' && post.reject_reason}
    >
      <StatusBadge status={status} language={language} />
      {post.edit_unseen_since && <Badge tone="info">{text.edited}</Badge>}
      <span>#{post.id}</span>
      {selectable && <a href={`/admin/users/${author.uid}`}>{author.display_name}</a>}
      <LabelledTime label={text.touched} value={post.updated_at} language={language} />
    </AdminRow>
  )
}

/** Shows the actions that the status allows, from the same table that the API uses. */
function RowActions({ post, title, text }: { post: AdminPostCard; title: string; text: AdminPostsText }) {
  const { id, version } = post
  const about = { target: title, version }
  return (
    <>
      {allows(post, 'approve') && (
        <LinkButton
          href={`/admin/posts?id=${id}`}
          aria-label={`${text.reviewIt}: ${title}`}
          kind="small"
          label={text.reviewIt}
        />
      )}
      {(['reject', 'lock'] as const).map(
        (move) =>
          allows(post, move) && (
            <OpensDialog
              {...about}
              dialog={`${move}-dialog`}
              to={`POST /api/admin/posts/${id}/${move}`}
              label={`${text[move]}: ${title}`}
            >
              {text[move]}
            </OpensDialog>
          ),
      )}
      {allows(post, 'unlock') && (
        <ApiForm
          api={`POST /api/admin/posts/${id}/unlock`}
          after="reload"
          toast={text.unlocked}
          confirm={{
            title: text.dialog.unlockTitle(title),
            body: text.dialog.unlockLead,
            button: text.unlock,
            calm: true,
          }}
          class="row-form"
        >
          <input type="number" name="version" value={String(version)} hidden />
          <Button type="submit" aria-label={`${text.unlock}: ${title}`} kind="small" label={text.unlock} />
        </ApiForm>
      )}
      <OpensDialog
        {...about}
        dialog="remove-dialog"
        to={`DELETE /api/admin/posts/${id}`}
        class="button small quiet danger"
        label={`${text.remove}: ${title}`}
      >
        {text.remove}
      </OpensDialog>
    </>
  )
}
