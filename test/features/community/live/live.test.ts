import { createExecutionContext, runInDurableObject } from 'cloudflare:test'
import { sql } from 'drizzle-orm'
import { SOCKETS_MAX } from '#features/community/live/http/live-room.ts'
import { EVERY_MINUTE, runCron } from '#jobs'
import { after, DAY, MINUTE } from '#kernel/clock.ts'
import {
  SOCKETS_A_MINUTE,
  SOCKETS_OF_ADDRESS_MAX,
  SOCKETS_OF_USER_MAX,
} from '#kernel/rate-limits.ts'
import { CLOSED } from '#kernel/socket-codes.ts'
import { runOnly } from '#test/cron.ts'
import { expect, test } from '#test/test.ts'
import { type Client, PASSWORD, type World } from '#test/world.ts'
import { comment, reply, setUp } from '../comments/fixtures.ts'

const listed = async (world: World) =>
  (await world.db.all(sql<{ id: number }>`SELECT id FROM live_topics WHERE kind = 'user'`)).map(
    ({ id }) => id,
  )

test('every tab of a user, and no tab of another user, receives the unread count when it grows and when notices are read', async () => {
  const { world, author, reader, post } = await setUp()
  const [one, two] = [await openSocket(author, '/api/live'), await openSocket(author, '/api/live')]
  const other = await openSocket(await world.member(), '/api/live')
  expect([one.status, two.status]).toEqual([101, 101])
  await comment(reader, post.id)
  const unread = { type: 'unread', unread: 1, by_category: expect.objectContaining({ comment: 1 }) }
  await expectMessages(one, unread)
  await expectMessages(two, unread)
  await reader.post(`/api/posts/${post.id}/like`)
  await expectMessages(one, unread, { unread: 2 })
  await author.post('/api/messages/read-all')
  await expectMessages(one, unread, { unread: 2 }, { unread: 0 })
  expect(other.messages).toEqual([])
})

test('no Durable Object is called for a room without listeners, and an object without sockets removes itself from the list', async () => {
  const { world, author, reader, post } = await setUp()
  expect(await listed(world)).not.toContain(author.user.uid)
  const one = await openSocket(author, '/api/live')
  expect(await listed(world)).toContain(author.user.uid)
  one.close()
  await expect.poll(() => one.closed()).toBe(1000)
  await comment(reader, post.id)
  await expect.poll(() => listed(world)).not.toContain(author.user.uid)
  // A new socket puts the object on the list again.
  const again = await openSocket(author, '/api/live')
  await comment(reader, post.id)
  await expectMessages(again, { unread: 2 })
})

const NEW_PASSWORD = { current_password: PASSWORD, new_password: 'another good password' }

test('an ended session cannot open a socket, and its open socket is closed', async ({
  world,
  author: person,
}) => {
  const ways = [
    async () => person.post('/api/auth/logout'),
    async (other: typeof person) => other.delete(`/api/settings/sessions/${person.sid}`),
    async (other: typeof person) => other.post('/api/settings/sessions/destroy-others'),
    async (other: typeof person) => other.put('/api/settings/password', NEW_PASSWORD),
  ]
  for (const end of ways) {
    await person.signIn(person.user)
    const other = await world.visitor().signIn(person.user)
    const [dying, living] = [
      await openSocket(person, '/api/live'),
      await openSocket(other, '/api/live'),
    ]
    const cookies = new Map(person.cookies)
    await end(other as typeof person)
    await expect.poll(() => dying.closed()).toBe(CLOSED.ended)
    expect(living.closed()).toBeNull()
    for (const [name, value] of cookies) person.cookies.set(name, value)
    expect((await openSocket(person, '/api/live')).status).toBe(401)
    living.close()
  }
  await person.signIn(person.user)
  const banned = await openSocket(person, '/api/live')
  const admin = await world.member({ role: 'admin' })
  await admin.put(`/api/admin/users/${person.user.uid}/status`, {
    status: 'banned',
    reason: 'spam',
  })
  await expect.poll(() => banned.closed()).toBe(CLOSED.ended)
})

test('a scheduled post that the cron publishes updates the bell of its author', async ({
  world,
  writer,
}) => {
  const publish_at = after(world.now, MINUTE).toISOString()
  await writer.post('/api/studio/posts', { title: 'Tomorrow', body: '<p>Words</p>', publish_at })
  const own = await openSocket(writer, '/api/live')
  world.wait(MINUTE)
  await runCron(EVERY_MINUTE, world.env, world.now)
  await expectMessages(own, { unread: 1, by_category: expect.objectContaining({ system: 1 }) })
})

