import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DAY } from '#kernel/clock.ts'
import { World } from '#test/world.ts'
import { published, stopTime } from './published.ts'

beforeEach(stopTime)
afterEach(() => void vi.useRealTimers())

test('ten thousand readers are all counted with one write a minute', async () => {
  const world = new World()
  const { id, counter, minute, views, crash } = await published(world)
  const call = { postId: id, userAgent: 'a browser', from: 'example.org', end: false, now: world.now.getTime() }
  const come = (first: number, many: number) =>
    runInDurableObject(counter, async (object) => {
      for (let n = first; n < first + many; n++) await object.view({ ...call, ip: `10.1.${n >> 8}.${n & 255}` })
    })
  await come(0, 10_000)
  expect(await views()).toBe(0)
  await minute()
  expect(await views()).toBe(10_000)
  await come(9_000, 2_000)
  expect(await views()).toBe(10_000)
  await minute()
  expect(await views()).toBe(11_000)
  // The known readers survive a crash.
  await crash()
  await come(0, 10)
  await minute()
  expect(await views()).toBe(11_000)
  const days = await world.db.all(sql`SELECT views, ends FROM post_days WHERE post_id = ${id}`)
  expect(days).toEqual([{ views: 11_000, ends: 0 }])
})

test('a lost Durable Object loses only the views since its last write', async () => {
  const world = new World()
  const { path, minute, views, crash } = await published(world)
  await world.visitor().post(path)
  await minute()
  await world.visitor().post(path)
  await crash()
  await world.visitor().post(path)
  await minute()
  expect(await views()).toBe(2)
})

test('a failed write to D1 is repeated a minute later', async () => {
  const world = new World()
  const { id, path, minute, views } = await published(world)
  await world.visitor().post(`${path}?from=example.org&end=1`)
  const broken = `broken_${id}`
  await world.db.batch([
    sql.raw(
      `CREATE TRIGGER ${broken} BEFORE INSERT ON post_days WHEN NEW.post_id = ${id} BEGIN SELECT RAISE(ABORT, 'broken'); END`,
    ),
  ])
  await minute()
  await world.db.batch([sql.raw(`DROP TRIGGER ${broken}`)])
  expect(await views()).toBe(0)
  await minute()
  expect(await views()).toBe(1)
})

test('hashes and salt are deleted after a time without readers and at the end of the day', async () => {
  const world = new World()
  const { path, counter, write, views } = await published(world)
  const reader = world.visitor()
  await reader.post(path)
  await write()
  const stored = () => runInDurableObject(counter, async (_, { storage }) => (await storage.list()).size)
  expect(await stored()).toBe(1)
  await runDurableObjectAlarm(counter)
  expect(await stored()).toBe(0)
  world.wait(DAY)
  await reader.post(path)
  await write()
  expect(await views()).toBe(2)
})
