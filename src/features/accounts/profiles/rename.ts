import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import { usernameKey } from '#features/core/people/username-key.ts'
import { ledgerEntry } from '#features/economy/energy/ledger.ts'

export const RENAME_COST = 6

/**
 * The cost of this name, as an SQL expression over a row of `users`. Evaluated in the transaction, so that only one of two
 * concurrent first names is free. A name with the same key, such as other upper and lower case, costs nothing.
 */
export function renameCost(username: string | null): Statement {
  return sql`CASE
    WHEN ${username} IS NULL OR username_key IS ${username && usernameKey(username)} THEN 0
    WHEN NOT EXISTS (SELECT 1 FROM user_tasks WHERE user_id = users.uid AND task = 'username') THEN 0
    ELSE ${RENAME_COST} END`
}

/** Charges the cost of the user's pending change. A negative balance refuses the entry and rolls back the batch. */
export function chargeRename(uid: number, now: Date): Statement {
  const only = sql`EXISTS (SELECT 1 FROM profile_reviews WHERE user_id = ${uid} AND status = 'pending' AND cost > 0)`
  return ledgerEntry({ uid, amount: -RENAME_COST, reason: 'rename', only }, now)
}

export function refundRename(uid: number, cost: number, now: Date): Statement[] {
  return cost === 0 ? [] : [ledgerEntry({ uid, amount: cost, reason: 'rename_refund' }, now)]
}
