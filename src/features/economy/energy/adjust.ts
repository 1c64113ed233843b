import { sql } from 'drizzle-orm'
import { type Database, one } from '#db/client.ts'
import { noticeToEach } from '#features/core/notifications/notices.ts'
import { type Nameless, nameless } from '#features/core/people/nameless.ts'
import { type AuditActor, auditEntryForEach } from '#features/core/site/audit-log.ts'
import {
  firstTime,
  type Retry,
  storedResponse,
  storeResponse,
} from '#features/core/site/idempotency.ts'
import { ledgerEntryForEach } from '#features/economy/energy/ledger.ts'
import { AppError } from '#kernel/errors.ts'

export const ADJUST_MAX = 1_000_000
export const ADJUST_PEOPLE_MAX = 1_000
export const ADJUST_REASON_MAX = 200

interface Adjustment {
  uids: readonly number[]
  amount: number
  reason: string
}

/** The response to an adjustment: the number of adjusted users. */
interface Adjusted {
  adjusted: number
}

/**
 * Adds energy to users or subtracts it. All users or none: an unknown user refuses the whole
 * adjustment.
 */
export async function adjustEnergy(
  db: Database,
  owner: AuditActor,
  adjustment: Adjustment,
  retry: Retry | null,
  now: Date,
): Promise<Adjusted> {
  const { uids } = adjustment
  const people = JSON.stringify(uids)
  const { reason, first, found } = await db.read({
    reason: nameless(adjustment.reason),
    first: storedResponse<Adjusted>(retry, now),
    found: one(sql<{ count: number }>`
      SELECT COUNT(*) AS count FROM json_each(${people}) named JOIN users ON users.uid = named.value
      WHERE users.status <> 'deleted'`),
  })
  if (first !== null) return first
  if (found?.count !== uids.length) throw new AppError('not_found')
  const run = () => pay(db, owner, { ...adjustment, reason }, retry, now)
  return firstTime<Adjusted, Adjusted>(db, retry, now, run, (response) => response)
}

async function pay(
  db: Database,
  owner: AuditActor,
  { uids, amount, reason }: Adjustment & { reason: Nameless },
  retry: Retry | null,
  now: Date,
): Promise<Adjusted> {
  const data = { event: 'energy_adjusted', amount, reason }
  const before = sql`json_object('energy', u.energy)`
  // D1 binds numbers as REAL, so JSON would contain 3.0.
  const whole = sql`CAST(${amount} AS INTEGER)`
  const after = sql`json_object('energy', u.energy + ${whole}, 'amount', ${whole})`
  await db.batch([
    auditEntryForEach(owner, uids, { action: 'energy.adjust', reason, before, after }, now),
    ledgerEntryForEach(uids, { amount, reason: 'admin_adjust', note: reason }, now),
    noticeToEach(uids, { kind: 'NotifySystem', relatedId: null, actorId: owner.uid, data }, now),
    ...storeResponse(retry, sql`json_object('adjusted', CAST(${uids.length} AS INTEGER))`, now),
  ])
  return { adjusted: uids.length }
}
