import { type SQL, sql } from 'drizzle-orm'
import { type Database, type Group, group, one } from '#db/client.ts'
import { QUEUE_SHOWN, type Waiting, whatWaits } from '#features/operations/admin/frame/waiting.ts'
import { asCase, casesWhere, type FullCase, type ReportCase } from '#features/operations/admin/reports/case.ts'
import { reportCases } from '#features/operations/admin/reports/list.ts'
import { type Thing, thingOf } from '#features/operations/admin/reports/thing.ts'
import type { Language } from '#kernel/i18n.ts'

export interface OpenCase {
  report: ReportCase
  thing: Thing
  role: FullCase['subject_role']
  /** The title of the post that was reported or commented on; null where it is deleted. */
  postTitle: string | null
}

export interface ReportQueue {
  waiting: Waiting
  /** The next of those that wait, the most reported first. */
  cases: ReportCase[]
  /** Null if nothing waits, or not the one that was asked for. */
  current: OpenCase | null
  /** The case that was asked for is not open. Another one in its place would be decided by mistake. */
  isElsewhere: boolean
}

/** The queue with the case that was asked for, or where none was, the one whose turn it is, in one round trip. */
export async function openReports(db: Database, asked: number | undefined, language: Language): Promise<ReportQueue> {
  const id =
    asked === undefined
      ? sql`(SELECT id FROM report_cases INDEXED BY report_cases_open WHERE decision IS NULL ORDER BY turn, id LIMIT 1)`
      : sql`(SELECT id FROM report_cases WHERE id = ${asked} AND decision IS NULL)`
  const { waiting, cases, current } = await db.read({
    waiting: whatWaits,
    cases: reportCases('open', { limit: QUEUE_SHOWN, after: null }, language),
    current: openCase(id, language),
  })
  return { waiting, cases: cases.items, current, isElsewhere: asked !== undefined && current === null }
}

function openCase(id: SQL, language: Language): Group<OpenCase | null> {
  const asked = { row: one(casesWhere(sql`k.id = ${id}`)), thing: thingOf(id, language) }
  return group(
    asked,
    ({ row, thing }) =>
      row && {
        report: asCase(row, language),
        thing,
        role: row.subject_role,
        postTitle: row.post_deleted_at === null ? row.post_title : null,
      },
  )
}
