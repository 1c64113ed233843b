import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Database } from '#db/client.ts'
import type { EnergyReason, LedgerRow } from '#db/schema/energy.ts'
import type { AdminLedgerEntryShape } from '#features/energy/shapes.ts'
import { asUserRef, type PublicColumns } from '#features/people/person.ts'
import type { Language } from '#kernel/i18n.ts'
import { type Page, type PageRequest, pageOf } from '#kernel/paging.ts'

export interface LedgerSearch {
  uid?: number | undefined
  reason?: EnergyReason | undefined
}

type Row = LedgerRow & PublicColumns

/** Everybody's ledger, for admins. Newest first, by id: the ledger only grows at its end. */
export async function searchLedger(
  db: Database,
  { uid, reason }: LedgerSearch,
  request: PageRequest,
  language: Language,
): Promise<Page<z.infer<typeof AdminLedgerEntryShape>>> {
  const rows = await db.all(sql<Row>`
    SELECT l.*, u.uid, u.username, u.avatar_key, u.exp, u.status
    FROM energy_log l JOIN users u ON u.uid = l.user_id
    WHERE TRUE
      ${uid === undefined ? sql`` : sql`AND l.user_id = ${uid}`}
      ${reason === undefined ? sql`` : sql`AND l.reason = ${reason}`}
      ${request.after === null ? sql`` : sql`AND l.id < ${request.after[1]}`}
    ORDER BY l.id DESC
    LIMIT ${request.limit + 1}`)
  return pageOf(
    rows,
    request,
    (row) => [row.id, row.id],
    ({ id, amount, reason, balance_after, post_id, note, created_at, ...person }) => ({
      ...{ id, amount, reason, balance_after, post_id, note, created_at },
      user: asUserRef(person, language),
    }),
  )
}
