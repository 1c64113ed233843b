import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import type { PostRow } from '#db/schema/publishing.ts'

/**
 * For the batch that publishes, submits, schedules or saves a post: whether letters may contain it.
 * Undefined keeps the choice. The first publication decides it: after that, nothing changes, so an
 * unpublished post never gets a letter later.
 */
export function chooseLetter(
  { id, published_at }: Pick<PostRow, 'id' | 'published_at'>,
  letter: boolean | undefined,
): Statement[] {
  if (letter === undefined || published_at !== null) return []
  return letter
    ? [sql`DELETE FROM posts_without_letter WHERE post_id = ${id}`]
    : [withoutLetter(id)]
}

/** For a batch: no letter and no digest contains the post. */
export function withoutLetter(postId: number | SQL): Statement {
  return sql`
    INSERT INTO posts_without_letter (post_id) SELECT ${postId} WHERE TRUE ON CONFLICT DO NOTHING`
}
