import { and, type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { behind, behindId, equals, type Group, pageGroup, type Statement } from '#db/client.ts'
import type { EnergyReason, LedgerRow } from '#db/schema/economy.ts'
import { asUserRef, type PublicColumns } from '#features/core/people/user-ref.ts'
import type { AdminLedgerEntryShape } from '#features/economy/energy/ledger.ts'
import { addDays, startOfDay } from '#kernel/clock.ts'
import type { Language } from '#kernel/i18n.ts'
import { cursorBy, type Page, type PageRequest } from '#kernel/paging.ts'

export interface LedgerSearch {
  uid?: number | undefined
  reason?: EnergyReason | undefined
  /** The first and the last day, as Shanghai dates. Both are included. */
  from?: string | undefined
  to?: string | undefined
}

export type AdminLedgerEntry = z.infer<typeof AdminLedgerEntryShape>
export type AdminLedgerRow = LedgerRow & PublicColumns

/** The ledger of all users for admins, newest first. */
export function ledgerPage(
  search: LedgerSearch,
  request: PageRequest,
  language: Language,
): Group<Page<AdminLedgerEntry>> {
  return pageGroup(
    ['ledger', search.uid, search.reason, search.from, search.to],
    request,
    ledgerRows(search, request),
    cursorBy('created_at', 'id'),
    ({ id, amount, reason, balance_after, post_id, note, created_at, ...user }) => ({
      id,
      amount,
      reason,
      balance_after,
      post_id,
      note,
      created_at,
      user: asUserRef(user, language),
    }),
  )
}

export function ledgerRows(search: LedgerSearch, request: PageRequest): Statement<AdminLedgerRow> {
  const { from, to } = search
  const { entries, order, where } = planOf(search, request)
  const conditions = and(
    where,
    from === undefined ? undefined : sql`l.created_at >= ${startOfDay(from).toISOString()}`,
    to === undefined ? undefined : sql`l.created_at < ${startOfDay(addDays(to, 1)).toISOString()}`,
  )
  return sql`
    SELECT l.*, u.uid, u.username, u.avatar_key, u.exp, u.status
    FROM ${entries} CROSS JOIN users u ON u.uid = l.user_id
    WHERE ${conditions}
    ORDER BY ${order}
    LIMIT ${request.limit + 1}`
}

interface Plan {
  entries: SQL
  order: SQL
  where: SQL | undefined
}

/**
 * Entries of one user, or of a rare reason, are read by an index on the time. All other entries are
 * read in the order of their ids.
 */
function planOf(search: LedgerSearch, request: PageRequest): Plan {
  const { uid, reason } = search
  const isEnergizing = reason === 'energize' || reason === 'energized'
  if (uid === undefined && (reason === undefined || isEnergizing)) return planById(search, request)
  return {
    entries: sql`energy_log l INDEXED BY ${sql.raw(uid === undefined ? 'energy_log_by_reason' : 'energy_log_of_user_by_time')}`,
    order: sql`l.created_at DESC, l.id DESC`,
    where: and(
      equals(sql`l.user_id`, uid),
      equals(sql`l.reason`, reason),
      uid === undefined ? sql`l.reason NOT IN ('energize', 'energized')` : undefined,
      behind(request, sql`l.created_at`, sql`l.id`),
    ),
  }
}

/**
 * post_energize_log has the id of each `energize` entry. The `energized` entry of the author has
 * the next id.
 */
function planById({ reason, from, to }: LedgerSearch, request: PageRequest): Plan {
  if (reason === undefined) {
    return {
      entries: sql`energy_log l NOT INDEXED`,
      order: sql`l.id DESC`,
      where: and(sql`TRUE`, betweenDays(sql`l.id`, from, to), behindId(request, sql`l.id`)),
    }
  }
  const id = reason === 'energize' ? sql`g.id` : sql`g.id + 1`
  return {
    entries: sql`post_energize_log g NOT INDEXED CROSS JOIN energy_log l ON l.id = ${id}`,
    order: sql`g.id DESC`,
    where: and(
      sql`l.reason = ${reason}`,
      betweenDays(sql`g.id`, from, to),
      request.after === null
        ? undefined
        : sql`g.id < ${Number(request.after[1]) - (reason === 'energize' ? 0 : 1)}`,
    ),
  }
}

/**
 * The range of the ids of all entries of these days. The trigger energy_log_keeps_days maintains
 * the table ledger_days, which has the first and the last id of each day.
 */
function betweenDays(id: SQL, from: string | undefined, to = LAST_DAY): SQL | undefined {
  if (from === undefined && to === LAST_DAY) return undefined
  const days = sql`FROM ledger_days WHERE day BETWEEN ${from ?? FIRST_DAY} AND ${to}`
  // The range ends before the first entry of a later day, or with the last entry that was written
  // late for one of these days.
  const last = sql`MAX((SELECT MAX(last_id) ${days}), COALESCE(
    (SELECT first_id FROM ledger_days WHERE day > ${to} ORDER BY day LIMIT 1) - 1, (SELECT MAX(id) FROM energy_log)))`
  return sql`${id} BETWEEN (SELECT MIN(first_id) ${days}) - 1 AND ${last}`
}

const [FIRST_DAY, LAST_DAY] = ['0000-01-01', '9999-12-31']
