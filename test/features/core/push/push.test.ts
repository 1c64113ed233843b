import { sql } from 'drizzle-orm'
import { noticeToEach } from '#features/core/notifications/notices.ts'
import { WAITS } from '#features/core/outbox/deliver.ts'
import { rotatePushKey, vapidsOf } from '#features/core/push/keys.ts'
import { quietEnd } from '#features/core/push/sender.ts'
import { PUSH_DEVICES_MAX } from '#features/core/push/subscriptions.ts'
import { HOUR, SECOND } from '#kernel/clock.ts'
import { SESSION_FRESH_FOR } from '#kernel/session-age.ts'
import { runOnly } from '#test/cron.ts'
import { device } from '#test/push.ts'
import { expect, refusal, test } from '#test/test.ts'
import { type Member, World } from '#test/world.ts'
import { secretsOf } from '#web/secrets.ts'

const SUBSCRIPTION = '/api/push/subscription'
const TEST = '/api/push/test'

interface Received {
  url: string
  headers: Headers
  size: number
}

/** Replaces the push services. */
function service(
  world: World,
  answer: (message: Received) => number | Promise<number> = () => 201,
  headers = {},
) {
  const received: Received[] = []
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    const size = (await request.arrayBuffer()).byteLength
    const message = { url: request.url, headers: request.headers, size }
    received.push(message)
    return new Response(null, { status: await answer(message), headers })
  }
  world.env.OUTSIDE = { fetch } as Fetcher
  return received
}

const subscriptionsOf = (world: World, { user }: Member) =>
  world.db.all(sql<{ endpoint: string; session_id: string; categories: string }>`
    SELECT endpoint, session_id, categories FROM push_subscriptions WHERE user_id = ${user.uid} ORDER BY id`)
const queued = (world: World, { user }: Member) =>
  world.db.all(sql<{
    kind: string
    status: string
    next_attempt_at: string
    problem: string | null
  }>`
    SELECT kind, status, next_attempt_at, problem FROM outbox WHERE channel = 'push' AND user_id = ${user.uid} ORDER BY id`)
const send = (world: World) => runOnly(['send push messages'], world.env, world.now)

test.each([
  ['an unknown service', { endpoint: 'https://example.com/x' }, 'unknown_push_service'],
  [
    'a name that only ends like one',
    { endpoint: 'https://evilfcm.googleapis.com.example/x' },
    'unknown_push_service',
  ],
  ['a user name', { endpoint: 'https://a@fcm.googleapis.com/x' }, 'unknown_push_service'],
  ['another port', { endpoint: 'https://fcm.googleapis.com:8443/x' }, 'unknown_push_service'],
  ['plain http', { endpoint: 'http://fcm.googleapis.com/x' }, 'unknown_push_service'],
  ['a private address', { endpoint: 'https://10.0.0.1/x' }, 'unknown_push_service'],
  ['NUL', { endpoint: 'https://fcm.googleapis.com/fcm/send/a\0b' }, 'validation_failed'],
  [
    'a short key',
    { keys: { p256dh: 'BAAA', auth: 'AAAAAAAAAAAAAAAAAAAAAA' } },
    'validation_failed',
  ],
  ['a short secret', { keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'AAAA' } }, 'validation_failed'],
  [
    'a point off the curve',
    { keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) } },
    'validation_failed',
  ],
  ['quiet hours without length', { quiet: { from: '08:00', until: '08:00' } }, 'validation_failed'],
  ['an unknown category', { categories: ['gossip'] }, 'validation_failed'],
])('a push subscription with %s is refused', async (_, wrong, code) => {
  const member = await new World().member()
  expect(refusal(await member.put(SUBSCRIPTION, { ...(await device()), ...wrong }))).toEqual([
    422,
    code,
  ])
})

test('a push subscription belongs to its session, and its chosen categories survive a change of the endpoint', async ({
  world,
  member,
}) => {
  for (const host of [
    'updates.push.services.mozilla.com',
    'web.push.apple.com',
    'wns2-par02p.notify.windows.com',
  ])
    expect(
      (await member.put(SUBSCRIPTION, await device(`https://${host}/${crypto.randomUUID()}`)))
        .status,
    ).toBe(204)
  const chosen = { categories: ['mention', 'review'], quiet: { from: '22:00', until: '07:00' } }
  await member.put(SUBSCRIPTION, { ...(await device()), ...chosen })
  const next = await device()
  await member.put(SUBSCRIPTION, next)
  expect(await subscriptionsOf(world, member)).toEqual([
    { endpoint: next.endpoint, session_id: member.sid, categories: '["mention"]' },
  ])
  expect((await member.get('/settings?tab=notifications')).text).toContain('value="22:00"')

  const other = await world.member()
  await other.put(SUBSCRIPTION, next)
  expect(await subscriptionsOf(world, member)).toEqual([])
  await other.post('/api/auth/logout')
  expect(await subscriptionsOf(world, other)).toEqual([])
})

