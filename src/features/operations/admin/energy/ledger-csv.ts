import * as z from 'zod'
import type { Database } from '#db/client.ts'
import { ReasonShape } from '#features/economy/energy/ledger.ts'
import { type AdminLedgerRow, type LedgerSearch, ledgerRows } from '#features/economy/energy/ledger-search.ts'
import { csvLine, csvStream } from '#kernel/formats/csv.ts'

/** Rows per query, so that memory use does not grow with the ledger. */
export const ROWS_AT_ONCE = 2_000

const HEAD = ['id', 'created_at', 'uid', 'username', 'amount', 'reason', 'balance_after', 'post_id', 'note']

/** The ledger, newest first. Entries added during the download are left out. */
export function ledgerCsv(db: Database, search: LedgerSearch): ReadableStream<Uint8Array> {
  const readAfter = (last: AdminLedgerRow | null) =>
    db.all(ledgerRows(search, { after: last && [last.created_at, last.id], limit: ROWS_AT_ONCE - 1 }))
  return csvStream(HEAD, ROWS_AT_ONCE, readAfter, lineOf)
}

function lineOf(row: AdminLedgerRow): string {
  const { id, created_at, user_id, username, amount, reason, balance_after, post_id, note } = row
  return csvLine([id, created_at, user_id, username, amount, reason, balance_after, post_id, note])
}

/** The range is limited because days are compared as text: a year with five digits would sort wrongly. */
const day = z.iso.date().refine((value) => value >= '2000-01-01' && value < '3000-01-01')

/** Filter of ledger entries. `from` and `to` are inclusive days in Shanghai time. */
export const LedgerFilter = z.object({
  uid: z.coerce.number().int().positive().optional(),
  reason: ReasonShape.optional(),
  from: day.optional(),
  to: day.optional(),
})
