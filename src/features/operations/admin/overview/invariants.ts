import { sql } from 'drizzle-orm'
import type { Statement, Statements } from '#db/client.ts'
import { noticeToEach } from '#features/core/notifications/notices.ts'
import { recall, remember } from '#features/core/site/state.ts'
import {
  checksOf,
  isLastSlice,
  QUEUE_CHECK,
  sliceOf,
  WALK_NAMES,
  type WalkName,
} from '#features/operations/admin/overview/invariant-checks.ts'
import { REPAIRS } from '#features/operations/admin/overview/invariant-repairs.ts'
import type { InvariantReport } from '#features/operations/admin/overview/overview.ts'

/** The number of slices of one run. The next run continues after the last slice. */
const SLICES_A_RUN = 7

interface Pass extends InvariantReport {
  walk: WalkName
  after: number
  /**
   * The failed checks that the owners were notified of. A complete pass removes the checks that
   * succeed again.
   */
  told: string[]
}

/**
 * Continues the current pass, or starts a new one if it is complete or with `restart`. Notifies the
 * owners of checks that have failed since the last notice.
 */
export async function checkInvariants(
  db: Statements,
  now: Date,
  { restart = false } = {},
): Promise<InvariantReport> {
  const stored = await recall(db, 'invariants-pass')
  const last = stored === null ? null : (JSON.parse(stored) as Pass)
  let pass =
    last === null || last.complete || restart ? await firstPass(db, last?.told ?? [], now) : last
  for (let slice = 0; slice < SLICES_A_RUN && !pass.complete; slice++)
    pass = await nextSlice(db, pass, now)
  const wrong = Object.keys(pass.failures)
  const newFailures = wrong.filter((check) => !pass.told.includes(check))
  const told = pass.complete ? wrong : [...pass.told, ...newFailures]
  const { checked_at, ok, failures, checked, complete } = pass
  const report = { checked_at, ok, failures, checked, complete }
  const notices = newFailures.length > 0 ? [await noticeToOwners(db, newFailures, now)] : []
  await db.batch([
    remember('invariants-pass', JSON.stringify({ ...pass, told })),
    // The overview shows the last complete pass. It shows a failure at once.
    ...(pass.complete || !pass.ok ? [remember('invariants', JSON.stringify(report))] : []),
    // In the same batch as `told`: otherwise an interrupted run could record a notification that
    // was never sent.
    ...notices,
  ])
  return report
}

async function firstPass(db: Statements, told: string[], now: Date): Promise<Pass> {
  const [name, check] = QUEUE_CHECK
  const wrong = await db.all(check)
  const failures = wrong.length === 0 ? {} : { [name]: wrong.map(({ id }) => id) }
  const ok = wrong.length === 0
  return {
    checked_at: now.toISOString(),
    ok,
    failures,
    checked: 0,
    complete: false,
    walk: 'people',
    after: 0,
    told,
  }
}

async function nextSlice(db: Statements, pass: Pass, now: Date): Promise<Pass> {
  const [slice] = await db.all(sliceOf(pass.walk, pass.after))
  const { last = null, count = 0 } = slice ?? {}
  const found = last === null ? {} : await failuresIn(db, pass.walk, pass.after + 1, last)
  const failures = { ...pass.failures, ...found }
  const next = isLastSlice(pass.walk, count)
    ? WALK_NAMES[WALK_NAMES.indexOf(pass.walk) + 1]
    : pass.walk
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

async function failuresIn(
  db: Statements,
  walk: WalkName,
  from: number,
  to: number,
): Promise<Record<string, number[]>> {
  const checks = checksOf(walk, from, to)
  const results = await db.batch(checks.map(([, check]) => check))
  return Object.fromEntries(
    checks.flatMap(([name], index) => {
      const ids = (results[index] ?? []).map(({ id }) => id)
      return ids.length === 0 ? [] : [[name, ids]]
    }),
  )
}

async function noticeToOwners(db: Statements, checks: string[], now: Date): Promise<Statement> {
  const owners = await db.all(
    sql<{ uid: number }>`SELECT uid FROM users WHERE role = 'owner' AND status = 'active'`,
  )
  const uids = owners.map(({ uid }) => uid)
  const data = { event: 'invariants_failed', checks: checks.join('; ') }
  return noticeToEach(uids, { kind: 'NotifySystem', relatedId: null, data }, now)
}

/** Runs all checks over all rows. */
export async function checkAll(db: Statements, now: Date): Promise<InvariantReport> {
  let report = await checkInvariants(db, now, { restart: true })
  while (!report.complete) report = await checkInvariants(db, now)
  return report
}

/**
 * Alternates checks and repairs until a pass finds no row that has not been repaired already. One
 * pass is not enough: a check reports at most ten rows per slice, and the repair of a post changes
 * the figures of its author.
 */
export async function repairAll(
  db: Statements,
  now: Date,
): Promise<{ repaired: number; report: InvariantReport }> {
  const tried = new Set<string>()
  for (;;) {
    const report = await checkAll(db, now)
    const found = wrongRows(report).filter(({ name }) => !tried.has(name))
    if (found.length === 0) return { repaired: tried.size - wrongRows(report).length, report }
    for (const { name, statements } of found) {
      tried.add(name)
      await db.batch(statements)
    }
  }
}

/** The wrong rows that can be repaired, with the statements that repair them. */
function wrongRows({ failures }: InvariantReport): { name: string; statements: Statement[] }[] {
  return Object.entries(failures).flatMap(([check, ids]) => {
    const repair = REPAIRS[check]
    return repair ? ids.map((id) => ({ name: `${check}: ${id}`, statements: repair(id) })) : []
  })
}
