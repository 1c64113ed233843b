/**
 * Publishing times. `post_schedules` has the drafts that the cron publishes or submits at a time.
 * `post_plans` has the times of submitted posts, so the index of due posts contains only drafts.
 * What happens to the time when the author
 * - schedules a draft: the cron publishes it at the time, or submits it if it needs review then;
 * - submits with a time: the post is in review now. Approved before the time, it becomes a
 *   scheduled draft whose `approved_version` the cron publishes without another review. Approved
 *   later, it is public at once. Without review, it becomes a scheduled draft;
 * - edits a draft that was approved for later: the version grows, so the approval no longer
 *   applies. A new time alone keeps the approval;
 * - is rejected or withdraws: the time stays visible (`planned_at`) and has no effect until the
 *   author submits or schedules with it again;
 * - is banned, silenced or leaving at the time: the draft loses its schedule, and the author gets a
 *   notice.
 *
 * A lock or a deletion ends the time. A post in review stays there when review is switched off: an
 * admin decides. Each move checks the version, so of concurrent cron runs, admins and saves exactly
 * one succeeds.
 */

import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Statement } from '#db/client.ts'
import type { FullRow } from '#features/publishing/posts/post.ts'
import { after, DAY } from '#kernel/clock.ts'
import { AppError } from '#kernel/errors.ts'
import { fieldProblem, fieldProblemWith } from '#kernel/fields.ts'

/** The maximum number of days between now and the time of publication. */
export const AHEAD_MAX = 365

/** A timestamp with time zone, stored in UTC; null cancels the schedule. */
export const PublishAtInput = z.iso
  .datetime({ offset: true })
  .transform((moment) => new Date(moment).toISOString())
  .nullable()
  .optional()

/** The time in a request: undefined keeps the current schedule, null cancels it. */
export type PublishAt = z.output<typeof PublishAtInput>

/**
 * The new time after a save, or undefined if the schedule does not change. Null also deletes a time
 * that has no effect any more (`planned_at`). Only drafts can be scheduled.
 */
export function scheduleChange(post: FullRow, publishAt: PublishAt, now: Date): PublishAt {
  const isKept = publishAt === post.publish_at && (publishAt !== null || post.planned_at === null)
  if (publishAt === undefined || isKept) return undefined
  if (publishAt === null) return null
  requireValidTime(publishAt, now)
  if (post.status !== 'draft') throw new AppError('invalid_transition')
  return publishAt
}

/** Refuses a time that is past or too far in the future. */
export function requireValidTime(publishAt: string, now: Date): void {
  const problem =
    publishAt <= now.toISOString()
      ? fieldProblem('past')
      : publishAt > after(now, AHEAD_MAX * DAY).toISOString()
        ? fieldProblemWith('too_far_ahead', AHEAD_MAX)
        : null
  if (problem) throw new AppError('validation_failed', { fields: { publish_at: problem } })
}

/**
 * For the batch that creates or changes a draft. `approvedVersion` is the version of the post that
 * needs no further review. The trigger post_schedules_drafts_only refuses posts that are not
 * drafts. The trigger posts_leave_schedule deletes the schedule of a post that is published,
 * submitted or deleted earlier.
 */
export function schedule(
  postId: number | Statement,
  author: number,
  publishAt: PublishAt,
  approvedVersion: number | null = null,
): Statement[] {
  if (publishAt === undefined) return []
  if (publishAt === null) return [sql`DELETE FROM post_schedules WHERE post_id = ${postId}`]
  return [
    sql`
      INSERT INTO post_schedules (post_id, author_id, publish_at, approved_version)
      VALUES (${postId}, ${author}, ${publishAt}, ${approvedVersion})
      ON CONFLICT (post_id) DO UPDATE SET publish_at = excluded.publish_at, approved_version = excluded.approved_version`,
  ]
}

/**
 * For the batch that sets a new time or cancels the schedule: deletes a time that the author chose
 * before.
 */
export function forgetPlan({ id, planned_at, publish_at, status }: FullRow): Statement[] {
  const hasPlan = planned_at !== null || (status === 'pending' && publish_at !== null)
  return hasPlan ? [sql`DELETE FROM post_plans WHERE post_id = ${id}`] : []
}

/**
 * For the batch that submits a post for review, after the change of its status: an approval before
 * this time schedules the post. The triggers post_plans_wait_in_review and
 * post_plans_wait_in_review_new refuse posts that are not in review. The trigger posts_stop_waiting
 * ends the effect of the time when the post leaves the review. The trigger posts_leave_plan deletes
 * the time when the post is published, locked or deleted.
 */
export function waitForApproval({ id, author_id }: FullRow, publishAt: string): Statement {
  return sql`
    INSERT INTO post_plans (post_id, author_id, publish_at, waits) VALUES (${id}, ${author_id}, ${publishAt}, 1)
    ON CONFLICT (post_id) DO UPDATE SET publish_at = excluded.publish_at, waits = 1`
}
