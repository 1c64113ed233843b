import { sql } from 'drizzle-orm'
import { Webhook } from 'standardwebhooks'
import { onTestFinished } from 'vitest'
import { deliver } from '#features/core/outbox/deliver.ts'
import { WEBHOOKS_MAX } from '#features/operations/webhooks/manage.ts'
import { EVENTS } from '#features/operations/webhooks/payload.ts'
import { webhookSender } from '#features/operations/webhooks/sender.ts'
import { HOUR, SECOND } from '#kernel/clock.ts'
import { expect, refusalOf, test } from '#test/test.ts'
import { type Client, World } from '#test/world.ts'
import { secretsOf } from '#web/secrets.ts'

const ADDRESS = 'https://receiver.example/hook'

interface Taken {
  url: string
  headers: Record<string, string>
  body: string
  json: { type: string; timestamp: string; data: Record<string, unknown> }
}

/**
 * A world with a receiver in place of the network. Events are sent after the response of their
 * request and by `run`.
 */
async function setUp() {
  const world = new World()
  const clean = () => world.db.batch([sql`DELETE FROM webhooks`, sql`DELETE FROM outbox`])
  await clean()
  onTestFinished(async () => void (await clean()))
  const owner = await world.member({ role: 'owner', isVerified: true })
  const taken: Taken[] = []
  let status = 200
  let meanwhile = async () => {}
  const network = {
    async fetch(url: string, { headers, body }: RequestInit) {
      const text = String(body)
      taken.push({
        url,
        headers: headers as Record<string, string>,
        body: text,
        json: JSON.parse(text),
      })
      await meanwhile()
      return new Response(null, { status })
    },
  }
  world.env = { ...world.env, OUTSIDE: network as unknown as Fetcher }
  const sender = webhookSender(world.env, secretsOf(world.env))
  // A delivery after a response may still run.
  const claimed = sql`SELECT 1 FROM outbox WHERE channel = 'webhook' AND claim IS NOT NULL AND status = 'queued'`
  const isIdle = async () => (await world.db.first(claimed)) === null
  return {
    world,
    owner,
    taken,
    answer: (next: number) => {
      status = next
    },
    /** Runs while the receiver answers its next delivery. */
    during(action: () => Promise<unknown>) {
      meanwhile = async () => {
        meanwhile = async () => {}
        await action()
      }
    },
    async run() {
      await expect.poll(isIdle).toBe(true)
      await deliver(world.db, [sender], world.now, { most: 200 })
    },
    types: () => taken.map(({ json }) => json.type),
  }
}

async function add(owner: Client, events: readonly string[] = EVENTS, url = ADDRESS) {
  const { status, json } = await owner.post('/api/admin/webhooks', { url, events })
  expect(status).toBe(201)
  return json as { id: number; secret: string }
}

async function kinds(world: World, status?: string): Promise<string[]> {
  const which = status === undefined ? sql`TRUE` : sql`status = ${status}`
  const rows = await world.db.all(sql<{ kind: string }>`
    SELECT kind FROM outbox WHERE channel = 'webhook' AND ${which} ORDER BY id`)
  return rows.map(({ kind }) => kind)
}

test('a webhook event that occurs during a delivery to its receiver is sent right after it, without the cron', async () => {
  const { world, owner, during, types } = await setUp()
  await add(owner, ['comment.created', 'post.updated'])
  const author = await world.member({ level: 3, isVerified: true })
  const { id } = await world.post({ author: author.user })
  during(async () => {
    world.wait(SECOND)
    await author.put(`/api/studio/posts/${id}`, { title: 'Another' })
  })
  await author.post(`/api/posts/${id}/comments`, { body: 'First' })
  await expect.poll(types).toEqual(['comment.created', 'post.updated'])
})

