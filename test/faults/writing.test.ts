// @module-tag long
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { Database, Statement } from '#db/client.ts'
import { repairCommentSearch } from '#features/community/comments/searchable.ts'
import { imageOfFile } from '#features/core/images/files.ts'
import { checkAll } from '#features/operations/admin/overview/invariants.ts'
import { ALL_AT_ONCE } from '#features/publishing/search/queue.ts'
import { repairSearch } from '#features/publishing/search/search-repair.ts'
import { DAY } from '#kernel/clock.ts'
import { runAllJobs } from '#test/cron.ts'
import type { Call, Fault } from '#test/faults/faults.ts'
import { finalKind, type Kind, kindAfter, kindsBefore } from '#test/faults/kinds.ts'
import { World } from '#test/world.ts'
import type { Repeat } from '#web/openapi/route-facts.ts'
import { createPeople } from '../routes/people.ts'
import { ready } from '../routes/sending.ts'
import { factsByRoute, ROUTES } from '../routes/table.ts'
import { type Attempt, attempt, expectClearFailure, isOvercome } from './attempt.ts'
import { oneIn, quietly, sampledKinds } from './sampling.ts'

beforeEach(quietly)

const writes = Object.entries(ROUTES).filter(([name]) => !/^(?:GET|OPTIONS) /.test(name))
const facts = factsByRoute()
const isKeyed = (name: string) =>
  facts.get(name)?.some(({ refuses }) => refuses?.includes('idempotency_conflict')) ?? false
const repeatOf = (name: string) => facts.get(name)?.findLast(({ repeat }) => repeat)?.repeat

/** Work after the response may fail in any way. */
const LATE: Fault[] = (['DB', 'SEARCH', 'LIVE_ROOM'] as const).map((part) => ({
  part,
  kind: finalKind(part),
  on: 'late',
}))

test.each(oneIn(20, writes))(
  '%s is atomic under faults, and a retry does what its route line states',
  async (name, { status, ...line }) => {
    const people = await createPeople(new World())
    const { world } = people
    const request = await ready(people, name, { status, ...line })
    const sent = isKeyed(name) ? { headers: { 'idempotency-key': crypto.randomUUID() } } : {}
    const send = (on: number, kind: (call: Call) => Kind) =>
      attempt(world, request, [{ part: 'any', kind, on }], sent)
    const before = await rowsIn(world)
    for (let on = 1; ; on++) {
      const kindsOf = (call: Call) => sampledKinds(kindsAt(call, isKeyed(name)), on)
      const first = await send(on, (call) => kindsOf(call)[0] ?? finalKind(call.part))
      const call = first.calls[on - 1]
      // Everything before the response has failed once, and nothing has changed: this attempt
      // succeeds.
      if (call === undefined || call.isLate) {
        expectDone(first)
        return expect(['idempotent', `refused: ${status}`], name).toContain(repeatOf(name))
      }
      const isCommit = call.writes && (call.part === 'DB' || call.part === 'ENERGIZE_COUNTER')
      const [, ...others] = kindsOf(call)
      const failed = [first]
      for (const kind of others) failed.push(await send(on, () => kind))
      for (const each of failed)
        if (each.response && !isIgnored(call, each)) expectClearFailure(each.response)
      expect(await rowsIn(world), `${name}, ${call.what}`).toEqual(before)
      if (!isCommit) continue
      const lost = await send(on, ({ part }) => kindAfter(part))
      // A request with an idempotency key is retried immediately and gets the first response.
      if (isKeyed(name)) expectDone(lost)
      else if (lost.response && lost.response.status !== status) expectClearFailure(lost.response)
      const done = await rowsIn(world)
      const again = await attempt(world, request, LATE, sent)
      expect([name, outcomeOf(again, before, done, await rowsIn(world))]).toEqual([
        name,
        repeatOf(name),
      ])
      return
    }

    /**
     * A rate limiter that cannot undo a counted password does not fail the command, which is done.
     */
    function isIgnored({ what }: Call, { response }: Attempt): boolean {
      return what === 'giveBack' && response?.status === status
    }

    function expectDone({ response }: Attempt) {
      expect(response?.status, response?.text.slice(0, 300)).toBe(status)
    }
  },
)

