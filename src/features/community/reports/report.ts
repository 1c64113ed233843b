import { sql } from 'drizzle-orm'
import { type Database, found, one, type Statement } from '#db/client.ts'
import type { ReportRow } from '#db/schema/reports.ts'
import { type ReportedContent, reportedContentOf } from '#features/community/reports/content.ts'
import { copyOf } from '#features/community/reports/copy.ts'
import { mayReportToday, reportsToday } from '#features/community/reports/limit.ts'
import { openCaseOf, type ReportTarget } from '#features/community/reports/target.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { addDays, dayOf, SECOND, startOfDay } from '#kernel/clock.ts'
import { AppError } from '#kernel/errors.ts'

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
  const { content, before, today } = await db.read({
    content: reportedContentOf(what.target),
    before: one(openReport(viewer.uid, what.target)),
    today: found(reportsToday(viewer.uid, now)),
  })
  if (content.subject === viewer.uid) throw new AppError('own_post')
  if (before !== null) return { id: before.id, isKnown: true }
  if (!mayReportToday(today)) throw tomorrow(now)
  const [, [made], [standing]] = await insert(db, viewer.uid, what, content, now)
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
