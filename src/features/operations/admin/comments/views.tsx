import { LevelBadge } from '#features/core/shell/user.tsx'
import type { AdminComment } from '#features/operations/admin/comments/list.ts'
import { OpensDialog } from '#features/operations/admin/frame/views-dialogs.tsx'
import { AdminRow } from '#features/operations/admin/frame/views-list.tsx'
import { RemovableImages } from '#features/operations/admin/frame/views-queue.tsx'
import { asMarked } from '#features/publishing/lists/views-card.tsx'
import { highlight } from '#features/publishing/search/fts/highlight.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { termsOf } from '#kernel/search/tokens.ts'
import { Badge } from '#web/components/elements.tsx'
import { Time } from '#web/components/time.tsx'

interface CommentRowProps {
  comment: AdminComment
  q?: string | undefined
  language: Language
  selectable?: boolean
}

export function CommentRow({ comment, q, language, selectable = false }: CommentRowProps) {
  const text = adminCommentsTexts[language]
  const { id, author, body, post_id, post_title, post_status, created_at } = comment
  const name = body.slice(0, 40)
  const remove = selectable && (
    <OpensDialog
      dialog="remove-comment"
      to={`DELETE /api/admin/comments/${id}`}
      target={author.display_name}
      kind="small quiet danger"
      label={text.remove}
      name={`${text.remove}: ${name}`}
    />
  )
  return (
    <AdminRow
      select={selectable && { id, name, language }}
      actions={remove}
      details={
        <>
          <p class="comment-words breaks">
            {q === undefined ? body : highlight(body, termsOf(q)).map(asMarked)}
          </p>
          <RemovableImages urls={[comment.image_url]} language={language} />
        </>
      }
    >
      <a href={`/admin/users/${author.uid}`}>
        <strong>{author.display_name}</strong>
      </a>
      <LevelBadge level={author.level} />
      <Time value={created_at} language={language} />
      <span>
        {text.under}{' '}
        {post_status === 'deleted' ? (
          post_title
        ) : (
          <a href={`/posts/${post_id}#comments`}>{post_title}</a>
        )}
      </span>
      {comment.root_id !== null && <Badge>{text.reply}</Badge>}
      {comment.image_url && <a href={comment.image_url}>{text.image}</a>}
      {post_status === 'deleted' && <Badge tone="danger">{text.postDeleted}</Badge>}
    </AdminRow>
  )
}

export const adminCommentsTexts = bilingual({
  searchLabel: ['关键词', 'Words'],
  by: [(uid = 0) => `UID ${uid} 的评论`, (uid = 0) => `Comments by UID ${uid}`],
  on: [(id = 0) => `文章 #${id} 下的评论`, (id = 0) => `Comments on post #${id}`],
  under: ['评论于', 'on'],
  reply: ['回复', 'reply'],
  postDeleted: ['文章已删除', 'post deleted'],
  image: ['附图', 'with an image'],
  none: ['没有找到评论', 'No comments found'],
  noneHint: [
    '换个关键词试试，支持两个字的中文词。',
    'Try another word. Two-character Chinese words work too.',
  ],
  remove: ['删除', 'Delete'],
  dialog: {
    title: ['删除 {target} 的评论', 'Delete the comment by {target}'],
    lead: [
      '评论会立即从文章中移除，操作会记入日志。',
      'The comment is removed from the post immediately. The audit log records this action.',
    ],
    button: ['删除评论', 'Delete comment'],
    toast: ['评论已删除。', 'Comment deleted.'],
  },
})
