/**
 * A hold gives the author some seconds to undo a publication. The post stays as it is, with a row
 * in `post_holds`. At its end, the Durable Object `HoldTimer` publishes or submits the post by the
 * rules of that moment (publish-due.ts). The minute cron does the same for holds whose timer was
 * lost.
 */

import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { type Database, last, type Statement } from '#db/client.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { type FullRow, fullColumns, ownPost, postById } from '#features/publishing/posts/post.ts'
import { after, SECOND } from '#kernel/clock.ts'
import { AppError } from '#kernel/errors.ts'

/** The maximum number of seconds between a publication and its effect. */
export const HOLD_MAX = 60

export const HoldInput = z
  .int()
  .min(0)
  .max(HOLD_MAX)
  .optional()
  .describe(
    'Seconds in which you can undo it: the response is 202 with the unchanged post, whose `publishes_at` is the time at which the server publishes or submits it. A post with `publish_at` has no hold.',
  )

/**
 * For the batch that starts a hold. A second request moves its end. The trigger
 * post_holds_before_publication refuses a post that is public, in review or locked, and the trigger
 * posts_leave_hold ends the hold of a post that moves or is deleted.
 */
export function holdPost(
  postId: number | SQL,
  author: number,
  seconds: number,
  now: Date,
): Statement[] {
  return [
    sql`
      INSERT INTO post_holds (post_id, author_id, publish_at)
      VALUES (${postId}, ${author}, ${after(now, seconds * SECOND).toISOString()})
      ON CONFLICT (post_id) DO UPDATE SET publish_at = excluded.publish_at`,
  ]
}

/** Undoes the publication. After the end of the hold it is refused, published yet or not. */
export async function undoHold(
  db: Database,
  viewer: Viewer,
  id: number,
  now: Date,
): Promise<FullRow> {
  await ownPost(db, viewer, id)
  const results = await db.batch([
    sql`DELETE FROM post_holds WHERE post_id = ${id} AND author_id = ${viewer.uid} AND publish_at > ${now.toISOString()}`,
    postById(fullColumns, id, sql`changes() > 0`),
  ])
  const [post] = last(results)
  if (!post) throw new AppError('invalid_transition')
  return post
}