test('a user has push subscriptions for at most ten devices, and a ban ends all of them', async ({
  world,
  admin,
  member,
}) => {
  for (let n = 0; n <= PUSH_DEVICES_MAX; n++) {
    const browser = await world.visitor().signIn(member.user)
    await browser.put(SUBSCRIPTION, await device(`https://fcm.googleapis.com/${n}-${browser.sid}`))
  }
  const left = await subscriptionsOf(world, member)
  expect(left).toHaveLength(PUSH_DEVICES_MAX)
  expect(left[0]?.endpoint).toContain('/1-')
  await admin.put(`/api/admin/users/${member.user.uid}/status`, {
    status: 'banned',
    reason: 'spam',
  })
  expect(await subscriptionsOf(world, member)).toEqual([])
})

/** A member with a device that wants notices about comments, and a reader who comments. */
async function subscribed(world: World, member: Member) {
  const received = service(world)
  const reader = await world.member()
  const post = await world.post({ author: member.user })
  const comment = (body: string) => reader.post(`/api/posts/${post.id}/comments`, { body })
  await comment('Before the subscription')
  const subscription = await device()
  await member.put(SUBSCRIPTION, { ...subscription, categories: ['comment'] })
  return { received, reader, comment, subscription }
}

test('a notice of another category, or from before the subscription, is not sent', async ({
  world,
  member,
}) => {
  const { reader } = await subscribed(world, member)
  await reader.post(`/api/users/${member.user.uid}/follow`)
  expect(await queued(world, member)).toEqual([])
})

test('a notice is sent once, and the push service learns neither its kind nor its post', async ({
  world,
  member,
}) => {
  const { received, comment, subscription } = await subscribed(world, member)
  await comment('Hello')
  await send(world)
  expect(received).toHaveLength(1)
  const [message] = received
  expect(message).toMatchObject({ url: subscription.endpoint, size: 4096 })
  expect(Object.fromEntries(message?.headers ?? [])).toMatchObject({
    ttl: '86400',
    urgency: 'normal',
    topic: expect.stringMatching(/^[0-9a-f]{32}$/),
    'content-encoding': 'aes128gcm',
    authorization: expect.stringMatching(/^vapid t=[\w-]+\.[\w-]+\.[\w-]+, k=[\w-]{87}$/),
  })
  await send(world)
  expect(received).toHaveLength(1)
  expect(await queued(world, member)).toEqual([])
})

test('in quiet hours one message waits, and it is not sent if the notices were read', async ({
  world,
  member,
}) => {
  const { received, comment } = await subscribed(world, member)
  await world.db.batch([
    sql`UPDATE push_subscriptions SET quiet_from = '00:00', quiet_until = '23:59'`,
  ])
  await comment('At night')
  await send(world)
  await comment('At night, again')
  await send(world)
  expect(await queued(world, member), 'one message waits').toMatchObject([
    { problem: 'quiet hours' },
  ])
  await world.db.batch([sql`UPDATE push_subscriptions SET quiet_from = NULL, quiet_until = NULL`])
  await member.post('/api/messages/read-all')
  world.wait(24 * HOUR)
  await send(world)
  expect(received).toHaveLength(0)
})

test('a notice that arrives while a message to the same push service is in progress is sent right after it', async ({
  world,
  member,
}) => {
  const [reader, ...posts] = [
    await world.member(),
    ...(await world.posts([member, member].map(({ user: author }) => ({ author })))),
  ]
  const comment = (n: number) =>
    reader.post(`/api/posts/${posts[n]?.id}/comments`, { body: 'Hello' })
  const received = service(world, async () => {
    if (received.length > 1) return 201
    world.wait(SECOND)
    await comment(1)
    return 201
  })
  await member.put(SUBSCRIPTION, { ...(await device()), categories: ['comment'] })
  await comment(0)
  await expect.poll(() => received.length).toBe(2)
})

