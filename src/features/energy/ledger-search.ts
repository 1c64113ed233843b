import { and, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Statement } from '#db/client.ts'
import { behind, equals } from '#db/conditions.ts'
import { type Group, group } from '#db/group.ts'
import type { EnergyReason, LedgerRow } from '#db/schema/energy.ts'
import type { AdminLedgerEntryShape } from '#features/energy/shapes.ts'
import { asUserRef, type PublicColumns } from '#features/people/user-ref.ts'
import { addDays, startOfDay } from '#kernel/clock.ts'
import type { Language } from '#kernel/i18n.ts'
import { type Page, type PageRequest, pageOf } from '#kernel/paging.ts'

export interface LedgerSearch {
  uid?: number | undefined
  reason?: EnergyReason | undefined
  /** Days in Shanghai, both included. */
  from?: string | undefined
  to?: string | undefined
}

export type AdminLedgerEntry = z.infer<typeof AdminLedgerEntryShape>
export type AdminLedgerRow = LedgerRow & PublicColumns

/** Everybody's ledger, for admins. Newest first. */
export function ledgerPage(
  search: LedgerSearch,
  request: PageRequest,
  language: Language,
): Group<Page<AdminLedgerEntry>> {
  return group({ rows: ledgerRows(search, request) }, ({ rows }) =>
    pageOf(
      rows,
      request,
      (row) => [row.created_at, row.id],
      ({ id, amount, reason, balance_after, post_id, note, created_at, ...user }) => ({
        ...{ id, amount, reason, balance_after, post_id, note, created_at },
        user: asUserRef(user, language),
      }),
    ),
  )
}

export function ledgerRows(search: LedgerSearch, request: PageRequest): Statement<AdminLedgerRow> {
  const { uid, reason, from, to } = search
  const index = uid !== undefined ? 'of_user_by_time' : reason !== undefined ? 'by_reason' : 'by_time'
  const asked = and(
    sql`TRUE`,
    equals(sql`l.user_id`, uid),
    equals(sql`l.reason`, reason),
    from === undefined ? undefined : sql`l.created_at >= ${startOfDay(from).toISOString()}`,
    to === undefined ? undefined : sql`l.created_at < ${startOfDay(addDays(to, 1)).toISOString()}`,
    behind(request, sql`l.created_at`, sql`l.id`),
  )
  return sql`
    SELECT l.*, u.uid, u.username, u.avatar_key, u.exp, u.status
    FROM energy_log l INDEXED BY ${sql.raw(`energy_log_${index}`)} CROSS JOIN users u ON u.uid = l.user_id
    WHERE ${asked}
    ORDER BY l.created_at DESC, l.id DESC
    LIMIT ${request.limit + 1}`
}