test('after all faults every invariant holds, no file is left over and no mail is lost', async () => {
  const world = new World()
  // A backup takes longer than all other jobs.
  await world.setting('backups.enabled', false)
  expect((await checkAll(world.db, world.now)).failures).toEqual({})
  expect(await rowsWithoutFile(world)).toEqual([])
  expect(await mailByState(world)).not.toHaveProperty('failed')
  world.wait(3 * DAY)
  for (let run = 0; run < 3; run++) {
    world.wait(2 * DAY)
    await runAllJobs(world.env, world.now)
  }
  expect(await filesWithoutRow(world)).toEqual([])
  const repairs = [
    () => repairSearch(world.db, world.search, world.now, ALL_AT_ONCE),
    () => repairCommentSearch(world.db, world.search),
  ]
  for (const repair of repairs) {
    // The long form creates more posts than the jobs above may process.
    while (!(await repair()).isThrough);
    expect((await repair()).repaired).toBe(0)
  }
  expect(await rowsWithoutFile(world)).toEqual([])
  expect((await checkAll(world.db, world.now)).failures).toEqual({})
})

/** Every kind of fault that fails a call, and its request, before anything is done. */
function kindsAt(call: Call, hasKey: boolean): Kind[] {
  const isSentAgain = hasKey && (call.part === 'DB' || call.part === 'ENERGIZE_COUNTER')
  return kindsBefore(call.part).filter((kind) => {
    const safely = isSentAgain ? { ...call, writes: false } : call
    return !isOvercome({ part: call.part, kind, on: 1 }, safely)
  })
}

type Rows = Awaited<ReturnType<typeof rowsIn>>

/** The result of a request that was sent again after its response was lost. */
function outcomeOf({ response }: Attempt, before: Rows, done: Rows, end: Rows): Repeat | 'failed' {
  if (response === null || response.status >= 500) return 'failed'
  if (response.status >= 400) return `refused: ${response.json?.error.code ?? response.status}`
  const tables = Object.keys(end)
  const grew = (from: Rows, to: Rows) =>
    tables.some((table) => (to[table] ?? 0) > (from[table] ?? 0))
  if (!grew(done, end)) return grew(end, done) ? 'toggles' : 'idempotent'
  return grew(before, done) ? 'adds' : 'finishes'
}

/** Tables written in the background. Their rows are not compared. */
const BACKGROUND_TABLES = [
  'search_queue',
  'operation_hours',
  'live_topics',
  'post_views',
  'author_sources',
  'post_days',
]

/**
 * The number of rows of each table, in few statements, because a batch with a statement for each
 * table takes longer than a request.
 */
async function rowsIn({ db }: World): Promise<Record<string, number>> {
  counts ??= countsOf(await tablesIn(db))
  return Object.assign({}, ...(await db.batch(counts)).flat())
}

/** D1 allows 100 columns. */
const TABLES_A_STATEMENT = 50
let counts: Statement<Record<string, number>>[] | undefined

function countsOf(tables: string[]): Statement<Record<string, number>>[] {
  const count = (table: string) => sql.raw(`(SELECT COUNT(*) FROM ${table}) AS ${table}`)
  const parts = Array.from({ length: Math.ceil(tables.length / TABLES_A_STATEMENT) }, (_, n) =>
    tables.slice(n * TABLES_A_STATEMENT, (n + 1) * TABLES_A_STATEMENT),
  )
  return parts.map((part) => sql`SELECT ${sql.join(part.map(count), sql`, `)}`)
}

async function tablesIn(db: Database): Promise<string[]> {
  const tables = await db.all(sql<{ name: string }>`
    SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%'
    ORDER BY name`)
  return tables.map(({ name }) => name).filter((name) => !BACKGROUND_TABLES.includes(name))
}

async function images({ db, env }: World): Promise<{ rows: string[]; files: string[] }> {
  const rows = await db.all(sql<{ key: string }>`SELECT key FROM images ORDER BY key`)
  const files: string[] = []
  for (let cursor: string | undefined, isLast = false; !isLast; ) {
    const page: R2Objects = await env.IMAGES.list(cursor ? { cursor } : {})
    files.push(...page.objects.map(({ key }) => key))
    isLast = !page.truncated
    if (page.truncated) cursor = page.cursor
  }
  return { rows: rows.map(({ key }) => key), files }
}

/** Images that would be shown as broken. */
async function rowsWithoutFile(world: World): Promise<string[]> {
  const { rows, files } = await images(world)
  return rows.filter((key) => !files.includes(key))
}

async function filesWithoutRow(world: World): Promise<string[]> {
  const { rows, files } = await images(world)
  return files.filter((file) => !rows.includes(imageOfFile(file)))
}

async function mailByState({ db }: World): Promise<Record<string, number>> {
  const rows = await db.all(
    sql<{ status: string; n: number }>`SELECT status, COUNT(*) AS n FROM outbox GROUP BY status`,
  )
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]))
}