test.for([
  { answer: 404, ends: true },
  { answer: 410, ends: true },
  { answer: 403, ends: true },
  { answer: 400, status: 'failed' },
  { answer: 429, status: 'queued' },
  { answer: 503, status: 'queued' },
])('a push service responds with $answer', async ({ answer, ends, status }, { world, member }) => {
  const received = service(world, () => answer)
  await member.put(SUBSCRIPTION, await device())
  await member.post(TEST)
  await send(world)
  await send(world)
  expect(await subscriptionsOf(world, member)).toHaveLength(ends ? 0 : 1)
  const rows = await queued(world, member)
  if (ends) expect(rows).toEqual([])
  else expect(rows[0]).toMatchObject({ status, problem: `${answer} from the push service` })
  if (status !== 'queued') return
  expect(received, 'not again before the first wait is over').toHaveLength(1)
  world.wait((WAITS[0] ?? 0) * 2)
  service(world)
  await send(world)
  expect(await queued(world, member)).toEqual([])
})

test.each([
  ['seconds', () => '7200'],
  ['a date', (now: Date) => new Date(now.getTime() + 2 * HOUR).toUTCString()],
])(
  'a push service that asks to wait by %s gets the message after that time',
  async (_, retryAfter) => {
    const world = new World()
    const member = await world.member()
    const received = service(world, () => 429, { 'Retry-After': retryAfter(world.now) })
    await member.put(SUBSCRIPTION, await device())
    await member.post(TEST)
    await send(world)
    world.wait(1.9 * HOUR)
    await send(world)
    expect(received).toHaveLength(1)
    world.wait(0.2 * HOUR)
    await send(world)
    expect(received).toHaveLength(2)
  },
)

test('a message that is too large for the push service is sent without a body', async ({
  world,
  member,
}) => {
  const received = service(world, ({ size }) => (size > 0 ? 413 : 201))
  await member.put(SUBSCRIPTION, await device())
  await member.post(TEST)
  await send(world)
  expect(received.map(({ size }) => size)).toEqual([4096, 0])
  expect(await queued(world, member)).toEqual([])
})

test('admins get a push message about waiting posts and new reports after the response, and only while they are admins', async ({
  world,
  owner,
  admin,
}) => {
  const received = service(world)
  await admin.put(SUBSCRIPTION, { ...(await device()), categories: ['review', 'report'] })
  await owner.put('/api/admin/site-settings', { key: 'audit.enabled', value: true })
  const author = await world.member({ level: 2 })
  const { json: draft } = await author.post('/api/studio/posts', {
    title: 'A title',
    body: '<p>Some text here.</p>',
  })
  expect((await author.post(`/api/studio/posts/${draft.id}/submit`)).json.status).toBe('pending')
  const post = await world.post({ author: author.user })
  await (await world.member({ level: 1 })).post('/api/reports', {
    post_id: post.id,
    reason: 'spam',
  })
  await expect.poll(() => received.length).toBe(2)
  expect(new Set(received.map(({ headers }) => headers.get('topic'))).size).toBe(2)
  await owner.put('/api/admin/site-settings', { key: 'audit.enabled', value: false })
})

test('if the site secret is lost, the encrypted key pair and its subscriptions are deleted', async ({
  world,
  member,
}) => {
  const { key } = (await member.get('/api/push/key')).json
  const [{ publicKey }] = await vapidsOf(world.db, secretsOf(world.env), world.now)
  expect(publicKey).toBe(key)
  const row = await world.db.first(sql<{ private_key: string }>`SELECT private_key FROM push_keys`)
  expect(row?.private_key).toMatch(/^[\w-]{16}\.[\w-]{150,}$/)
  await member.put(SUBSCRIPTION, await device())
  const [lost] = await vapidsOf(world.db, ['another secret of the site'], world.now)
  expect(lost.publicKey).not.toBe(key)
  expect(await subscriptionsOf(world, member)).toEqual([])
  await world.db.batch([sql`DELETE FROM push_keys`])
})

test('a new site secret creates a new key pair, and the former key pair still signs for 30 days', async ({
  world,
  member,
}) => {
  const received = service(world)
  const { key } = (await member.get('/api/push/key')).json
  await member.put(SUBSCRIPTION, await device())
  world.env = {
    ...world.env,
    JOULE_SECRET_20270101: 'a newer secret of the site',
  } as typeof world.env
  const rotate = () => rotatePushKey(world.db, secretsOf(world.env), world.now)
  const signers = async () => {
    await member.post(TEST)
    await send(world)
    return received.splice(0).map(({ headers }) => headers.get('authorization')?.split('k=')[1])
  }
  await rotate()
  const { key: next } = (await member.get('/api/push/key')).json
  expect(next).not.toBe(key)
  expect((await world.visitor().get('/sw.js')).text).toContain(`"key":"${next}"`)
  expect(await signers()).toEqual([key])
  const { categories } = (await subscriptionsOf(world, member))[0] ?? {}
  await member.put(SUBSCRIPTION, await device())
  expect(await signers(), 'the browser has subscribed again').toEqual([next])
  expect(await subscriptionsOf(world, member)).toMatchObject([{ categories }])
  const other = await world.member()
  await other.put(SUBSCRIPTION, await device())
  await world.db.batch([
    sql`UPDATE push_subscriptions SET vapid_key = ${key} WHERE user_id = ${other.user.uid}`,
  ])
  world.wait(31 * 24 * HOUR)
  await rotate()
  expect(await subscriptionsOf(world, other)).toEqual([])
  expect(await subscriptionsOf(world, member)).toHaveLength(1)
  await world.db.batch([sql`DELETE FROM push_keys`])
})

