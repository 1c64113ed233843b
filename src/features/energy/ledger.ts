import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import type { EnergyReason } from '#db/schema/energy.ts'

export interface LedgerEntry {
  uid: number
  amount: number
  reason: EnergyReason
  postId?: number
  note?: string
}

/**
 * Charges or pays energy in the batch of whatever it is for. The database moves the balance with the entry, and refuses
 * an entry that does not fit or that a negative balance forbids.
 */
export function ledgerEntry({ uid, amount, reason, postId, note }: LedgerEntry, now: Date): Statement {
  return sql`
    INSERT INTO energy_log (user_id, amount, reason, balance_after, post_id, note, created_at)
    SELECT uid, ${amount}, ${reason}, energy + ${amount}, ${postId ?? null}, ${note ?? null}, ${now.toISOString()}
    FROM users WHERE uid = ${uid}`
}