test('a new level from a check-in updates the bell', async ({ world }) => {
  const person = await world.member({ level: 0 })
  const own = await openSocket(person, '/api/live')
  await world.db.batch([sql`UPDATE users SET exp = 46 WHERE uid = ${person.user.uid}`])
  await person.post('/api/level/checkin')
  await expectMessages(own, { unread: 2, by_category: expect.objectContaining({ system: 2 }) })
})

test('deleting a post removes its likes from the bell of its author', async ({
  author,
  reader,
  post,
}) => {
  const own = await openSocket(author, '/api/live')
  await reader.post(`/api/posts/${post.id}/like`)
  await expectMessages(own, { unread: 1 })
  await author.delete(`/api/studio/posts/${post.id}`)
  await expectMessages(own, { unread: 1 }, { unread: 0 })
})

test('the open socket of a session that the cron ends is closed', async ({
  world,
  member: person,
}) => {
  const own = await openSocket(person, '/api/live')
  world.wait(100 * DAY)
  await runOnly(['end expired sessions', 'notify open pages'], world.env, world.now)
  await expect.poll(() => own.closed()).toBe(CLOSED.ended)
})

test('a socket is refused to anonymous visitors, other sites, plain requests and personal access tokens', async ({
  world,
}) => {
  const person = await world.member()
  const { json } = await person.post('/api/settings/tokens', { name: 'a program', scope: 'read' })
  expect((await openSocket(world.visitor(), '/api/live')).status).toBe(401)
  expect((await openSocket(person, '/api/live', { Origin: 'https://evil.example' })).status).toBe(
    403,
  )
  expect((await openSocket(person, '/api/live', { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(
    403,
  )
  expect((await openSocket(person, '/api/live', { Origin: 'http://joule.test' })).status).toBe(101)
  expect(
    (await openSocket(world.visitor(), '/api/live', { Authorization: `Bearer ${json.token}` }))
      .status,
  ).toBe(403)
  expect((await person.get('/api/live')).status).toBe(400)
})

test('a new tab above the limit replaces the oldest, and opening sockets is rate limited', async ({
  member,
}) => {
  const ears: TestSocket[] = []
  for (let n = 0; n <= SOCKETS_MAX; n++) ears.push(await openSocket(member, '/api/live'))
  await expect
    .poll(() => ears.map((one) => one.closed()))
    .toEqual([CLOSED.replaced, ...Array(SOCKETS_MAX).fill(null)])
  for (let n = SOCKETS_MAX + 1; n < SOCKETS_A_MINUTE; n++) await openSocket(member, '/api/live')
  expect((await openSocket(member, '/api/live')).status).toBe(429)
})

test('open sockets are limited per address and per user over all rooms, and a closed socket makes room', async ({
  world,
  visitor,
}) => {
  const [author, person] = [await world.member({ level: 2 }), await world.member()]
  const posts = await Promise.all(
    Array.from({ length: 32 }, () => world.post({ author: author.user })),
  )
  // In groups, because only a limited number of requests of one address wait for their turn.
  const open = async (by: Client, count: number) => {
    const sockets: TestSocket[] = []
    while (sockets.length < count) {
      const group = Math.min(100, count - sockets.length)
      // Spread over the posts, because each room also has a limit.
      const opening = Array.from({ length: group }, (_, n) =>
        openSocket(by, `/api/posts/${posts[(sockets.length + n) % posts.length]?.id}/live`),
      )
      sockets.push(...(await Promise.all(opening)))
    }
    return sockets
  }
  const accepted = (sockets: TestSocket[]) => sockets.filter(({ status }) => status === 101)

  const own = await open(person, SOCKETS_OF_USER_MAX + 10)
  expect(accepted(own)).toHaveLength(SOCKETS_OF_USER_MAX)
  expect((await openSocket(person, '/api/live')).status).toBe(429)
  accepted(own)[0]?.close()
  await expect.poll(async () => (await openSocket(person, '/api/live')).status).toBe(101)

  const theirs = await open(visitor, SOCKETS_OF_ADDRESS_MAX + 20)
  expect(accepted(theirs)).toHaveLength(SOCKETS_OF_ADDRESS_MAX)
  const elsewhere = world.visitor()
  elsewhere.ip = '198.51.100.77'
  expect(accepted(await open(elsewhere, 1))).toHaveLength(1)
})

test('sockets that a room lost in a restart do not count towards the limits', async ({
  world,
  member: person,
  post,
}) => {
  const limiter = world.env.RATE_LIMITER.getByName(`user:${person.user.uid}`)
  const lost = (since: number) =>
    runInDurableObject(limiter, async (object, { storage }) => {
      for (let n = 0; n < SOCKETS_OF_USER_MAX; n++)
        await object.openSocket('', `lost-${since}-${n}`, `post:${post.id}`, 1_000, since)
      return storage.sql.exec('SELECT 1 FROM sockets').toArray().length
    })
  expect(await lost(world.now.getTime() - MINUTE)).toBe(SOCKETS_OF_USER_MAX)
  expect((await openSocket(person, `/api/posts/${post.id}/live`)).status).toBe(101)
  // Sockets that their room may be accepting at this moment are counted.
  await lost(world.now.getTime())
  expect((await openSocket(person, `/api/posts/${post.id}/live`)).status).toBe(429)
})

test('a socket that sends anything except a ping is closed', async ({ member: person }) => {
  const [quiet, loud] = [
    await openSocket(person, '/api/live'),
    await openSocket(person, '/api/live'),
  ]
  loud.send('hello')
  await expect.poll(() => loud.closed()).toBe(CLOSED.talkative)
  expect(quiet.closed()).toBeNull()
})

test('readers of a post, anonymous ones too, receive each new comment', async ({
  world,
  author,
  reader,
  post,
}) => {
  const path = `/api/posts/${post.id}/live`
  const [visitor, member] = [
    await openSocket(world.visitor(), path),
    await openSocket(author, path),
  ]
  expect([visitor.status, member.status]).toEqual([101, 101])
  const root = await comment(reader, post.id)
  const response = await reply(reader, root.id)
  const known = { type: 'comment', post_id: post.id, author_uid: reader.user.uid }
  const told = [root, response].map(({ id, root_id }) => ({ ...known, id, root_id }))
  await expectMessages(visitor, ...told)
  await expectMessages(member, ...told)
})

test('a reader of a post who logged out or was banned receives no further comments, and the socket is closed', async () => {
  const { world, author, reader, post } = await setUp()
  const [leaving, banned] = await world.members([{}, {}])
  const path = `/api/posts/${post.id}/live`
  const sockets = [await openSocket(leaving, path), await openSocket(banned, path)]
  const staying = await openSocket(author, path)
  await leaving.post('/api/auth/logout')
  const admin = await world.member({ role: 'admin' })
  await admin.put(`/api/admin/users/${banned.user.uid}/status`, {
    status: 'banned',
    reason: 'spam',
  })
  const { id } = await comment(reader, post.id)
  await expectMessages(staying, { id })
  for (const socket of sockets) {
    await expect.poll(() => socket.closed()).toBe(CLOSED.ended)
    expect(socket.messages).toEqual([])
  }
})

test('readers of a post receive nothing about other posts, likes, edits and deletions', async () => {
  const { world, author, reader, post } = await setUp()
  const other = await world.post({ author: author.user })
  const one = await openSocket(world.visitor(), `/api/posts/${post.id}/live`)
  await comment(reader, other.id)
  const { id } = await comment(reader, post.id)
  await author.post(`/api/comments/${id}/like`)
  await reader.put(`/api/comments/${id}`, { body: 'Better said.' })
  await reader.delete(`/api/comments/${id}`)
  const last = await comment(reader, post.id)
  await expectMessages(one, { id }, { id: last.id })
})

test('a post that the viewer may not see has no live updates', async ({
  world,
  member: author,
}) => {
  const draft = await world.post({ author: author.user, status: 'draft' })
  expect((await openSocket(world.visitor(), `/api/posts/${draft.id}/live`)).status).toBe(404)
  expect((await openSocket(author, `/api/posts/${draft.id}/live`)).status).toBe(101)
  expect((await openSocket(author, '/api/posts/999999999/live')).status).toBe(404)
  expect((await openSocket(author, '/api/posts/x/live')).status).toBe(400)
})

interface TestSocket {
  status: number
  messages: { type: string; [fact: string]: unknown }[]
  /** The close code; null while the socket is open. */
  closed(): number | null
  close(): void
  send(text: string): void
}

/** Opens a socket as the tab of a browser does. */
async function openSocket(
  by: Client,
  path: string,
  headers: Record<string, string> = {},
): Promise<TestSocket> {
  const response = await by.world.app.fetch(
    new Request(`http://joule.test${path}`, {
      headers: {
        Upgrade: 'websocket',
        Cookie: [...by.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'CF-Connecting-IP': by.ip,
        ...headers,
      },
    }),
    by.world.env,
    createExecutionContext(),
  )
  const messages: TestSocket['messages'] = []
  let code: number | null = null
  const socket = response.webSocket
  socket?.accept()
  socket?.addEventListener('message', ({ data }) => void messages.push(JSON.parse(String(data))))
  socket?.addEventListener('close', (event) => {
    code = event.code
  })
  return {
    status: response.status,
    messages,
    closed: () => code,
    close: () => socket?.close(1000),
    send: (text) => socket?.send(text),
  }
}

const expectMessages = (one: TestSocket, ...messages: object[]) =>
  expect
    .poll(() => one.messages)
    .toEqual(messages.map((message) => expect.objectContaining(message)))