test('every webhook event is delivered once and signed, with ids, titles and links, and without addresses and texts', async () => {
  const { world, owner, taken, run, types } = await setUp()
  const { secret } = await add(owner)
  const author = await world.member({ level: 3, isVerified: true })
  const reader = await world.member({ level: 3, isVerified: true })
  const sent = { title: 'The title', body: '<p>The body.</p>', tags: ['one'] }
  const { json: post } = await author.post('/api/studio/posts', sent)
  await author.put(`/api/studio/posts/${post.id}`, {
    title: 'A better title',
    body: '<p>The body.</p>',
  })
  await run()
  const { json: comment } = await reader.post(`/api/posts/${post.id}/comments`, {
    body: 'The comment',
  })
  await reader.post('/api/reports', { post_id: post.id, reason: 'spam', text: 'The report' })
  await run()
  await reader.delete(`/api/comments/${comment.id}`)
  await author.delete(`/api/studio/posts/${post.id}`)
  const email = `${crypto.randomUUID()}@example.com`
  await world.visitor().post('/api/auth/register', { email, password: 'a long password' })
  await run()
  await run()
  const ofThese = types().filter((type) => type !== 'user.registered')
  expect(ofThese.sort()).toEqual(EVENTS.filter((type) => type !== 'user.registered').sort())
  expect(types()).toContain('user.registered')
  for (const { body } of taken) expect(body).not.toMatch(/@|The body|The comment|The report/)
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(taken.find(({ json }) => json.type === 'post.updated')?.json.data).toMatchObject({
    id: post.id,
    title: 'A better title',
    url: `http://joule.test/posts/${post.id}`,
    author: { uid: author.user?.uid },
  })
})

test('without a webhook an event writes nothing, and a webhook gets only the events that it subscribed to', async () => {
  const { world, owner } = await setUp()
  const author = await world.member({ level: 3, isVerified: true })
  await author.post('/api/studio/posts', { title: 'One', body: '<p>Text.</p>' })
  expect(await kinds(world)).toEqual([])
  await add(owner, ['post.removed'])
  const { json } = await author.post('/api/studio/posts', { title: 'Two', body: '<p>Text.</p>' })
  await author.delete(`/api/studio/posts/${json.id}`)
  expect(await kinds(world)).toEqual(['post.removed'])
})

test('nothing is sent about a post that was hidden or a user who was banned before the delivery', async () => {
  const { world, owner, run, types } = await setUp()
  await add(owner, ['post.published', 'user.registered'])
  const author = await world.member({ level: 3, isVerified: true })
  const { json } = await author.post('/api/studio/posts', {
    title: 'A draft',
    body: '<p>Text.</p>',
    draft: true,
  })
  await world.db.batch([
    sql`UPDATE users SET status = 'banned' WHERE uid = ${author.user?.uid}`,
    sql`DELETE FROM outbox WHERE channel = 'webhook'`,
    sql`INSERT INTO webhook_events (type, ref, at)
        VALUES ('post.published', ${json.id}, ''), ('user.registered', ${author.user?.uid}, '')`,
  ])
  const before = types().length
  await run()
  expect(types().slice(before)).toEqual([])
  expect(await kinds(world)).toEqual(await kinds(world, 'dropped'))
})

