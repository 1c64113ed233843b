import * as z from 'zod'
import type { Database } from '#db/client.ts'
import { type AdminLedgerRow, type LedgerSearch, ledgerRows } from '#features/economy/energy/ledger-search.ts'
import { ReasonShape } from '#features/economy/energy/shapes.ts'
import { csvLine } from '#kernel/formats/csv.ts'
import type { Cursor } from '#kernel/paging.ts'

/** Rows per query, so that memory use does not grow with the ledger. */
export const ROWS_AT_ONCE = 2_000

const HEAD = ['id', 'created_at', 'uid', 'username', 'amount', 'reason', 'balance_after', 'post_id', 'note']

/** Streams the ledger as CSV, newest first, at the speed of the download. Entries added during the download are left out. */
export function ledgerCsv(db: Database, search: LedgerSearch): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let after: Cursor | null = null
  return new ReadableStream({
    start(controller) {
      // Without a byte order mark, Excel does not read the file as UTF-8.
      controller.enqueue(encoder.encode(`\uFEFF${csvLine(HEAD)}`))
    },
    async pull(controller) {
      const rows: AdminLedgerRow[] = await db.all(ledgerRows(search, { after, limit: ROWS_AT_ONCE - 1 }))
      const last = rows.at(-1)
      if (last) {
        after = [last.created_at, last.id]
        controller.enqueue(encoder.encode(rows.map(lineOf).join('')))
      }
      if (rows.length < ROWS_AT_ONCE) controller.close()
    },
  })
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
