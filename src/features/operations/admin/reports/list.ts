import { and, sql } from 'drizzle-orm'
import { type Group, group } from '#db/client.ts'
import { behind } from '#db/conditions.ts'
import { asCase, casesWhere, type ReportCase } from '#features/operations/admin/reports/case.ts'
import type { Language } from '#kernel/i18n.ts'
import { type Page, type PageRequest, pageOf } from '#kernel/paging.ts'

type CaseStatus = 'open' | 'closed'

/** Open cases: most reported first, then oldest first. Closed cases: latest decision first. */
export function reportCases(status: CaseStatus, request: PageRequest, language: Language): Group<Page<ReportCase>> {
  const { index, which, key, order, direction } = LISTS[status]
  const rows = sql`${casesWhere(
    sql`${and(which, behind(request, key, sql`k.id`, order))}`,
    sql`report_cases k INDEXED BY ${index}`,
  )} ORDER BY ${key} ${direction}, k.id ${direction} LIMIT ${request.limit + 1}`
  return group({ rows: rows as ReturnType<typeof casesWhere> }, ({ rows }) =>
    pageOf(
      ['reports', status],
      rows,
      request,
      (row) => [status === 'open' ? row.turn : (row.decided_at ?? ''), row.id],
      (row) => asCase(row, language),
    ),
  )
}

const LISTS = {
  open: {
    index: sql.raw('report_cases_open'),
    which: sql.raw('k.decision IS NULL'),
    key: sql.raw('k.turn'),
    order: '>',
    direction: sql.raw('ASC'),
  },
  closed: {
    index: sql.raw('report_cases_closed'),
    which: sql.raw('k.decision IS NOT NULL'),
    key: sql.raw('k.decided_at'),
    order: '<',
    direction: sql.raw('DESC'),
  },
} as const
