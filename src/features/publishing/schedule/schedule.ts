import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Statement } from '#db/client.ts'
import type { FullRow } from '#features/publishing/posts/post.ts'
import { after, DAY } from '#kernel/clock.ts'
import { AppError } from '#kernel/errors.ts'
import { fieldProblem, fieldProblemWith } from '#kernel/fields.ts'

/** How far ahead a post may be scheduled, in days. */
export const AHEAD_MAX = 365

/** A moment with its zone, kept in UTC; null where the post waits for its author again. */
export const PublishAtInput = z.iso
  .datetime({ offset: true })
  .transform((moment) => new Date(moment).toISOString())
  .nullable()
  .optional()

/** What an author wants about the schedule of a post: undefined leaves it as it is, null cancels it. */
export type PublishAt = z.output<typeof PublishAtInput>

/** The schedule that a save changes, or undefined where it stays. Only what is a draft already waits for its time. */
export function scheduleChange(post: FullRow, publishAt: PublishAt, now: Date): PublishAt {
  if (publishAt === undefined || publishAt === post.publish_at) return undefined
  if (publishAt === null) return null
  requireNear(publishAt, now)
  if (post.status !== 'draft') throw new AppError('invalid_transition')
  return publishAt
}

export function requireNear(publishAt: string, now: Date): void {
  const problem =
    publishAt <= now.toISOString()
      ? fieldProblem('past')
      : publishAt > after(now, AHEAD_MAX * DAY).toISOString()
        ? fieldProblemWith('too_far_ahead', AHEAD_MAX)
        : null
  if (problem) throw new AppError('validation_failed', { fields: { publish_at: problem } })
}

/**
 * For the batch of a save. The trigger post_schedules_drafts_only refuses what is no draft; posts_leave_schedule forgets the
 * time of a post that is published, submitted or deleted before it.
 */
export function schedule(postId: number | Statement, author: number, publishAt: PublishAt): Statement[] {
  if (publishAt === undefined) return []
  if (publishAt === null) return [sql`DELETE FROM post_schedules WHERE post_id = ${postId}`]
  return [
    sql`
      INSERT INTO post_schedules (post_id, author_id, publish_at) VALUES (${postId}, ${author}, ${publishAt})
      ON CONFLICT (post_id) DO UPDATE SET publish_at = excluded.publish_at`,
  ]
}
