import { and, sql } from 'drizzle-orm'
import type * as z from 'zod'
import {
  behind,
  type Database,
  type Group,
  group,
  one,
  pageGroup,
  type Statement,
} from '#db/client.ts'
import type { LedgerRow } from '#db/schema/economy.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import type { EnergyInfoShape, LedgerEntryShape } from '#features/economy/energy/ledger.ts'
import { addDays, after, DAY, dayOf, startOfDay } from '#kernel/clock.ts'
import { cursorBy, type Page, type PageRequest } from '#kernel/paging.ts'

/** Maximum exp per day from energizing. A CHECK of daily_exp_summary has the same number. */
export const ENERGIZE_EXP_CAP = 50
/** Days of the own ledger that a user sees in the list and in the chart. */
export const LEDGER_DAYS = 7

/**
 * Only a negative balance forbids energizing and renaming, so a balance of 0 can still become
 * negative.
 */
export async function energyInfo(
  db: Database,
  viewer: Viewer,
  now: Date,
): Promise<z.infer<typeof EnergyInfoShape>> {
  const today = dayOf(now)
  const { spent, exp_from_energize_today } = await db.read({
    spent: one(sql<{ spent: number }>`
      SELECT -COALESCE(SUM(amount), 0) AS spent FROM energy_log
      WHERE user_id = ${viewer.uid} AND created_at >= ${startOfDay(today).toISOString()}
        AND reason IN ('energize', 'rename', 'delete_post')`),
    exp_from_energize_today: energizeExpOf(viewer.uid, today),
  })
  return {
    energy: viewer.energy,
    can_energize: viewer.energy >= 0,
    can_rename: viewer.energy >= 0,
    spent_today: spent?.spent ?? 0,
    exp_from_energize_today,
    exp_cap: ENERGIZE_EXP_CAP,
  }
}

/** The exp that a user earned by energizing on one day. */
export function energizeExpOf(uid: number, day: string): Group<number> {
  const summary = sql<{
    exp: number
  }>`SELECT exp FROM daily_exp_summary WHERE user_id = ${uid} AND day = ${day}`
  return group({ summary: one(summary) }, ({ summary }) => summary?.exp ?? 0)
}

export type LedgerEntryView = z.infer<typeof LedgerEntryShape>

/** The user's entries of the last seven days, newest first. */
export function recentEntries(
  uid: number,
  request: PageRequest,
  now: Date,
): Group<Page<LedgerEntryView>> {
  const since = after(now, -LEDGER_DAYS * DAY).toISOString()
  const rows = sql<LedgerRow>`
    SELECT * FROM energy_log
    WHERE ${and(sql`user_id = ${uid} AND created_at >= ${since}`, behind(request, sql`created_at`, sql`id`))}
    ORDER BY created_at DESC, id DESC
    LIMIT ${request.limit + 1}`
  return pageGroup(
    ['energy'],
    request,
    rows,
    cursorBy('created_at', 'id'),
    ({ user_id: _user, exp_gained: _exp, ...entry }) => entry,
  )
}

export interface EnergyOverview {
  entries: Page<LedgerEntryView>
  /** The balance at the end of each of the last `LEDGER_DAYS` days, today last. */
  balances: { day: string; balance: number }[]
}

/**
 * The first page of the user's ledger and the balances of the same days, for the page of the
 * account.
 */
export async function energyOverview(
  db: Database,
  viewer: Viewer,
  request: PageRequest,
  now: Date,
): Promise<EnergyOverview> {
  const days = Array.from({ length: LEDGER_DAYS }, (_, index) =>
    addDays(dayOf(now), index + 1 - LEDGER_DAYS),
  )
  const { entries, balances } = await db.read({
    entries: recentEntries(viewer.uid, request, now),
    balances: balancesAfter(viewer.uid, days),
  })
  return {
    entries,
    balances: days.map((day, index) => ({ day, balance: balances[index]?.balance ?? 0 })),
  }
}

function balancesAfter(uid: number, days: string[]): Statement<{ balance: number }> {
  const ends = JSON.stringify(days.map((day) => startOfDay(addDays(day, 1)).toISOString()))
  return sql`
    SELECT COALESCE((
      SELECT balance_after FROM energy_log WHERE user_id = ${uid} AND created_at < day_end.value
      ORDER BY created_at DESC, id DESC LIMIT 1
    ), 0) AS balance
    FROM json_each(${ends}) day_end
    ORDER BY day_end.key`
}
