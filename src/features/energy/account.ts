import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Database, Statement } from '#db/client.ts'
import type { LedgerRow } from '#db/schema/energy.ts'
import type { EnergyInfoShape, LedgerEntryShape } from '#features/energy/shapes.ts'
import type { Viewer } from '#features/people/viewer.ts'
import { after, DAY, dayOf, startOfDay } from '#kernel/clock.ts'
import { type Page, type PageRequest, pageOf } from '#kernel/paging.ts'

/** What energizing may earn in a day. */
export const ENERGIZE_EXP_CAP = 50
const LEDGER_DAYS = 7

/** Only a negative balance forbids: from 0 one may still go below. */
export async function energyInfo(db: Database, viewer: Viewer, now: Date): Promise<z.infer<typeof EnergyInfoShape>> {
  const today = dayOf(now)
  const [[spent], [summary]] = await db.batch([
    sql<{ spent: number }>`
      SELECT -COALESCE(SUM(amount), 0) AS spent FROM energy_log
      WHERE user_id = ${viewer.uid} AND created_at >= ${startOfDay(today).toISOString()}
        AND reason IN ('energize', 'rename', 'delete_post')`,
    energizeExpOf(viewer.uid, today),
  ])
  return {
    energy: viewer.energy,
    can_energize: viewer.energy >= 0,
    can_rename: viewer.energy >= 0,
    spent_today: spent?.spent ?? 0,
    exp_from_energize_today: summary?.exp ?? 0,
    exp_cap: ENERGIZE_EXP_CAP,
  }
}

export function energizeExpOf(uid: number, day: string): Statement<{ exp: number }> {
  return sql`SELECT exp FROM daily_exp_summary WHERE user_id = ${uid} AND day = ${day}`
}

export type LedgerEntryView = z.infer<typeof LedgerEntryShape>

/** The viewer's entries of the last seven days, newest first. */
export async function recentEntries(
  db: Database,
  viewer: Viewer,
  request: PageRequest,
  now: Date,
): Promise<Page<LedgerEntryView>> {
  const since = after(now, -LEDGER_DAYS * DAY).toISOString()
  const [at, id] = request.after ?? [null, null]
  const rows = await db.all(sql<LedgerRow>`
    SELECT * FROM energy_log
    WHERE user_id = ${viewer.uid} AND created_at >= ${since}
      ${at === null ? sql`` : sql`AND (created_at, id) < (${at}, ${id})`}
    ORDER BY created_at DESC, id DESC
    LIMIT ${request.limit + 1}`)
  return pageOf(rows, request, (row) => [row.created_at, row.id], asEntry)
}

function asEntry({ user_id: _, ...entry }: LedgerRow): LedgerEntryView {
  return entry
}
