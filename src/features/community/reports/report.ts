import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { type Database, found, one, type Statement } from '#db/client.ts'
import type { ReporterRecord, ReportRow } from '#db/schema/community.ts'
import { REPORT_REASONS } from '#db/values.ts'
import {
  openCaseOf,
  type ReportedContent,
  type ReportTarget,
  reportedContentOf,
} from '#features/community/reports/content.ts'
import { copyOf } from '#features/community/reports/copy.ts'
import { nameless } from '#features/core/people/nameless.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { addDays, dayOf, SECOND, startOfDay } from '#kernel/clock.ts'
import { AppError } from '#kernel/errors.ts'
import { problem, text } from '#kernel/fields.ts'
import { REPORTS_A_DAY, UNTRUSTED_REPORTS_A_DAY } from '#kernel/rate-limits.ts'
import { REPORT_TEXT_MAX } from '#kernel/sizes.ts'

interface Report {
  target: ReportTarget
  reason: ReportRow['reason']
  text: string
}

interface Reported {
  id: number
  /** True if the viewer already has an open report of this target; no second one is written. */
  isKnown: boolean
}

/**
 * Reports a target to the admins. The first report opens a case; all further reports join it until an admin decides. A copy of
 * the content is stored with the report.
 * The triggers reports_not_on_own_things, reports_on_open_cases and reports_so_many_a_day refuse; reports_count_new and
 * report_cases_total_new count.
 */
export async function report(db: Database, viewer: Viewer, what: Report, now: Date): Promise<Reported> {
  const { text, content, before, today } = await db.read({
    text: nameless(what.text),
    content: reportedContentOf(what.target),
    before: one(openReport(viewer.uid, what.target)),
    today: found(reportsToday(viewer.uid, now)),
  })
  if (content.subject === viewer.uid) throw new AppError('own_post')
  if (before !== null) return { id: before.id, isKnown: true }
  if (!mayReportToday(today)) throw tomorrow(now)
  const [, [made], [standing]] = await insert(db, viewer.uid, { ...what, text }, content, now)
  if (!standing) throw new AppError('internal')
  return { id: standing.id, isKnown: made === undefined }
}

async function insert(
  db: Database,
  uid: number,
  { target, reason, text }: Report,
  content: ReportedContent,
  now: Date,
) {
  const batch = [
    openCase(target, content.subject, now),
    sql<{ id: number }>`
      INSERT INTO reports (case_id, user_id, reason, text, day, created_at)
      VALUES ((${openCaseOf(target)}), ${uid}, ${reason}, ${text}, ${dayOf(now)}, ${now.toISOString()})
      ON CONFLICT DO NOTHING RETURNING id`,
    openReport(uid, target),
    ...(await copyOf(target, content, now)),
  ] as const
  try {
    return await db.batch(batch)
  } catch (error) {
    // Concurrent reports of this user reached the limit first.
    throw error instanceof AppError && error.code === 'rate_limited' ? tomorrow(now) : error
  }
}

function openCase({ kind, id }: ReportTarget, subject: number, now: Date): Statement {
  return sql`
    INSERT INTO report_cases (kind, target_id, subject_id, opened_at)
    SELECT ${kind}, ${id}, ${subject}, ${now.toISOString()} WHERE NOT EXISTS (${openCaseOf({ kind, id })})`
}

function openReport(uid: number, target: ReportTarget): Statement<{ id: number }> {
  return sql`SELECT id FROM reports WHERE case_id = (${openCaseOf(target)}) AND user_id = ${uid}`
}

function tomorrow(now: Date): AppError {
  const begins = startOfDay(addDays(dayOf(now), 1))
  return new AppError('rate_limited', { retryAfterSeconds: Math.ceil((begins.getTime() - now.getTime()) / SECOND) })
}

/** Rejected reports that make a user untrusted. The trigger reports_so_many_a_day has the same numbers. */
export const WRONG_MIN = 5
/** A user is untrusted only with more rejected reports per upheld report than this. */
export const WRONG_A_RIGHT = 4

/** Further upheld reports make a user trusted again. */
export function isUntrusted({ upheld, turned_down }: ReporterRecord): boolean {
  return turned_down >= WRONG_MIN && turned_down > WRONG_A_RIGHT * upheld
}

type Today = ReporterRecord & { today: number }

/** The number of reports a user made today, and how many earlier ones were upheld or rejected. */
function reportsToday(uid: number, now: Date): Statement<Today> {
  return sql`
    SELECT (SELECT COUNT(*) FROM reports WHERE user_id = ${uid} AND day = ${dayOf(now)}) AS today,
      COALESCE(r.upheld, 0) AS upheld, COALESCE(r.turned_down, 0) AS turned_down
    FROM (SELECT ${uid} AS uid) LEFT JOIN reporters r ON r.user_id = uid`
}

function mayReportToday({ today, ...record }: Today): boolean {
  return today < (isUntrusted(record) ? UNTRUSTED_REPORTS_A_DAY : REPORTS_A_DAY)
}

const id = z.int().positive().optional()

/** Exactly one target: a post, a comment or a user. */
export const ReportInput = z
  .object({
    post_id: id,
    comment_id: id,
    uid: id,
    reason: z.enum(REPORT_REASONS),
    text: text({ max: REPORT_TEXT_MAX }).default(''),
  })
  .superRefine(({ post_id, comment_id, uid }, context) => {
    const named = [post_id, comment_id, uid].filter((id) => id !== undefined)
    if (named.length === 0) context.addIssue({ ...problem('required'), path: ['post_id'] })
    if (named.length > 1) context.addIssue({ ...problem('invalid'), path: ['post_id'] })
  })

/** The form of the page; its path names the target. */
export const PlainReportInput = z.object({ reason: ReportInput.shape.reason, text: ReportInput.shape.text })