test('a failed delivery and one that the owner sends again have the same id', async () => {
  const { owner, taken, answer, run, world } = await setUp()
  const { id } = await add(owner, ['post.removed'])
  answer(500)
  expect((await owner.post(`/api/admin/webhooks/${id}/test`)).status).toBe(202)
  await expect.poll(() => taken.length).toBe(1)
  answer(204)
  world.wait(2 * 60_000)
  await run()
  const [delivery] = (await owner.get(`/api/admin/webhooks/${id}/deliveries`)).json.items
  expect(delivery).toMatchObject({
    type: 'webhook.test',
    status: 'sent',
    attempts: 2,
    response_status: 204,
  })
  expect(
    (await owner.post(`/api/admin/webhooks/${id}/deliveries/${delivery.id}/resend`)).status,
  ).toBe(202)
  await run()
  expect(taken).toHaveLength(3)
  expect(new Set(taken.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
})

test('after a rotation both secrets of a webhook sign for a day, and neither is stored as plain text', async () => {
  const { world, owner, taken, run } = await setUp()
  const { id, secret } = await add(owner, ['post.removed'])
  const deliver = async () => {
    const count = taken.length
    await owner.post(`/api/admin/webhooks/${id}/test`)
    await run()
    await expect.poll(() => taken.length).toBe(count + 1)
  }
  await deliver()
  const { json: rotated } = await owner.post(`/api/admin/webhooks/${id}/rotate`)
  await deliver()
  await world.db.batch([sql`UPDATE webhooks SET old_until = ${world.now.toISOString()}`])
  await deliver()
  const [first, second, third] = taken
  const verifies = (one: Taken | undefined, key: string) => {
    const { headers = {}, body = '' } = one ?? {}
    const at = new Date(Number(headers['webhook-timestamp']) * 1_000)
    const expected = new Webhook(key).sign(headers['webhook-id'] ?? '', at, body)
    return headers['webhook-signature']?.split(' ').includes(expected)
  }
  expect([verifies(first, secret), verifies(first, rotated.secret)]).toEqual([true, false])
  expect([verifies(second, secret), verifies(second, rotated.secret)]).toEqual([true, true])
  expect([verifies(third, secret), verifies(third, rotated.secret)]).toEqual([false, true])
  const stored = JSON.stringify(await world.db.all(sql`SELECT * FROM webhooks`))
  for (const key of [secret, rotated.secret]) expect(stored).not.toContain(key.slice(6))
})

test.each([
  ['410 disables it at once', 410, [], 'gone'],
  ['three days of failures disable it', 500, [20, 20, 20, 20], 'failing'],
  ['two failures, more than three days apart, do not disable it', 500, [80], null],
])('a webhook: %s', async (_, status, waits, because) => {
  const { world, owner, answer, run } = await setUp()
  const { id } = await add(owner, ['post.published'])
  answer(status)
  await owner.post(`/api/admin/webhooks/${id}/test`)
  await run()
  for (const hours of waits) {
    world.wait(hours * HOUR)
    await world.db.batch([
      sql`UPDATE outbox SET status = 'queued', settled_at = NULL, next_attempt_at = '' WHERE ref = ${id}`,
    ])
    await run()
  }
  expect(await world.db.all(sql`SELECT disabled_because FROM webhooks`)).toEqual([
    { disabled_because: because },
  ])
  if (because === null) return
  expect(await kinds(world, 'queued'), 'what waits is dropped').toEqual([])
  const [notices, mails] = await world.db.batch([
    sql`SELECT data ->> 'event' AS event FROM notifications WHERE user_id = ${owner.user?.uid}`,
    sql`SELECT kind FROM outbox WHERE channel = 'mail' AND address = ${owner.user?.email}`,
  ])
  expect(notices).toContainEqual({ event: 'webhook_disabled' })
  expect(mails).toContainEqual({ kind: 'webhook' })
})

test('a webhook to an address of this site or of a private network is refused with the reason', async () => {
  const { owner } = await setUp()
  const add = async (url: string) => {
    const { status, json } = await owner.post('/api/admin/webhooks', {
      url,
      events: ['post.published'],
    })
    return [status, json.error?.code, json.error?.reason]
  }
  expect(await add('https://joule.test/api')).toEqual([422, 'bad_target', 'this_site'])
  expect(await add('https://10.0.0.1/')).toEqual([422, 'bad_target', 'not_public'])
  expect(await add('https://a:b@receiver.example/')).toEqual([422, 'bad_target', 'credentials'])
})

test('a site has at most ten webhooks', async () => {
  const { owner } = await setUp()
  for (let n = 0; n < WEBHOOKS_MAX; n++)
    await add(owner, ['post.published'], `https://r${n}.example/`)
  const eleventh = owner.post('/api/admin/webhooks', { url: ADDRESS, events: ['post.published'] })
  expect(await refusalOf(eleventh)).toEqual([422, 'url'])
})

test('a receiver that fails delays only its own events, which are then sent one at a time', async () => {
  const { world, owner, taken, run } = await setUp()
  await add(owner, ['post.removed'], 'https://a.example/')
  await add(owner, ['post.removed'], 'https://b.example/')
  const author = await world.member({ level: 3, isVerified: true })
  await world.db.batch([
    sql`INSERT INTO webhook_events (type, ref, at)
    SELECT 'post.removed', ${(await author.post('/api/studio/posts', { title: 'One', body: '<p>Text.</p>' })).json.id}, ''
    FROM json_each('[1,2,3]')`,
  ])
  await world.db.batch([sql`UPDATE webhooks SET url = 'http://10.0.0.1/' WHERE host = 'a.example'`])
  await run()
  expect(taken.map(({ url }) => url)).toEqual(Array(3).fill('https://b.example/'))
  const rows = await world.db.all(sql`
    SELECT target, status, COUNT(*) AS n FROM outbox WHERE channel = 'webhook' GROUP BY 1, 2 ORDER BY 1, 2`)
  expect(rows).toEqual([
    { target: 'a.example', status: 'failed', n: 1 },
    { target: 'a.example', status: 'queued', n: 2 },
    { target: 'b.example', status: 'sent', n: 3 },
  ])
})
