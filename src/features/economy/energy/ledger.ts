import { and, sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import { nextId } from '#db/ids.ts'
import type { EnergyReason } from '#db/schema/energy.ts'

interface LedgerEntry {
  /** The user whose balance it moves, or a query that selects one. */
  uid: number | Statement
  amount: number
  exp?: number | Statement
  reason: EnergyReason
  postId?: number
  note?: string
  /** Unless this holds, there is no entry. */
  only?: Statement
}

/**
 * Charges or pays energy, in the batch of what it is paid for. The database moves the balance with the entry and adds the exp,
 * and refuses an entry that does not fit or that a negative balance forbids: the triggers energy_log_moves_balance,
 * energy_log_balance_fits, energy_log_refuses_debtors, energy_log_is_never_* and users_energy_follows_ledger.
 */
export function ledgerEntry(entry: LedgerEntry, now: Date): Statement {
  return ledgerEntries([entry], now)
}

/** Several at once, each of somebody else: their ids follow each other, the first is `nextId('energy_log')`. */
export function ledgerEntries(entries: readonly LedgerEntry[], now: Date): Statement {
  const rows = entries.map((entry, turn) => {
    const whose = and(sql`u.uid = (${entry.uid})`, entry.only)
    return sql`SELECT ${valuesOf(entry, sql.raw(String(turn)), now)} FROM users u WHERE ${whose}`
  })
  return sql`${INTO_LEDGER} ${sql.join(rows, sql` UNION ALL `)}`
}

/** The same entry for many users, each named once. */
export function ledgerEntryForEach(uids: readonly number[], entry: Omit<LedgerEntry, 'uid'>, now: Date): Statement {
  return sql`${INTO_LEDGER}
    SELECT ${valuesOf(entry, sql`named.key`, now)}
    FROM json_each(${JSON.stringify(uids)}) named CROSS JOIN users u ON u.uid = named.value`
}

const INTO_LEDGER = sql`
  INSERT INTO energy_log (id, user_id, amount, reason, balance_after, post_id, note, created_at, exp_gained)`

function valuesOf(entry: Omit<LedgerEntry, 'uid'>, turn: Statement, now: Date): Statement {
  const { amount, exp, reason, postId, note } = entry
  return sql`
    ${nextId('energy_log')} + ${turn}, u.uid, ${amount}, ${reason}, u.energy + ${amount}, ${postId ?? null}, ${note ?? null},
    ${now.toISOString()}, ${exp ?? 0}`
}
