import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { MINUTE } from '#kernel/clock.ts'
import type { RateRule } from '#kernel/rate-limits.ts'
import { World } from '#test/world.ts'
import type { RateLimiter } from '#web/limits/rate-limiter.ts'

/** The stored state of an object: its tables and their counters. */
function kept(limiter: DurableObjectStub<RateLimiter>) {
  return runInDurableObject(limiter, async (_, { storage }) => {
    const tables = storage.sql
      .exec<{ name: string }>(`SELECT name FROM sqlite_schema WHERE name = 'counters'`)
      .toArray()
    const rules =
      tables.length === 0 ? [] : storage.sql.exec<{ rule: string }>('SELECT rule FROM counters ORDER BY rule').toArray()
    return { hasTable: tables.length > 0, rules: rules.map(({ rule }) => rule), alarm: await storage.getAlarm() }
  })
}

/** Lets enough time pass for the counters of this rule to expire. */
function letRunOut(limiter: DurableObjectStub<RateLimiter>, rule: RateRule) {
  return runInDurableObject(limiter, (_, { storage }) => {
    storage.sql.exec('UPDATE counters SET idle_at = 0 WHERE rule = ?', rule)
  })
}

const limiterOf = (world: World) => world.env.RATE_LIMITER.getByName(`test:${crypto.randomUUID()}`)
const EMPTY = { hasTable: false, rules: [], alarm: null }

test('a rate limiter that only answered checks stores nothing', async () => {
  const limiter = limiterOf(new World())
  expect(await limiter.ping()).toBe(0)
  await limiter.clear('login-failure', 'somebody')
  await limiter.confirm('login-failure', 'somebody', Date.now())
  await limiter.giveBack('login-failure', 'somebody', Date.now())
  expect(await kept(limiter)).toEqual(EMPTY)
})

test('the alarm deletes expired counters, and counting starts again', async () => {
  const limiter = limiterOf(new World())
  const now = Date.now()
  for (let n = 0; n < 5; n++) expect(await limiter.take('sensitive', '', now)).toBe(0)
  expect(await limiter.take('sensitive', '', now)).toBe(300)
  expect(await kept(limiter)).toMatchObject({ hasTable: true, rules: ['sensitive'] })
  await letRunOut(limiter, 'sensitive')
  await runDurableObjectAlarm(limiter)
  expect(await kept(limiter)).toEqual(EMPTY)
  expect(await limiter.take('sensitive', '', now)).toBe(0)
  expect(await kept(limiter)).toMatchObject({ hasTable: true, rules: ['sensitive'] })
})

test('calls that arrive out of order are allowed again when the oldest one expires', async () => {
  const limiter = limiterOf(new World())
  const now = Date.now()
  for (const began of [1200, 0, 300]) await limiter.take('reset-asked-of-email', '', now + began)
  expect(await limiter.take('reset-asked-of-email', '', now + 1300)).toBe(3599)
  expect(await limiter.take('reset-asked-of-email', '', now + 60 * MINUTE)).toBe(0)
})

test('the alarm keeps active counters and runs again for them', async () => {
  const limiter = limiterOf(new World())
  const now = Date.now()
  await limiter.take('sensitive', '', now)
  await limiter.take('write', '', now + MINUTE)
  await letRunOut(limiter, 'sensitive')
  await runDurableObjectAlarm(limiter)
  expect(await kept(limiter)).toEqual({ hasTable: true, rules: ['write'], alarm: now + 2 * MINUTE })
  expect(await limiter.ping()).toBe(1)
})

test('limits work again after the clock was set back by a year, and are cleared after it was set forward', async () => {
  const limiter = limiterOf(new World())
  const now = Date.now()
  const ahead = now + 365 * 24 * 60 * MINUTE
  const exceed = async (at: number) => {
    for (let n = 0; n < 5; n++) expect(await limiter.take('sensitive', '', at)).toBe(0)
    expect(await limiter.take('sensitive', '', at)).toBe(300)
    for (let n = 0; n < 30; n++) expect(await limiter.take('check-email', '', at)).toBe(0)
    expect(await limiter.take('check-email', '', at)).toBe(60)
  }
  await exceed(ahead)
  await exceed(now)
  await exceed(ahead)
  // Concurrent requests carry slightly different times.
  expect(await limiter.take('check-email', '', ahead - 50)).toBeGreaterThan(0)
})
