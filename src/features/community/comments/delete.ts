import { sql } from 'drizzle-orm'
import { type Database, found, type Statement } from '#db/client.ts'
import { columns, type RowOf } from '#db/columns.ts'
import { comments } from '#db/schema/community.ts'
import { mayDelete } from '#features/community/comments/comment.ts'
import { systemNotice } from '#features/core/notifications/notices.ts'
import { type Nameless, nameless } from '#features/core/people/nameless.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { type AuditActor, auditEntry } from '#features/core/site/audit-log.ts'
import { AppError } from '#kernel/errors.ts'
import { isAdmin } from '#kernel/roles.ts'

const TO_DELETE = columns(comments, ['id', 'post_id', 'author_id', 'body'], 'c')

interface Deleted extends RowOf<typeof TO_DELETE> {
  post_author_id: number
  /** Null if the post is deleted. */
  post_title: string | null
}

/**
 * Deletes a comment for its author, the author of its post, or an admin. An admin's deletion is
 * logged, and the author of the comment gets a notice. An admin who is also one of the two authors
 * deletes as an author, unless `asAdmin`. A second deletion is `not_found`.
 */
export async function deleteComment(
  db: Database,
  viewer: Viewer & AuditActor,
  id: number,
  { asAdmin = false, reason: given }: { asAdmin?: boolean; reason?: string | undefined },
  now: Date,
): Promise<void> {
  const { comment, reason } = await db.read({
    comment: found(commentToDelete(viewer, id)),
    reason: nameless(given),
  })
  if (!mayDelete(comment, viewer)) throw new AppError('forbidden')
  const isOwn = viewer.uid === comment.author_id || viewer.uid === comment.post_author_id
  await db.batch(
    isOwn && !asAdmin
      ? [commentDeletion([id], viewer.uid, now)]
      : adminDeletion(viewer, comment, reason, now),
  )
}

/**
 * A comment that is not deleted. Only admins find comments of a deleted post, whose text still
 * exists.
 */
export function commentToDelete(viewer: Viewer, id: number): Statement<Deleted> {
  return sql`
    SELECT ${TO_DELETE}, p.author_id AS post_author_id,
      iif(p.deleted_at IS NULL, p.title, NULL) AS post_title
    FROM comments c JOIN posts p ON p.id = c.post_id
    WHERE c.id = ${id} AND c.deleted_at IS NULL AND (p.deleted_at IS NULL OR ${isAdmin(viewer) ? 1 : 0})`
}

/** The statements of an admin's deletion, for the batch of a larger decision. */
export function adminDeletion(
  admin: AuditActor,
  comment: Deleted,
  reason: Nameless | undefined,
  now: Date,
): Statement[] {
  const { id, author_id, post_id, body, post_title: title } = comment
  const entry = {
    target: ['comment', id],
    subject: author_id,
    reason,
    before: { post_id, body },
  } as const
  const about = { event: 'comment_deleted', title, reason: reason ?? null } as const
  return [
    auditEntry(admin, { action: 'comment.delete', ...entry }, now),
    commentDeletion([id], admin.uid, now),
    systemNotice({ to: author_id, by: admin.uid, postId: post_id, about }, now),
  ]
}

/**
 * Marks the rows as deleted. A root with replies becomes a placeholder. `image_id` is set to null,
 * because the clean-up keeps images that a row refers to. The trigger comments_count_gone updates
 * the counters. The triggers comments_take_their_words_along and
 * comments_take_their_edited_words_along remove the text that notices quote.
 */
function commentDeletion(ids: readonly number[], by: number, now: Date): Statement {
  return sql`
    UPDATE comments SET deleted_at = ${now.toISOString()}, deleted_by = ${by}, image_id = NULL
    WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND deleted_at IS NULL`
}
