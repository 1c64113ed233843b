import { sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import { noticeToEach } from '#features/notifications/notice.ts'
import { recall, remember } from '#features/site/state.ts'

/** People looked at in one run: the cron comes round to everybody without ever reading the whole database at once. */
const PEOPLE_A_RUN = 2_000

/** Each finds the people, of a range of uids, for whom a redundant figure disagrees with the rows it stands for. */
const CHECKS: Record<string, (from: number, to: number) => Statement<{ id: number }>> = {
  'energy equals the sum of the ledger': (from, to) => sql`
    SELECT uid AS id FROM users
    WHERE uid BETWEEN ${from} AND ${to}
      AND energy <> (SELECT COALESCE(SUM(amount), 0) FROM energy_log WHERE user_id = users.uid)`,
  'the last balance of the ledger is the balance': (from, to) => sql`
    SELECT uid AS id FROM users
    WHERE uid BETWEEN ${from} AND ${to}
      AND energy <> COALESCE(
        (SELECT balance_after FROM energy_log WHERE user_id = users.uid ORDER BY id DESC LIMIT 1), 0)`,
  'unread counts equal the unread notices': (from, to) => sql`
    SELECT uid AS id FROM users
    WHERE uid BETWEEN ${from} AND ${to}
      AND (SELECT COALESCE(SUM(unread), 0) FROM unread_counts WHERE user_id = users.uid)
        <> (SELECT COUNT(*) FROM notifications WHERE user_id = users.uid AND read = 0)`,
}

export interface InvariantReport {
  checked_at: string
  ok: boolean
  /** Up to ten ids for each check that found a difference. */
  failures: Record<string, number[]>
}

/** Looks at the next range of people and tells the owners of any difference. */
export async function checkInvariants(db: Database, now: Date): Promise<InvariantReport> {
  const from = Number((await recall(db, 'invariants-cursor')) ?? 0) + 1
  const [range] = await db.all(sql<{ last: number | null; count: number }>`
    SELECT MAX(uid) AS last, COUNT(*) AS count
    FROM (SELECT uid FROM users WHERE uid >= ${from} ORDER BY uid LIMIT ${PEOPLE_A_RUN})`)
  const to = range?.last ?? from
  const failures = await failuresIn(db, from, to)
  const report = { checked_at: now.toISOString(), ok: Object.keys(failures).length === 0, failures }
  const isLastRange = (range?.count ?? 0) < PEOPLE_A_RUN
  await db.batch([
    remember('invariants', JSON.stringify(report)),
    remember('invariants-cursor', String(isLastRange ? 0 : to)),
  ])
  if (!report.ok) await tellOwners(db, report, now)
  return report
}

async function failuresIn(db: Database, from: number, to: number): Promise<Record<string, number[]>> {
  const names = Object.keys(CHECKS)
  const results = await db.batch(Object.values(CHECKS).map((check) => check(from, to)))
  return Object.fromEntries(
    names.flatMap((name, index) => {
      const ids = (results[index] ?? []).map(({ id }) => id)
      return ids.length === 0 ? [] : [[name, ids.slice(0, 10)]]
    }),
  )
}

async function tellOwners(db: Database, { failures }: InvariantReport, now: Date): Promise<void> {
  const owners = await db.all(sql<{ uid: number }>`SELECT uid FROM users WHERE role = 'owner' AND status = 'active'`)
  const uids = owners.map(({ uid }) => uid)
  const data = { event: 'invariants_failed', checks: Object.keys(failures).join('; ') }
  await db.batch([noticeToEach(uids, { kind: 'NotifySystem', relatedId: null, data }, now)])
}
