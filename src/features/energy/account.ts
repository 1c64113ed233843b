import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Database, Statement } from '#db/client.ts'
import type { LedgerRow } from '#db/schema/energy.ts'
import type { EnergyInfoShape, LedgerEntryShape } from '#features/energy/shapes.ts'
import type { Viewer } from '#features/people/viewer.ts'
import { after, DAY, dayOf, startOfDay } from '#kernel/clock.ts'
import { type Page, type PageRequest, pageOf } from '#kernel/paging.ts'

/** What energizing may earn in a day: a CHECK of daily_exp_summary. */
export const ENERGIZE_EXP_CAP = 50
/** How far back a person reads their own ledger, and its chart goes. */
export const LEDGER_DAYS = 7

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
export async function recentEntries(db: Database, viewer: Viewer, request: PageRequest, now: Date) {
  return asRecentEntries(await db.all(recentEntriesOf(viewer.uid, request, now)), request)
}

export function recentEntriesOf(uid: number, { after: cursor, limit }: PageRequest, now: Date): Statement<LedgerRow> {
  const since = after(now, -LEDGER_DAYS * DAY).toISOString()
  return sql`
    SELECT * FROM energy_log
    WHERE user_id = ${uid} AND created_at >= ${since}
      ${cursor === null ? sql`` : sql`AND (created_at, id) < (${cursor[0]}, ${cursor[1]})`}
    ORDER BY created_at DESC, id DESC
    LIMIT ${limit + 1}`
}

export function asRecentEntries(rows: LedgerRow[], request: PageRequest): Page<LedgerEntryView> {
  return pageOf(
    rows,
    request,
    (row) => [row.created_at, row.id],
    ({ user_id: _, ...entry }) => entry,
  )
}
