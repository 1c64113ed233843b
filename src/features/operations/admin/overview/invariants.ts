import { sql } from 'drizzle-orm'
import type { Statement, Statements } from '#db/client.ts'
import { noticeToEach } from '#features/core/notifications/notice.ts'
import { recall, remember } from '#features/core/site/state.ts'
import {
  checksOf,
  isShort,
  QUEUE_CHECK,
  sliceOf,
  WALK_NAMES,
  type WalkName,
} from '#features/operations/admin/overview/invariant-checks.ts'

/** Slices of one run. The next goes on where it stopped. */
const SLICES_A_RUN = 6

export interface InvariantReport {
  checked_at: string
  ok: boolean
  /** Up to ten ids for each check that found a difference. */
  failures: Record<string, number[]>
  /** Rows looked at so far. */
  checked: number
  /** Whether the pass has come round to everything. */
  complete: boolean
}

interface Pass extends InvariantReport {
  walk: WalkName
  after: number
  /** The checks that the owners have been told of, until a whole pass finds nothing wrong with them. */
  told: string[]
}

/** Goes on with the pass over everything, or begins the next one. Owners are told of what was not wrong before. */
export async function checkInvariants(db: Statements, now: Date, { anew = false } = {}): Promise<InvariantReport> {
  const last = await passOf(db)
  let pass = last === null || last.complete || anew ? await firstPass(db, last?.told ?? [], now) : last
  for (let slice = 0; slice < SLICES_A_RUN && !pass.complete; slice++) pass = await nextSlice(db, pass, now)
  const wrong = Object.keys(pass.failures)
  const news = wrong.filter((check) => !pass.told.includes(check))
  const told = pass.complete ? wrong : [...pass.told, ...news]
  const report = asReport(pass)
  const notices = news.length > 0 ? [await toOwners(db, news, now)] : []
  await db.batch([
    remember('invariants-pass', JSON.stringify({ ...pass, told })),
    // What the overview shows is the last whole pass; a difference it shows at once.
    ...(pass.complete || !pass.ok ? [remember('invariants', JSON.stringify(report))] : []),
    // In one batch with the note that they were told: a run that is cut off would leave them untold for good.
    ...notices,
  ])
  return report
}

async function passOf(db: Statements): Promise<Pass | null> {
  const json = await recall(db, 'invariants-pass')
  return json === null ? null : (JSON.parse(json) as Pass)
}

async function firstPass(db: Statements, told: string[], now: Date): Promise<Pass> {
  const [name, check] = QUEUE_CHECK
  const wrong = await db.all(check)
  const failures = wrong.length === 0 ? {} : { [name]: wrong.map(({ id }) => id) }
  const ok = wrong.length === 0
  return { checked_at: now.toISOString(), ok, failures, checked: 0, complete: false, walk: 'people', after: 0, told }
}

async function nextSlice(db: Statements, pass: Pass, now: Date): Promise<Pass> {
  const [slice] = await db.all(sliceOf(pass.walk, pass.after))
  const { last = null, count = 0 } = slice ?? {}
  const found = last === null ? {} : await failuresIn(db, pass.walk, pass.after + 1, last)
  const failures = { ...pass.failures, ...found }
  const next = isShort(pass.walk, count) ? WALK_NAMES[WALK_NAMES.indexOf(pass.walk) + 1] : pass.walk
  return {
    checked_at: now.toISOString(),
    ok: Object.keys(failures).length === 0,
    failures,
    checked: pass.checked + count,
    complete: next === undefined,
    walk: next ?? pass.walk,
    after: next === pass.walk ? (last ?? pass.after) : 0,
    told: pass.told,
  }
}

async function failuresIn(db: Statements, walk: WalkName, from: number, to: number): Promise<Record<string, number[]>> {
  const checks = checksOf(walk, from, to)
  const results = await db.batch(checks.map(([, check]) => check))
  return Object.fromEntries(
    checks.flatMap(([name], index) => {
      const ids = (results[index] ?? []).map(({ id }) => id)
      return ids.length === 0 ? [] : [[name, ids]]
    }),
  )
}

function asReport({ checked_at, ok, failures, checked, complete }: Pass): InvariantReport {
  return { checked_at, ok, failures, checked, complete }
}

async function toOwners(db: Statements, checks: string[], now: Date): Promise<Statement> {
  const owners = await db.all(sql<{ uid: number }>`SELECT uid FROM users WHERE role = 'owner' AND status = 'active'`)
  const uids = owners.map(({ uid }) => uid)
  const data = { event: 'invariants_failed', checks: checks.join('; ') }
  return noticeToEach(uids, { kind: 'NotifySystem', relatedId: null, data }, now)
}
