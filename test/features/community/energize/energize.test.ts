import { evictAllDurableObjects, listDurableObjectIds, runInDurableObject } from 'cloudflare:test'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ledgerEntry } from '#features/economy/energy/ledger.ts'
import { World } from '#test/world.ts'

async function setUp(energy = 0) {
  const world = new World()
  const author = await world.user()
  const post = await world.post({ author })
  const actor = await world.member({ level: 1 })
  await actor.get('/api/level/info')
  // The actor has already checked in today and received one energy for it.
  const given = ledgerEntry(
    { uid: actor.user.uid, amount: energy - 1, reason: 'admin_adjust' },
    world.now,
  )
  if (energy !== 1) await world.db.batch([given])
  const energize = (form: string, headers: Record<string, string> = {}, postId = post.id) =>
    actor.post('/api/energy/energize', { post_id: postId, form }, { headers })
  return { world, author, post, actor, energize }
}

test('a post that takes no energy does not wake its Durable Object', async () => {
  const { world, author, post, energize } = await setUp(10)
  const objects = world.env.ENERGIZE_COUNTER
  const awake = async () => (await listDurableObjectIds(objects)).map(String).sort()
  const before = await awake()
  const hidden = await world.post({ author, status: 'pending' })
  for (const id of [hidden.id, 987_654_321])
    expect((await energize('light', {}, id)).status).toBe(404)
  expect(await awake()).toEqual(before)
  expect((await energize('light')).status).toBe(200)
  expect(await awake()).toContain(String(objects.idFromName(`post:${post.id}`)))
})

test('a Durable Object that died before it stored the last energize returns the total of D1', async () => {
  const { world, post, energize } = await setUp(10)
  const object = () => world.env.ENERGIZE_COUNTER.getByName(`post:${post.id}`)
  await energize('heavy')
  await energize('light')
  expect(await object().total(post.id)).toBe(3)
  await runInDurableObject(object(), (_, { storage }) => storage.put('total', 2))
  await evictAllDurableObjects()
  expect(await object().total(post.id)).toBe(3)
})

test('a retry of an energize with the same idempotency key gets the first response and is not charged', async () => {
  const { world, actor, post, energize } = await setUp(10)
  const key = { 'idempotency-key': 'try-1' }
  const first = await energize('heavy', key)
  expect((await energize('heavy', key)).json).toEqual(first.json)
  // Both paths are one endpoint.
  const onOtherPath = await actor.post(
    '/api/energize',
    { post_id: post.id, form: 'heavy' },
    { headers: key },
  )
  expect(onOtherPath.json).toEqual(first.json)
  expect((await energize('light', key)).json.error.code).toBe('idempotency_conflict')
  const together = await Promise.all(
    Array.from({ length: 5 }, () => energize('light', { 'idempotency-key': 'try-2' })),
  )
  expect(new Set(together.map(({ text }) => text)).size).toBe(1)
  expect((await world.reload(actor.user)).energy).toBe(7)
})

test('concurrent energizes with evictions of the Durable Object respect the caps, and the ledger has every charge', async () => {
  // Enough calls for both limits: 20 per post, and all of the energy.
  const { world, author, actor } = await setUp(30)
  const posts = await Promise.all([1, 2].map(() => world.post({ author })))
  const call = (n: number) =>
    actor.post('/api/energy/energize', {
      post_id: posts[n % 2]?.id,
      form: n % 3 === 0 ? 'heavy' : 'light',
    })
  const responses = Array.from({ length: 40 }, (_, n) => call(n))
  await evictAllDurableObjects()
  const codes = (await Promise.all(responses)).map(({ status, json }) =>
    status === 200 ? 'ok' : json.error.code,
  )
  expect(codes.filter((code) => !['ok', 'energize_cap', 'energy_negative'].includes(code))).toEqual(
    [],
  )
  const figures = await world.db.first(sql`
    SELECT
      (SELECT MAX(total) FROM (SELECT SUM(amount) AS total FROM post_energize_log
        WHERE user_id = ${actor.user.uid} GROUP BY post_id)) AS most,
      (SELECT energy - (SELECT SUM(amount) FROM energy_log WHERE user_id = uid) FROM users
        WHERE uid = ${actor.user.uid}) AS off_books,
      (SELECT COUNT(*) FROM post_energize_log WHERE user_id = ${actor.user.uid}) AS done,
      (SELECT SUM(amount) FROM post_energize_log WHERE user_id = ${actor.user.uid})
        + (SELECT SUM(amount) FROM energy_log WHERE user_id = ${actor.user.uid} AND reason = 'energize') AS uncharged,
      (SELECT SUM(p.energy - (SELECT SUM(amount) FROM post_energize_log WHERE post_id = p.id)) FROM posts p
        WHERE author_id = ${author.uid} AND energy > 0) AS lost`)
  const done = codes.filter((code) => code === 'ok').length
  expect(figures).toMatchObject({ off_books: 0, uncharged: 0, lost: 0, done })
  expect((figures as { most: number }).most).toBeLessThanOrEqual(20)
})
