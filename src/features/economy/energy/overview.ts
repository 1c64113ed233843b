import { sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { LEDGER_DAYS, type LedgerEntryView, recentEntriesOf } from '#features/economy/energy/account.ts'
import { addDays, dayOf, startOfDay } from '#kernel/clock.ts'
import type { Page, PageRequest } from '#kernel/paging.ts'

export interface EnergyOverview {
  entries: Page<LedgerEntryView>
  /** The balance at the end of each day, today last. */
  balances: { day: string; balance: number }[]
}

export async function energyOverview(
  db: Database,
  viewer: Viewer,
  request: PageRequest,
  now: Date,
): Promise<EnergyOverview> {
  const days = Array.from({ length: LEDGER_DAYS }, (_, index) => addDays(dayOf(now), index + 1 - LEDGER_DAYS))
  const { entries, balances } = await db.read({
    entries: recentEntriesOf(viewer.uid, request, now),
    balances: balancesAfter(viewer.uid, days),
  })
  return { entries, balances: days.map((day, index) => ({ day, balance: balances[index]?.balance ?? 0 })) }
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
