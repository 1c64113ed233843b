import { sql } from 'drizzle-orm'
import { type Database, one } from '#db/client.ts'
import { openDecisions, QUEUE_SHOWN, type Waiting } from '#features/operations/admin/frame/waiting.ts'
import {
  asCase,
  casesWhere,
  type FullCase,
  isRemoved,
  type ReportCase,
  reportCases,
} from '#features/operations/admin/reports/case.ts'
import {
  type Comparison,
  type ContentRows,
  compared,
  contentRowsOf,
  type ShownComment,
  shownComment,
} from '#features/operations/admin/reports/reported-content.ts'
import { openHiding } from '#features/operations/hiding/hide.ts'
import type { Language } from '#kernel/i18n.ts'

export interface OpenCase extends Comparison, Pick<ContentRows, 'posts' | 'comments'> {
  report: ReportCase
  /** The parent comment of the reported one. */
  answered: ShownComment | null
  role: FullCase['subject_role']
  status: FullCase['subject_status']
  postStatus: FullCase['post_status']
  /** The target cannot become public again without an admin. */
  isRemoved: boolean
  /** All posts and comments of the reported user are hidden already, or being restored. */
  isHidden: boolean
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

interface Wanted {
  case?: number | undefined
  /** The reported version to show. */
  copy?: number | undefined
}

/** The queue with the requested case, or by default the first one, in one round trip. */
export async function openReports(db: Database, wanted: Wanted, language: Language): Promise<ReportQueue> {
  const { case: asked, copy } = wanted
  const id =
    asked === undefined
      ? sql`(SELECT id FROM report_cases INDEXED BY report_cases_open WHERE decision IS NULL ORDER BY turn, id LIMIT 1)`
      : sql`(SELECT id FROM report_cases WHERE id = ${asked} AND decision IS NULL)`
  const { waiting, cases, row, rows, hiding } = await db.read({
    waiting: openDecisions,
    cases: reportCases('open', { limit: QUEUE_SHOWN, after: null }, language),
    row: one(casesWhere(sql`k.id = ${id}`)),
    rows: contentRowsOf(id, copy),
    hiding: one(openHiding(sql`(SELECT subject_id FROM report_cases WHERE id = ${id} AND kind = 'user')`)),
  })
  const current = row && { ...(await openCase(row, rows, language)), isHidden: hiding !== null }
  return { waiting, cases: cases.items, current, isNotInQueue: asked !== undefined && current === null }
}

async function openCase(row: FullCase, rows: ContentRows, language: Language): Promise<Omit<OpenCase, 'isHidden'>> {
  const { answered, posts, comments } = rows
  return {
    ...(await compared(row, rows, language)),
    report: asCase(row, language),
    answered: answered && shownComment(answered, language),
    ...{ posts, comments },
    role: row.subject_role,
    status: row.subject_status,
    postStatus: row.post_status,
    isRemoved: isRemoved(row),
    postTitle: row.post_deleted_at === null ? row.post_title : null,
  }
}
