import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import type { EnergyReason } from '#db/schema/energy.ts'

export interface LedgerEntry {
  /** The user whose balance it moves, or a query that selects many. */
  uid: number | Statement
  amount: number
  reason: EnergyReason
  postId?: number
  note?: string
}

/**
 * Charges or pays energy, in the batch of what it is paid for. The database moves the balance with the entry, and refuses
 * an entry that does not fit or that a negative balance forbids: the triggers energy_log_moves_balance,
 * energy_log_balance_fits, energy_log_refuses_debtors, energy_log_is_never_* and users_energy_follows_ledger.
 */
export function ledgerEntry(entry: LedgerEntry, now: Date): Statement {
  return ledgerEntries([entry], now)
}

/** Several at once, each of somebody else: an insert writes the number of the last entry once. */
export function ledgerEntries(entries: readonly LedgerEntry[], now: Date): Statement {
  return sql`
    INSERT INTO energy_log (user_id, amount, reason, balance_after, post_id, note, created_at)
    ${sql.join(
      entries.map((entry) => rowOf(entry, now)),
      sql` UNION ALL `,
    )}`
}

function rowOf({ uid, amount, reason, postId, note }: LedgerEntry, now: Date): Statement {
  return sql`
    SELECT uid, ${amount}, ${reason}, energy + ${amount}, ${postId ?? null}, ${note ?? null}, ${now.toISOString()}
    FROM users WHERE uid IN (${uid})`
}
