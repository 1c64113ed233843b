import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, vi } from 'vitest'
import { DAY } from '#kernel/clock.ts'
import { isLong, LONG } from '#test/long.ts'
import { expect, test } from '#test/test.ts'
import { countReaders, published, stopTime } from './published.ts'

beforeEach(stopTime)
afterEach(() => void vi.useRealTimers())

test('many readers are all counted with one write a minute', LONG, () => countReaders(isLong ? 10_000 : 1_000))

test('a lost Durable Object loses only the views since its last write', async ({ world }) => {
  const { path, minute, views, crash } = await published(world)
  await world.visitor().post(path)
  await minute()
  await world.visitor().post(path)
  await crash()
  await world.visitor().post(path)
  await minute()
  expect(await views()).toBe(2)
})

test('a failed write to D1 is repeated a minute later', async ({ world }) => {
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

test('hashes and salt are deleted after a time without readers and at the end of the day', async ({ world }) => {
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
