import { runInDurableObject } from 'cloudflare:test'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MINUTE } from '#kernel/clock.ts'
import { faultyD1 } from '#test/faults/d1.ts'
import { type Fault, Faults } from '#test/faults/faults.ts'
import { World } from '#test/world.ts'
import { createPeople } from '../routes/people.ts'

// Failures are logged.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => vi.restoreAllMocks())

/** From now on, database calls of the object have these faults. */
async function underFaults<Class extends Rpc.DurableObjectBranded>(
  world: World,
  object: DurableObjectStub<Class>,
  ...faults: Fault[]
): Promise<void> {
  const env = { ...world.env, DB: faultyD1(world.env.DB, 'DB', new Faults(...faults)) }
  await runInDurableObject(object, (instance) => void Object.defineProperty(instance, 'env', { value: env }))
}

async function stage() {
  const { world, author, reader } = await createPeople(new World())
  const post = author.approved
  const given = () =>
    world.db.all(sql`SELECT amount FROM post_energize_log WHERE post_id = ${post} AND user_id = ${reader.uid}`)
  const energize = (key?: string) =>
    reader.post(
      '/api/energy/energize',
      { post_id: post, form: 'light' },
      key === undefined ? {} : { headers: { 'idempotency-key': key } },
    )
  const views = async () => {
    const row = await world.db.first(
      sql<{ views: number }>`SELECT SUM(views) AS views FROM post_days WHERE post_id = ${post}`,
    )
    return row?.views ?? 0
  }
  const object = world.env.ENERGIZE_COUNTER.getByName(`post:${post}`)
  return { world, reader, post, given, energize, views, object }
}

test('an energize with an idempotency key whose response was lost is retried and charged once', async () => {
  const { world, given, energize, object } = await stage()
  await underFaults(world, object, { part: 'DB', kind: 'D1 commits, then times out', on: 1 })
  const first = await energize('a key')
  expect(first.status).toBe(200)
  expect((await energize('a key')).json).toEqual(first.json)
  expect(await given()).toEqual([{ amount: 1 }])
})

test('an energize without an idempotency key is not retried: it returns an error and is charged once', async () => {
  const { world, given, energize, object } = await stage()
  await underFaults(world, object, { part: 'DB', kind: 'D1 commits, then times out', on: 1 })
  const { status, json } = await energize()
  expect([status, json.error.code]).toEqual([503, 'unavailable'])
  expect(await given()).toEqual([{ amount: 1 }])
})

test('views that could not be written are written a minute later', async () => {
  const { world, post, views } = await stage()
  const object = world.env.VIEW_COUNTER.getByName(`post:${post}`)
  expect((await world.visitor().post(`/api/posts/${post}/view`)).status).toBe(204)
  await underFaults(world, object, { part: 'DB', kind: 'D1 is overloaded', on: 1 })
  await object.write(world.now.getTime() + MINUTE)
  expect(await views()).toBe(0)
  await object.write(world.now.getTime() + 2 * MINUTE)
  expect(await views()).toBe(1)
})
