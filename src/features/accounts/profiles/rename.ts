import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import { ledgerEntry } from '#features/economy/energy/ledger.ts'

export const RENAME_COST = 6

/**
 * What taking this name costs, as an expression over a row of `users`. The database decides when it happens, so that of
 * two first names given at once one is free. Keeping the present name is no rename.
 */
export function renameCost(username: string | null): Statement {
  return sql`CASE
    WHEN ${username} IS NULL OR username IS ${username} THEN 0
    WHEN NOT EXISTS (SELECT 1 FROM user_tasks WHERE user_id = users.uid AND task = 'username') THEN 0
    ELSE ${RENAME_COST} END`
}

/** Charges what the user's waiting change costs. A negative balance refuses the entry, and with it the batch. */
export function chargeRename(uid: number, now: Date): Statement {
  const only = sql`EXISTS (SELECT 1 FROM profile_reviews WHERE user_id = ${uid} AND status = 'pending' AND cost > 0)`
  return ledgerEntry({ uid, amount: -RENAME_COST, reason: 'rename', only }, now)
}

export function refundRename(uid: number, cost: number, now: Date): Statement[] {
  return cost === 0 ? [] : [ledgerEntry({ uid, amount: cost, reason: 'rename_refund' }, now)]
}
