import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import type { ReportCase } from '#db/schema/reports.ts'

export type ReportKind = ReportCase['kind']

export interface ReportTarget {
  kind: ReportKind
  id: number
}

/** The page to report a target without JavaScript. */
export function reportPath({ kind, id }: ReportTarget): string {
  return `/report/${kind}/${id}`
}

/** The open case that further reports of a target join. `id` may be an SQL expression. */
export function openCaseOf({ kind, id }: { kind: ReportKind; id: number | Statement }): Statement<{ id: number }> {
  return sql`SELECT id FROM report_cases WHERE kind = ${kind} AND target_id = ${id} AND decision IS NULL`
}
