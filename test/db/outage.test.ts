import { abortAllDurableObjects } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { isRead, Meter, openDb } from '#db/client.ts'
import { isOutage, isTransient } from '#db/outage.ts'
import type { Bindings } from '#env'
import { faultyD1 } from '#test/faults/d1.ts'
import { type Fault, Faults } from '#test/faults/faults.ts'
import { KINDS } from '#test/faults/kinds.ts'

const read = sql`SELECT 1 AS one`
const write = sql`UPDATE site_state SET value = value WHERE key = 'none'`

function stage(...faults: Fault[]) {
  const plan = new Faults(...faults)
  const meter = new Meter()
  return { plan, meter, db: openDb(faultyD1((env as unknown as Bindings).DB, 'DB', plan), meter) }
}

test('a read is retried after a transient error and counts as one round trip', async () => {
  const { db, plan, meter } = stage(
    { part: 'DB', kind: 'D1 loses the connection', on: 1 },
    { part: 'DB', kind: 'D1 is reset', on: 2 },
  )
  expect(await db.all(read)).toEqual([{ one: 1 }])
  expect([plan.calls.length, meter.roundTrips]).toEqual([3, 1])
})

test('a read is repeated if the object of the database is reset meanwhile', async () => {
  const { db } = stage()
  const long = sql`WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < 10000)
    SELECT COUNT(*) AS n FROM s`
  const reading = db.all(long)
  await abortAllDurableObjects()
  expect(await reading).toEqual([{ n: 10_000 }])
  expect(await db.all(read)).toEqual([{ one: 1 }])
})

test('a read is tried three times', async () => {
  const { db, plan } = stage({ part: 'DB', kind: 'D1 loses the connection', on: 'all' })
  await expect(db.batch([read, read])).rejects.toThrow('Network connection lost')
  expect(plan.calls).toHaveLength(3)
})

test('a write is never retried, alone or in a batch with reads', async () => {
  for (const statements of [[write], [read, write, read]]) {
    const { db, plan } = stage({ part: 'DB', kind: 'D1 loses the connection', on: 'all' })
    await expect(db.batch(statements)).rejects.toThrow('Network connection lost')
    expect(plan.calls).toHaveLength(1)
  }
})

test('a read is not retried if the database is overloaded', async () => {
  const { db, plan } = stage({ part: 'DB', kind: 'D1 is overloaded', on: 'all' })
  await expect(db.all(read)).rejects.toThrow('overloaded')
  expect(plan.calls).toHaveLength(1)
})

test('isOutage() and isTransient() classify errors', () => {
  const error = (kind: keyof typeof KINDS) => KINDS[kind].error()
  expect([isTransient(error('D1 is reset')), isOutage(error('D1 is reset'))]).toEqual([true, true])
  expect([isTransient(error('D1 is overloaded')), isOutage(error('D1 is overloaded'))]).toEqual([
    false,
    true,
  ])
  expect([isTransient(error('D1 breaks')), isOutage(error('D1 breaks'))]).toEqual([false, false])
  expect(
    isTransient(
      new Error(
        'D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.',
      ),
    ),
  ).toBe(false)
  expect(isTransient(error('the object is evicted'))).toBe(true)
  expect(isTransient(error('the object is overloaded'))).toBe(false)
})

test('isRead() accepts only statements that change nothing', () => {
  const reads = [
    'SELECT 1',
    '\n  WITH x AS (SELECT 1) SELECT * FROM x',
    'SELECT replace(a, b, c) FROM deleted_posts',
  ]
  const writes = [
    'INSERT INTO a SELECT 1',
    'WITH x AS (SELECT 1) UPDATE a SET b = 1',
    'REPLACE INTO a VALUES (1)',
    'DROP TABLE a',
    'PRAGMA x',
  ]
  expect([reads.map(isRead), writes.map(isRead)]).toEqual([
    reads.map(() => true),
    writes.map(() => false),
  ])
})

test('a full disk counts as an outage, but not as an error to retry', () => {
  const error = new Error('D1_ERROR: database or disk is full: SQLITE_FULL')
  expect([isOutage(error), isTransient(error)]).toEqual([true, false])
})
