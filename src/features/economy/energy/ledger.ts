import { and, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Statement } from '#db/client.ts'
import { nextId } from '#db/ids.ts'
import type { EnergyReason } from '#db/schema/economy.ts'
import { ENERGY_REASONS } from '#db/values.ts'
import { UserRefShape } from '#features/core/people/user-ref.ts'

interface LedgerEntry {
  /** The user whose balance changes, or a query that selects the uid. */
  uid: number | Statement
  amount: number
  exp?: number | Statement
  reason: EnergyReason
  postId?: number
  note?: string
  /** A condition. If it is false, no entry is written. */
  only?: Statement
}

/**
 * Charges or pays energy. Put this statement into the batch of the command. Triggers update the
 * balance and exp (energy_log_moves_balance), refuse a wrong balance (energy_log_balance_fits),
 * refuse payments from a negative balance (energy_log_refuses_debtors), and refuse other changes
 * (energy_log_is_never_*, users_energy_follows_ledger).
 */
export function ledgerEntry(entry: LedgerEntry, now: Date): Statement {
  return ledgerEntries([entry], now)
}

/**
 * Several entries, each for a different user. The ids are consecutive and start at
 * `nextId('energy_log')`.
 */
export function ledgerEntries(entries: readonly LedgerEntry[], now: Date): Statement {
  const rows = entries.map((entry, offset) => {
    const condition = and(sql`u.uid = (${entry.uid})`, entry.only)
    return sql`SELECT ${valuesOf(entry, sql.raw(String(offset)), now)} FROM users u WHERE ${condition}`
  })
  return sql`${INTO_LEDGER} ${sql.join(rows, sql` UNION ALL `)}`
}

/** The same entry for several users. Each uid may occur once. */
export function ledgerEntryForEach(
  uids: readonly number[],
  entry: Omit<LedgerEntry, 'uid'>,
  now: Date,
): Statement {
  return sql`${INTO_LEDGER}
    SELECT ${valuesOf(entry, sql`named.key`, now)}
    FROM json_each(${JSON.stringify(uids)}) named CROSS JOIN users u ON u.uid = named.value`
}

const INTO_LEDGER = sql`
  INSERT INTO energy_log (id, user_id, amount, reason, balance_after, post_id, note, created_at, exp_gained)`

function valuesOf(entry: Omit<LedgerEntry, 'uid'>, offset: Statement, now: Date): Statement {
  const { amount, exp, reason, postId, note } = entry
  return sql`
    ${nextId('energy_log')} + ${offset}, u.uid, ${amount}, ${reason}, u.energy + ${amount}, ${postId ?? null}, ${note ?? null},
    ${now.toISOString()}, ${exp ?? 0}`
}

export const EnergyInfoShape = z
  .object({
    energy: z.int(),
    can_energize: z.boolean(),
    can_rename: z.boolean(),
    spent_today: z.int(),
    exp_from_energize_today: z.int(),
    exp_cap: z.int(),
  })
  .meta({ id: 'EnergyInfo' })

export const ReasonShape = z.enum(ENERGY_REASONS)

export const LedgerEntryShape = z
  .object({
    id: z.int(),
    amount: z.int(),
    reason: ReasonShape,
    balance_after: z.int(),
    post_id: z.int().nullable(),
    note: z.string().nullable(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'LedgerEntry' })

export const AdminLedgerEntryShape = z
  .object({ ...LedgerEntryShape.shape, user: UserRefShape })
  .meta({ id: 'AdminLedgerEntry' })
