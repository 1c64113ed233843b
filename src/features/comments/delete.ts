import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { mayDelete } from '#features/comments/comment.ts'
import type { Viewer } from '#features/people/viewer.ts'
import { AppError } from '#kernel/errors.ts'

/**
 * The row stays, hidden; a root that has replies stays as a placeholder. Its picture is let go of, so that the clean-up
 * finds it. Deleting twice is not found.
 */
export async function deleteComment(db: Database, viewer: Viewer, id: number, now: Date): Promise<void> {
  const comment = await db.first(sql<{ author_id: number; post_author_id: number }>`
    SELECT c.author_id, p.author_id AS post_author_id FROM comments c JOIN posts p ON p.id = c.post_id
    WHERE c.id = ${id} AND c.deleted_at IS NULL AND p.deleted_at IS NULL`)
  if (comment === null) throw new AppError('not_found')
  if (!mayDelete(comment, viewer)) throw new AppError('forbidden')
  await db.batch([
    sql`UPDATE comments SET deleted_at = ${now.toISOString()}, deleted_by = ${viewer.uid}, image_id = NULL
        WHERE id = ${id} AND deleted_at IS NULL`,
  ])
}
