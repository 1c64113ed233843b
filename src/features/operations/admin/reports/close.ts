import { sql } from 'drizzle-orm'
import { type Database, found, type Group, group, one, type Statement } from '#db/client.ts'
import type { ReportCase, ReportRow } from '#db/schema/reports.ts'
import { personOf, setStatusOf } from '#features/accounts/accounts/status-and-role.ts'
import { adminDeletion, commentToDelete } from '#features/community/comments/delete.ts'
import type { ReportTarget } from '#features/community/reports/target.ts'
import { noticeToEach } from '#features/core/notifications/notice.ts'
import type { ReportClosed } from '#features/core/notifications/notices.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { type Administrator, auditEntry } from '#features/core/site/audit-log.ts'
import { inBothLanguages, REPORT_NOTES } from '#features/operations/admin/frame/canned-reasons.ts'
import { casesWhere, type FullCase, isGone } from '#features/operations/admin/reports/case.ts'
import { fullColumns, postById } from '#features/publishing/posts/post.ts'
import { decideOn } from '#features/publishing/review/decide.ts'

interface Closing {
  decision: NonNullable<ReportCase['decision']>
  note?: string | undefined
}

interface Closed {
  decision: Closing['decision']
  reports_count: number
  /** Whether readers see something else than before. */
  hasRemoved: boolean
}

/**
 * One decision for everything that was reported about a thing. Every reporter is told, and their record follows
 * (report_cases_count_for_reporters, report_cases_total_decided). Of two admins who decide at once
 * report_cases_are_decided_once refuses the second, and nothing of what they did happens.
 */
export async function closeCase(
  db: Database,
  admin: Viewer & Administrator,
  target: ReportTarget,
  closing: Closing,
  now: Date,
): Promise<Closed> {
  const which = sql`k.kind = ${target.kind} AND k.target_id = ${target.id} AND k.decision IS NULL`
  const { open, remove, reason } = await db.read({
    open: found(casesWhere(which)),
    remove: removal(db, admin, target, now),
    reason: one(sql<Pick<ReportRow, 'reason'>>`
      SELECT r.reason FROM reports r JOIN report_cases k ON k.id = r.case_id WHERE ${which}
      GROUP BY r.reason ORDER BY COUNT(*) DESC LIMIT 1`),
  })
  const decided = decision(admin, open, closing, now)
  const acts = closing.decision === 'removed' && !isGone(open) ? remove : null
  if (acts === null) await db.batch(decided)
  else await acts(closing.note ?? inBothLanguages(REPORT_NOTES[reason?.reason ?? 'other']), decided)
  return { decision: closing.decision, reports_count: open.reports_count, hasRemoved: acts !== null }
}

function decision(admin: Administrator, row: FullCase, { decision, note }: Closing, now: Date): Statement[] {
  const { id, kind, target_id, subject_id, reports_count, post_title: title } = row
  const entry = {
    target: [kind, target_id],
    subject: subject_id,
    reason: note,
    after: { decision, reports_count },
  } as const
  const about: ReportClosed = { event: 'report_closed', decision, thing: kind, title, reason: note ?? null }
  const relatedId = kind === 'post' ? target_id : row.comment_post_id
  const reporters = sql`SELECT user_id AS uid, row_number() OVER () - 1 AS nth FROM reports WHERE case_id = ${id}`
  return [
    auditEntry(admin, { action: 'report.close', ...entry }, now),
    sql`UPDATE report_cases
        SET decision = ${decision}, note = ${note ?? null}, decided_by = ${admin.uid}, decided_at = ${now.toISOString()}
        WHERE id = ${id}`,
    noticeToEach(reporters, { kind: 'NotifySystem', relatedId, actorId: admin.uid, data: { ...about } }, now),
  ]
}

/** Removes a thing for a reason; `extra` commits with it, or not at all. */
type Remove = (reason: string, extra: Statement[]) => Promise<unknown>

/**
 * How this thing is removed: by what admins do anyway, so that its rules and its notices are the same. Read together with
 * the case; null where there is nothing any more.
 */
function removal(
  db: Database,
  admin: Viewer & Administrator,
  { kind, id }: ReportTarget,
  now: Date,
): Group<Remove | null> {
  switch (kind) {
    case 'post':
      return group(
        { post: one(postById(fullColumns, id)) },
        ({ post }) => post && ((reason, extra) => decideOn(db, admin, post, { move: 'lock', reason }, now, extra)),
      )
    case 'comment':
      return group(
        { comment: one(commentToDelete(admin, id)) },
        ({ comment }) =>
          comment && ((reason, extra) => db.batch([...adminDeletion(admin, comment, reason, now), ...extra])),
      )
    case 'user':
      return group(
        { person: one(personOf(id)) },
        ({ person }) =>
          person && ((reason, extra) => setStatusOf(db, admin, person, { status: 'banned', reason }, now, extra)),
      )
  }
}
