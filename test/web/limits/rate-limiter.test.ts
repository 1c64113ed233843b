import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { MINUTE } from '#kernel/clock.ts'
import { RATE_RULES, type RateRule } from '#kernel/rate-limits.ts'
import { useUp } from '#test/limits.ts'
import { expect, test } from '#test/test.ts'
import { type Client, PASSWORD, World } from '#test/world.ts'
import type { RateLimiter } from '#web/limits/rate-limiter.ts'
import { apiRoutes } from '#web/openapi/openapi.ts'
import type { RouteFact } from '#web/openapi/route-facts.ts'

/** The stored state of an object: its tables and their counters. */
function kept(limiter: DurableObjectStub<RateLimiter>) {
  return runInDurableObject(limiter, async (_, { storage }) => {
    const tables = storage.sql
      .exec<{ name: string }>(`SELECT name FROM sqlite_schema WHERE name = 'counters'`)
      .toArray()
    const rules =
      tables.length === 0
        ? []
        : storage.sql.exec<{ rule: string }>('SELECT rule FROM counters ORDER BY rule').toArray()
    return {
      hasTable: tables.length > 0,
      rules: rules.map(({ rule }) => rule),
      alarm: await storage.getAlarm(),
    }
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

test('a rate limiter that was only asked for checks stores nothing', async () => {
  const limiter = limiterOf(new World())
  expect(await limiter.ping()).toBe(0)
  await limiter.clear('login-failure', 'unknown')
  await limiter.confirm('login-failure', 'unknown', Date.now())
  await limiter.giveBack('login-failure', 'unknown', Date.now())
  expect(await kept(limiter)).toEqual(EMPTY)
})

test('the alarm of a rate limiter deletes expired counters, and counting starts again', async () => {
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

test('if calls arrive out of order, calls are allowed again when the oldest call expires', async () => {
  const limiter = limiterOf(new World())
  const now = Date.now()
  for (const began of [1200, 0, 300]) await limiter.take('reset-asked-of-email', '', now + began)
  expect(await limiter.take('reset-asked-of-email', '', now + 1300)).toBe(3599)
  expect(await limiter.take('reset-asked-of-email', '', now + 60 * MINUTE)).toBe(0)
})

test('the alarm of a rate limiter keeps active counters and runs again for them', async () => {
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

const { most, pauseSeconds = 0 } = RATE_RULES.guess
const wrong = { password: 'not this one', code: '000000' }

function fieldsOf({ input }: RouteFact): string[] {
  return input?.in === 'json' && 'shape' in input.schema
    ? Object.keys(input.schema.shape as object)
    : []
}

/** One guess, each from another client address. */
async function guess(
  member: Client,
  send: (member: Client) => ReturnType<Client['send']>,
): Promise<number> {
  member.ip = member.world.visitor().ip
  return (await send(member)).status
}

const changePassword = (member: Client) =>
  member.put('/api/settings/password', {
    current_password: wrong.password,
    new_password: 'long enough to be taken',
  })
const deleteAccount = (member: Client) => member.post('/api/settings/delete-account', wrong)
const startTotp = (member: Client) => member.post('/api/settings/totp', wrong)
const changeEmail = (member: Client) =>
  member.put('/api/settings/email', { ...wrong, email: 'a@example.com' })

test('every route that asks a signed-in user for the password counts wrong ones', () => {
  const asking = apiRoutes(new World().app).filter(
    ({ facts }) =>
      facts.some(({ access }) => access !== undefined && access !== 'anyone') &&
      facts.flatMap(fieldsOf).some((field) => ['password', 'current_password'].includes(field)),
  )
  expect(asking.map(({ path }) => path)).toContain('/api/settings/password')
  const forgotten = asking.filter(({ facts }) => !facts.some(({ countsGuesses }) => countsGuesses))
  expect(forgotten.map(({ path }) => path)).toEqual([])
})

test.each([
  ['PUT /api/settings/password', changePassword],
  ['POST /api/settings/delete-account', deleteAccount],
])(
  '%s: guesses with one session from many IP addresses are limited, then allowed once a minute',
  async (_, send) => {
    const world = new World()
    const member = await world.member()
    await useUp(world, `user:${member.user.uid}`, 'guess', 1)
    for (let n = 0; n < 2; n++) expect(await guess(member, send)).toBe(422)
    expect(await guess(member, send)).toBe(429)
    world.wait(pauseSeconds * 1000)
    expect(await guess(member, send)).toBe(422)
    expect(await guess(member, send)).toBe(429)
  },
)

test('all routes share the count of a user, also for concurrent guesses', async ({ member }) => {
  const sends = [changePassword, deleteAccount, startTotp, changeEmail]
  const guesses = Array.from({ length: 4 }, () => sends).flat()
  const statuses = await Promise.all(guesses.map((send) => guess(member, send)))
  expect(statuses.filter((status) => status === 422)).toHaveLength(most + 1)
  expect(statuses.filter((status) => status === 429)).toHaveLength(guesses.length - most - 1)
})

test('guesses of several users from one IP address are limited', async ({ world }) => {
  const { ip } = world.visitor()
  await useUp(world, `ip:${ip}`, 'guess', 1)
  const statuses: number[] = []
  for (const member of await world.members([{}, {}, {}])) {
    statuses.push((await startTotp(Object.assign(member, { ip }))).status)
  }
  expect(statuses).toEqual([422, 422, 429])
})

test('right passwords do not count towards the limit of guesses', async ({ world, member }) => {
  await useUp(world, `user:${member.user.uid}`, 'guess', 1)
  for (let n = 0; n < 3; n++) {
    member.ip = world.visitor().ip
    const change = { current_password: PASSWORD, new_password: PASSWORD }
    expect((await member.put('/api/settings/password', change)).status).toBe(204)
  }
})
