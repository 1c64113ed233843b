import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'

/**
 * For the batch that publishes, submits, schedules or unpublishes a post: no letter and no digest
 * contains it, or, with false, they may. A post that was public before keeps its choice: its first
 * publication decided it, and an unpublished post never gets a letter.
 */
export function withoutLetter(postId: number | SQL, isOff: boolean): Statement[] {
  return [
    isOff
      ? sql`INSERT INTO posts_without_letter (post_id) SELECT ${postId} WHERE TRUE ON CONFLICT DO NOTHING`
      : sql`
        DELETE FROM posts_without_letter
        WHERE post_id = ${postId} AND EXISTS (
          SELECT 1 FROM posts WHERE id = post_id AND published_at IS NULL)`,
  ]
}
