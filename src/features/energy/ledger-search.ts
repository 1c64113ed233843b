import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Database, Statement } from '#db/client.ts'
import type { EnergyReason, LedgerRow } from '#db/schema/energy.ts'
import type { AdminLedgerEntryShape } from '#features/energy/shapes.ts'
import { asUserRef, type PublicColumns } from '#features/people/person.ts'
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
export async function searchLedger(
  db: Database,
  search: LedgerSearch,
  request: PageRequest,
  language: Language,
): Promise<Page<AdminLedgerEntry>> {
  return asLedgerPage(await db.all(ledgerRows(search, request)), request, language)
}

export function ledgerRows(
  { uid, reason, from, to }: LedgerSearch,
  { after, limit }: PageRequest,
): Statement<AdminLedgerRow> {
  const index = uid !== undefined ? 'of_user_by_time' : reason !== undefined ? 'by_reason' : 'by_time'
  return sql`
    SELECT l.*, u.uid, u.username, u.avatar_key, u.exp, u.status
    FROM energy_log l INDEXED BY ${sql.raw(`energy_log_${index}`)} CROSS JOIN users u ON u.uid = l.user_id
    WHERE TRUE
      ${uid === undefined ? sql`` : sql`AND l.user_id = ${uid}`}
      ${reason === undefined ? sql`` : sql`AND l.reason = ${reason}`}
      ${from === undefined ? sql`` : sql`AND l.created_at >= ${startOfDay(from).toISOString()}`}
      ${to === undefined ? sql`` : sql`AND l.created_at < ${startOfDay(addDays(to, 1)).toISOString()}`}
      ${after === null ? sql`` : sql`AND (l.created_at, l.id) < (${after[0]}, ${after[1]})`}
    ORDER BY l.created_at DESC, l.id DESC
    LIMIT ${limit + 1}`
}

export function asLedgerPage(rows: AdminLedgerRow[], request: PageRequest, language: Language): Page<AdminLedgerEntry> {
  return pageOf(
    rows,
    request,
    (row) => [row.created_at, row.id],
    ({ id, amount, reason, balance_after, post_id, note, created_at, ...person }) => ({
      ...{ id, amount, reason, balance_after, post_id, note, created_at },
      user: asUserRef(person, language),
    }),
  )
}