test('quiet hours follow the time zone of the user, also across midnight and across a change of the clocks', () => {
  const end = (from: string, until: string, zone: string, now: string) =>
    quietEnd(
      { quiet_from: from, quiet_until: until, time_zone: zone, browser_time_zone: null },
      new Date(now),
    )?.toISOString() ?? null
  expect(end('22:00', '07:00', 'Asia/Shanghai', '2026-11-18T13:59:00Z')).toBeNull()
  expect(end('22:00', '07:00', 'Asia/Shanghai', '2026-11-18T14:00:00Z')).toBe(
    '2026-11-18T23:00:00.000Z',
  )
  expect(end('22:00', '07:00', 'Asia/Shanghai', '2026-11-18T22:59:00Z')).toBe(
    '2026-11-18T23:00:00.000Z',
  )
  expect(end('12:00', '14:00', 'Europe/Berlin', '2026-11-18T12:30:00Z')).toBe(
    '2026-11-18T13:00:00.000Z',
  )
  expect(end('23:00', '08:00', 'Europe/Berlin', '2026-03-28T23:00:00Z')).toBe(
    '2026-03-29T06:00:00.000Z',
  )
})

/** test/node/push.test.ts measures 10,000, and the bound of a run. */
const DEVICES = 48

test('each of many devices gets its first message before any device gets its second', async ({
  world,
}) => {
  const received = service(world)
  const { keys } = await device()
  const at = (ms: number) => new Date(world.now.getTime() + ms).toISOString()
  const numbers = sql`WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${DEVICES})`
  const isOurs = sql`email LIKE 'push-%'`
  await world.db.batch([
    sql`DELETE FROM outbox`,
    sql`INSERT INTO users (email, password_hash, created_at)
        ${numbers} SELECT 'push-' || n || '@example.com', 'x', ${at(0)} FROM numbers`,
    sql`INSERT INTO push_subscriptions (session_id, user_id, endpoint, target, p256dh, auth, categories, site, created_at)
        SELECT 'push-' || uid, uid, 'https://fcm.googleapis.com/' || uid, 'fcm.googleapis.com/' || uid % 6, ${keys.p256dh},
          ${keys.auth}, '["system"]', 'https://joule.test', ${at(0)}
        FROM users WHERE ${isOurs}`,
  ])
  const event = async (now: Date) => {
    const users = sql<{ uid: number; nth: number }>`
      SELECT uid, ROW_NUMBER() OVER (ORDER BY uid) - 1 AS nth FROM users WHERE ${isOurs}`
    await world.db.batch([
      noticeToEach(
        users,
        { kind: 'NotifySystem', relatedId: null, data: { event: 'role_changed' } },
        now,
      ),
    ])
  }
  await event(world.now)
  world.wait(1)
  await event(world.now)
  // A run ends after a time, on a slow machine before everything is sent.
  for (let run = 0; run < 9 && received.length < 2 * DEVICES; run++) await send(world)
  expect(received).toHaveLength(2 * DEVICES)
  const first = new Set(received.slice(0, DEVICES).map(({ url }) => url))
  expect(first.size).toBeGreaterThan(DEVICES * 0.9)
  await world.db.batch([sql`DELETE FROM push_subscriptions`])
})

test('a stale session that subscribes another endpoint causes a notice, and the same endpoint does not', async ({
  world,
  member,
}) => {
  const events = async () => {
    const { items } = (await member.get('/api/messages?category=system')).json
    return items.map(({ data }: { data: { event: string } }) => data.event)
  }
  const own = await device()
  await member.put(SUBSCRIPTION, own)
  expect(await events()).toEqual([])
  world.wait(SESSION_FRESH_FOR)
  expect((await member.put(SUBSCRIPTION, own)).status).toBe(204)
  expect(await events()).toEqual([])
  expect((await member.put(SUBSCRIPTION, await device())).status).toBe(204)
  expect(await events()).toEqual(['push_moved'])
  await member.delete(SUBSCRIPTION)
  await member.put(SUBSCRIPTION, await device())
  expect(await events()).toEqual(['push_moved', 'push_moved'])
})
