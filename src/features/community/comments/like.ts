import { type SQL, sql } from 'drizzle-orm'
import { type Database, last } from '#db/client.ts'
import type { ViewerId } from '#features/core/people/viewer.ts'
import { isPublic } from '#features/publishing/posts/post.ts'
import { AppError } from '#kernel/errors.ts'

interface CommentLike {
  post_id: number
  liked: boolean
  likes_count: number
}

/**
 * Toggles the viewer's like of a comment. Concurrent presses are safe. Users may like their own comments, as they may
 * their own posts. The triggers comment_likes_count_* count. The insert must follow the delete, because it checks
 * whether the delete found a row.
 */
export async function toggleCommentLike(db: Database, viewer: ViewerId, id: number, now: Date): Promise<CommentLike> {
  const { uid } = viewer
  const [state] = last(
    await db.batch([
      sql`DELETE FROM comment_likes WHERE comment_id = ${id} AND user_id = ${uid} AND ${isLikeable(id)}`,
      sql`INSERT INTO comment_likes (comment_id, user_id, created_at)
          SELECT ${id}, ${uid}, ${now.toISOString()} WHERE changes() = 0 AND ${isLikeable(id)}`,
      sql<{ post_id: number; likes_count: number; liked: number }>`
        SELECT post_id, likes_count, EXISTS (SELECT 1 FROM comment_likes WHERE comment_id = ${id} AND user_id = ${uid}) AS liked
        FROM comments WHERE id = ${id} AND ${isLikeable(id)}`,
    ]),
  )
  if (state === undefined) throw new AppError('not_found')
  return { ...state, liked: state.liked === 1 }
}

/** The trigger comment_likes_of_what_is_there enforces the same rule. */
function isLikeable(id: number): SQL {
  return sql`EXISTS (
    SELECT 1 FROM comments c JOIN posts p ON p.id = c.post_id WHERE c.id = ${id} AND c.deleted_at IS NULL AND ${isPublic})`
}
