import { sql } from 'drizzle-orm'
import { beforeEach, expect, test, vi } from 'vitest'
import { addOperations, type Operation } from '#features/core/site/state.ts'
import { reportCronRun } from '#features/operations/admin/overview/overview.ts'
import { runJobs } from '#jobs'
import { DAY, HOUR, MINUTE } from '#kernel/clock.ts'
import { measuredD1 } from '#test/measured-d1.ts'
import { World } from '#test/world.ts'

let world: World
beforeEach(async () => {
  world = new World()
  await world.db.batch([
    sql`DELETE FROM operation_hours`,
    sql`DELETE FROM site_state WHERE key = 'operations'`,
  ])
  // A backup takes longer than all other jobs.
  await world.setting('backups.enabled', false)
})

const rows = () =>
  world.db.all(
    sql<Operation>`SELECT kind, name, count, slow, failed, worst_ms FROM operation_hours`,
  )
const overview = async () =>
  (await (await world.member({ role: 'admin' })).get('/api/admin/overview')).json.operations

test('request counts are collected in memory and written once a minute', async () => {
  const visitor = world.visitor()
  for (let n = 0; n < 5; n++) await visitor.get('/api/auth/csrf')
  expect(await rows()).toEqual([])
  world.wait(MINUTE)
  await visitor.get('/api/auth/csrf')
  await visitor.get('/api/auth/csrf')
  expect(await rows()).toMatchObject([{ kind: 'requests', name: '', count: 6, failed: 0 }])
})

test('the first failed request is written at once with its route, later ones after a minute', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const visitor = world.visitor()
  const [{ uid }, key] = [await world.user(), `${'x'.repeat(22)}.png`]
  await world.db.batch([
    sql`INSERT INTO images (key, user_id, purpose, type, width, height, bytes, created_at)
        VALUES (${key}, ${uid}, 'avatar', 'image/png', 1, 1, 1, ${world.now.toISOString()})`,
    sql`UPDATE users SET avatar_key = ${key} WHERE uid = ${uid}`,
  ])
  Object.assign(world, { env: { ...world.env, IMAGES: null } })
  const failing = () => visitor.get(`/images/${key}`)
  expect((await failing()).status).toBe(503)
  const route = expect.stringContaining('/images/')
  expect((await rows()).toSorted((a, b) => (a.kind < b.kind ? -1 : 1))).toMatchObject([
    { kind: 'requests', count: 1, failed: 1 },
    { kind: 'route', name: route, count: 1, failed: 1 },
  ])
  await failing()
  expect(await rows()).toMatchObject([{ failed: 1 }, { failed: 1 }])
})

test('requests that were refused because of their cost are counted by reason, for the owner', async () => {
  const author = await world.member({ level: 3 })
  const owner = await world.member({ role: 'owner' })
  const hasRefused = async () => (await owner.get('/admin')).text.includes('Waited too long')
  expect(await hasRefused()).toBe(false)
  const { COMPUTE, DB } = world.env
  const tooLong = new DOMException('', 'TimeoutError')
  world.env = { ...world.env, COMPUTE: { fetch: () => Promise.reject(tooLong) } as never }
  const post = { title: 'Long', body: '<p>words</p>' }
  expect((await author.post('/api/studio/posts', post)).status).toBe(422)
  world.env = { ...world.env, COMPUTE, DB: measuredD1(DB, { duration: 40_000 }) }
  world.limitWrites()
  await author.get('/api/messages')
  await expect.poll(async () => (await author.get('/api/messages')).status).toBe(429)
  world.env = { ...world.env, DB }
  world.wait(MINUTE)
  await world.visitor().get('/api/auth/csrf')
  const { refused } = await overview()
  expect(refused).toEqual({ budget: expect.any(Number), queue: 0, too_complex: 1 })
  expect(refused.budget).toBeGreaterThan(0)
  await world.db.batch([
    addOperations(
      [{ kind: 'requests', name: 'queue', count: 3, slow: 0, failed: 0, worst_ms: 1 }],
      world.now,
    ),
  ])
  expect(await hasRefused()).toBe(true)
})

test('the cron records its run, failed jobs and objects, queue lengths and database sizes', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await runJobs(world.env, world.now)
  expect(await overview()).toMatchObject({
    cron: { last_at: world.now.toISOString(), runs: 1, failed: 0 },
    queues: {
      mail: expect.any(Number),
      posts: expect.any(Number),
      comments: expect.any(Number),
      images: 0,
    },
    alarms: [],
  })
  const shut = { getByName: () => ({ ping: () => Promise.reject(new Error('shut')) }) }
  const COMPUTE = { fetch: () => Promise.reject(new Error('down')) }
  await runJobs({ ...world.env, IMAGES: null, RATE_LIMITER: shut, COMPUTE } as never, world.now)
  const { cron, bytes, alarms } = await overview()
  expect(cron).toMatchObject({ runs: 2, failed: 1 })
  expect(bytes.main).toBeGreaterThan(100_000)
  expect(alarms).toEqual([
    { about: 'job', names: ['delete unused images'] },
    { about: 'object', names: ['Compute', 'RateLimiter'] },
  ])
})

test('many errors, many slow requests and a stopped cron raise alarms, which end after a day', async () => {
  const run = { ms: 1, failedJobs: [], failedObjects: [] }
  const figures = { repaired: { posts: 0, comments: 0 }, bytes: { main: 1, search: 1 } }
  const cronRan = () => reportCronRun(world.db, { ...run, ...figures }, world.now)
  await cronRan()
  const sum = (count: number, slow: number, failed: number): Operation[] => [
    { kind: 'requests', name: '', count, slow, failed, worst_ms: 5_000 },
  ]
  const about = async () => (await overview()).alarms.map((alarm: { about: string }) => alarm.about)
  await world.db.batch([addOperations(sum(2_000, 0, 10), world.now)])
  expect(await about()).toEqual([])
  await world.db.batch([addOperations(sum(0, 100, 10), world.now)])
  expect(await about()).toEqual(['errors', 'slow'])
  world.wait(HOUR)
  expect(await about()).toEqual(['errors', 'slow', 'cron'])
  world.wait(DAY)
  await cronRan()
  expect(await about()).toEqual([])
  world.wait(DAY)
  await cronRan()
  expect((await rows()).filter(({ count }) => count >= 2_000)).toEqual([])
})
