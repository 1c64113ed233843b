import { LevelBadge } from '#features/core/shell/level-badge.tsx'
import type { AdminComment, CommentsQuery } from '#features/operations/admin/comments/list.ts'
import { type AdminCommentsText, adminCommentsTexts } from '#features/operations/admin/comments/text.ts'
import { COMMENT_REASONS } from '#features/operations/admin/frame/canned-reasons.ts'
import { BatchBar } from '#features/operations/admin/frame/views-batch.tsx'
import { OpensDialog, ReasonDialog } from '#features/operations/admin/frame/views-dialogs.tsx'
import { FilterField, FilterForm, pathWith } from '#features/operations/admin/frame/views-filter.tsx'
import { AdminList, AdminRow } from '#features/operations/admin/frame/views-list.tsx'
import { asMarked } from '#features/publishing/lists/views-card.tsx'
import { highlight } from '#features/publishing/search/fts/highlight.ts'
import { termsOf } from '#features/publishing/search/fts/match.ts'
import { filled, type Language } from '#kernel/i18n.ts'
import type { Page } from '#kernel/paging.ts'
import { Badge } from '#web/components/badge.tsx'
import { PageHead } from '#web/components/page-head.tsx'
import { Time } from '#web/components/time.tsx'

interface CommentsViewProps {
  comments: Page<AdminComment>
  asked: CommentsQuery
  language: Language
}

export function CommentsView({ comments, asked, language }: CommentsViewProps) {
  const text = adminCommentsTexts[language]
  return (
    <>
      <PageHead title={text.title} />
      <CommentsFilter asked={asked} text={text} language={language} />
      <AdminList
        page={comments}
        path={pathWith('/admin/comments', { ...asked })}
        empty={{ icon: 'comment', title: text.none, hint: text.noneHint }}
        language={language}
        selectable
      >
        {comments.items.map((comment) => (
          <CommentRow {...{ comment, text, language }} q={asked.q} selectable />
        ))}
      </AdminList>
      <BatchBar
        api="POST /api/admin/comments/batch-delete"
        actions={[{ name: 'delete', label: text.remove }]}
        reasons={COMMENT_REASONS}
        language={language}
      />
      <ReasonDialog
        id="remove-comment"
        title={text.dialogTitle}
        lead={[text.dialogLead]}
        button={text.dialogButton}
        reasons={COMMENT_REASONS}
        isOptional
        danger
        after="reload"
        toast={text.removed}
        language={language}
      />
    </>
  )
}

function CommentsFilter({ asked, text, language }: Omit<CommentsViewProps, 'comments'> & { text: AdminCommentsText }) {
  const { q, author, post } = asked
  return (
    <FilterForm action="/admin/comments" asked={asked} language={language}>
      {author !== undefined && <input type="hidden" name="author" value={String(author)} />}
      {post !== undefined && <input type="hidden" name="post" value={String(post)} />}
      <FilterField name="q" label={text.searchLabel} value={q} />
      {author !== undefined && <p class="filtered-by">{filled(text.by, { uid: author })}</p>}
      {post !== undefined && <p class="filtered-by">{filled(text.on, { id: post })}</p>}
    </FilterForm>
  )
}

interface CommentRowProps {
  comment: AdminComment
  q?: string | undefined
  text: AdminCommentsText
  language: Language
  selectable?: boolean
}

export function CommentRow({ comment, q, text, language, selectable = false }: CommentRowProps) {
  const { id, author, body, post_id, post_title, post_status, created_at } = comment
  return (
    <AdminRow
      select={selectable && { id, name: body.slice(0, 40), language }}
      actions={
        selectable && (
          <OpensDialog
            dialog="remove-comment"
            to={`DELETE /api/admin/comments/${id}`}
            target={author.display_name}
            class="button small quiet danger"
            label={`${text.remove}: ${body.slice(0, 40)}`}
          >
            {text.remove}
          </OpensDialog>
        )
      }
      details={<p class="comment-words">{q === undefined ? body : <Marked text={body} q={q} />}</p>}
    >
      <a href={`/admin/users/${author.uid}`}>
        <strong>{author.display_name}</strong>
      </a>
      <LevelBadge level={author.level} />
      <Time value={created_at} language={language} />
      <span>
        {text.under} {post_status === 'deleted' ? post_title : <a href={`/posts/${post_id}#comments`}>{post_title}</a>}
      </span>
      {comment.root_id !== null && <Badge>{text.reply}</Badge>}
      {comment.image_url && <a href={comment.image_url}>{text.image}</a>}
      {post_status === 'deleted' && <Badge tone="danger">{text.postDeleted}</Badge>}
    </AdminRow>
  )
}

function Marked({ text, q }: { text: string; q: string }) {
  return <>{highlight(text, termsOf(q)).map(asMarked)}</>
}
