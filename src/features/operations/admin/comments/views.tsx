import { LevelBadge } from '#features/core/shell/level-badge.tsx'
import { shellTexts } from '#features/core/shell/text.ts'
import type { AdminComment, CommentsQuery } from '#features/operations/admin/comments/list.ts'
import { type AdminCommentsText, adminCommentsTexts } from '#features/operations/admin/comments/text.ts'
import { COMMENT_REASONS } from '#features/operations/admin/frame/canned-reasons.ts'
import { BatchBar, SelectAll, SelectBox } from '#features/operations/admin/frame/views-batch.tsx'
import { OpensDialog, ReasonDialog } from '#features/operations/admin/frame/views-dialogs.tsx'
import { FilterField, FilterForm, pathWith } from '#features/operations/admin/frame/views-filter.tsx'
import { asMarked } from '#features/publishing/lists/views-card.tsx'
import { highlight } from '#features/publishing/search/fts/highlight.ts'
import { termsOf } from '#features/publishing/search/fts/match.ts'
import { filled, type Language } from '#kernel/i18n.ts'
import type { Page } from '#kernel/paging.ts'
import { Badge } from '#web/components/badge.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Pager } from '#web/components/pager.tsx'
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
      <header class="page-head">
        <h1>{text.title}</h1>
      </header>
      <CommentsFilter asked={asked} text={text} language={language} />
      {comments.items.length === 0 ? (
        <EmptyState icon="comment" title={text.none}>
          {text.noneHint}
        </EmptyState>
      ) : (
        <>
          <SelectAll language={language} />
          <ul class="admin-list" id="admin-list">
            {comments.items.map((comment) => (
              <CommentRow {...{ comment, text, language }} q={asked.q} selectable />
            ))}
          </ul>
        </>
      )}
      <Pager
        path={pathWith('/admin/comments', { ...asked })}
        cursor={comments.next_cursor}
        label={shellTexts[language].loadMore}
      />
      <BatchBar
        api="POST /api/admin/comments/batch-delete"
        actions={[{ name: 'delete', label: text.remove }]}
        reasons={COMMENT_REASONS}
        language={language}
      />
      <ReasonDialog
        id="remove-comment"
        title={text.dialogTitle}
        lead={text.dialogLead}
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
  const isFiltered = q !== undefined || author !== undefined || post !== undefined
  return (
    <FilterForm action="/admin/comments" clears={isFiltered ? '/admin/comments' : null} language={language}>
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
    <li class="admin-row">
      {selectable && <SelectBox id={id} name={body.slice(0, 40)} language={language} />}
      <div class="admin-row-text">
        <p class="admin-row-facts">
          <a href={`/admin/users/${author.uid}`}>
            <strong>{author.display_name}</strong>
          </a>
          <LevelBadge level={author.level} />
          <Time value={created_at} language={language} />
          <span>
            {text.under}{' '}
            {post_status === 'deleted' ? post_title : <a href={`/posts/${post_id}#comments`}>{post_title}</a>}
          </span>
          {comment.root_id !== null && <Badge>{text.reply}</Badge>}
          {comment.image_url && <a href={comment.image_url}>{text.image}</a>}
          {post_status === 'deleted' && <Badge tone="danger">{text.postDeleted}</Badge>}
        </p>
        <p class="comment-words">{q === undefined ? body : <Marked text={body} q={q} />}</p>
      </div>
      {selectable && (
        <div class="admin-row-actions needs-script">
          <OpensDialog
            dialog="remove-comment"
            to={`DELETE /api/admin/comments/${id}`}
            target={author.display_name}
            class="button small quiet danger"
            label={`${text.remove}: ${body.slice(0, 40)}`}
          >
            {text.remove}
          </OpensDialog>
        </div>
      )}
    </li>
  )
}

function Marked({ text, q }: { text: string; q: string }) {
  return <>{highlight(text, termsOf(q)).map(asMarked)}</>
}
