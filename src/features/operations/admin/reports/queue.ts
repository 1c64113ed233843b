import { type SQL, sql } from 'drizzle-orm'
import { type Database, type Group, group, one } from '#db/client.ts'
import { openDecisions, QUEUE_SHOWN, type Waiting } from '#features/operations/admin/frame/waiting.ts'
import { asCase, casesWhere, type FullCase, type ReportCase } from '#features/operations/admin/reports/case.ts'
import { reportCases } from '#features/operations/admin/reports/list.ts'
import { type ReportedContent, reportedContentOf } from '#features/operations/admin/reports/reported-content.ts'
import type { Language } from '#kernel/i18n.ts'

export interface OpenCase {
  report: ReportCase
  content: ReportedContent
  role: FullCase['subject_role']
  /** The title of the reported or commented post. Null if the post is deleted. */
  postTitle: string | null
}

export interface ReportQueue {
  waiting: Waiting
  /** The first cases of the queue, most reported first. */
  cases: ReportCase[]
  /** Null if the queue is empty or does not contain the requested case. */
  current: OpenCase | null
  /** The requested case is not open. Showing another case instead could cause a wrong decision. */
  isNotInQueue: boolean
}

/** The queue with the requested case, or by default the first one, in one round trip. */
export async function openReports(db: Database, asked: number | undefined, language: Language): Promise<ReportQueue> {
  const id =
    asked === undefined
      ? sql`(SELECT id FROM report_cases INDEXED BY report_cases_open WHERE decision IS NULL ORDER BY turn, id LIMIT 1)`
      : sql`(SELECT id FROM report_cases WHERE id = ${asked} AND decision IS NULL)`
  const { waiting, cases, current } = await db.read({
    waiting: openDecisions,
    cases: reportCases('open', { limit: QUEUE_SHOWN, after: null }, language),
    current: openCase(id, language),
  })
  return { waiting, cases: cases.items, current, isNotInQueue: asked !== undefined && current === null }
}

function openCase(id: SQL, language: Language): Group<OpenCase | null> {
  const asked = { row: one(casesWhere(sql`k.id = ${id}`)), content: reportedContentOf(id, language) }
  return group(
    asked,
    ({ row, content }) =>
      row && {
        report: asCase(row, language),
        content,
        role: row.subject_role,
        postTitle: row.post_deleted_at === null ? row.post_title : null,
      },
  )
}
