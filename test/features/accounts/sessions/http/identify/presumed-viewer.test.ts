import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type Answer, World } from '#test/world.ts'
import { author, publish } from '../../../../publishing/search/posts.ts'

const trips = ({ headers }: Answer) => Number(/round trips: (\d+)/.exec(headers.get('server-timing') ?? '')?.[1])

/** A member whose pages this isolate has just made, so that the next one is made on trust. */
async function trusted(world: World, role: 'user' | 'admin' = 'user') {
  const member = await world.member({ level: 2, role })
  for (let n = 0; n < 2; n++) await member.get('/studio')
  return member
}

test('a page of somebody who was here before is one round trip, and what it shows is theirs', async () => {
  const world = new World()
  const id = await publish(await author(world), {})
  const member = await trusted(world)
  for (const path of ['/posts', `/posts/${id}`, '/studio', `/space/${member.user.uid}`]) {
    const page = await member.get(path)
    expect([page.status, trips(page)], path).toEqual([200, 1])
    expect(page.text, path).toContain(`data-viewer="${member.user.uid}"`)
  }
})

test('a session that has ended shows nothing more, on the very next page', async () => {
  const world = new World()
  const id = await publish(await author(world), {})
  const member = await trusted(world)
  await world.db.batch([sql`DELETE FROM sessions WHERE sid = ${member.sid}`])
  const post = await member.get(`/posts/${id}`)
  expect([post.status, post.text.includes(`data-viewer="${member.user.uid}"`)]).toEqual([200, false])
  expect((await member.get('/studio')).status).toBe(302)
})

test('what has changed about the viewer counts on the very next page: a power, a ban, a name, a notice', async () => {
  const world = new World()
  const admin = await trusted(world, 'admin')
  const change = (set: ReturnType<typeof sql>) =>
    world.db.batch([sql`UPDATE users SET ${set} WHERE uid = ${admin.user.uid}`])
  expect((await admin.get('/admin')).status).toBe(200)
  await change(sql`role = 'user'`)
  expect((await admin.get('/admin')).status).toBe(404)
  await change(sql`username = 'Renamed', username_key = 'renamed'`)
  expect((await admin.get('/posts')).text).toContain('Renamed')
  await admin.get('/posts')
  await world.db.batch([
    sql`INSERT INTO notifications (user_id, kind, category, created_at)
      VALUES (${admin.user.uid}, 'NotifySystem', 'system', ${world.now.toISOString()})`,
  ])
  // The first reads nothing of its own, the second does.
  for (const path of ['/help', '/posts']) expect((await admin.get(path)).text, path).toContain('data-unreadcount="1"')
  await change(sql`status = 'banned', ban_reason = 'spam, again'`)
  expect((await admin.get('/posts')).text).toContain('spam, again')
})

test('a comment and an energize of somebody who was here before are two round trips, and leave them known', async () => {
  const world = new World()
  const id = await publish(await author(world), {})
  const member = await trusted(world)
  for (let n = 0; n < 2; n++) {
    const comment = await member.post(`/api/posts/${id}/comments`, { body: 'on trust' })
    expect([comment.status, trips(comment)]).toEqual([201, 2])
    const energized = await member.post('/api/energize', { post_id: id, form: 'light' })
    expect([energized.status, trips(energized)]).toEqual([200, 2])
  }
  expect(trips(await member.get('/posts'))).toBe(1)
})

test('a command on trust is refused as ever: an ended session, a ban, a wrong body, a body that is none', async () => {
  const world = new World()
  const id = await publish(await author(world), {})
  const answersTo = async (body: string) => {
    const [gone, banned, fine] = [await trusted(world), await trusted(world), await trusted(world)]
    await world.db.batch([
      sql`DELETE FROM sessions WHERE sid = ${gone.sid}`,
      sql`UPDATE users SET status = 'banned' WHERE uid = ${banned.user.uid}`,
    ])
    const headers = { 'content-type': 'application/json' }
    const answers = [gone, banned, fine].map((member) =>
      member.send('POST', `/api/posts/${id}/comments`, { body, headers }),
    )
    return (await Promise.all(answers)).map(({ status, json }) => [status, json.error?.code])
  }
  const refused = [
    [401, 'session_expired'],
    [403, 'banned'],
  ]
  expect(await answersTo('{"body":"words"}')).toEqual([...refused, [201, undefined]])
  expect(await answersTo('{"body":""}')).toEqual([...refused, [422, 'validation_failed']])
  expect(await answersTo('{"body":')).toEqual([...refused, [400, 'bad_request']])
  const [written] = await world.db.all(sql<{ n: number }>`SELECT COUNT(*) AS n FROM comments WHERE post_id = ${id}`)
  expect(written?.n).toBe(1)
})

test('a page that writes waits until the session is known', async () => {
  const world = new World()
  const by = await author(world)
  const id = await publish(by, {})
  for (let n = 0; n < 2; n++) await by.get('/studio')
  await (await world.member({ level: 2 })).post(`/api/posts/${id}/like`)
  await world.db.batch([sql`DELETE FROM sessions WHERE sid = ${by.sid}`])
  expect((await by.get('/messages')).status).toBe(302)
  const [told] = await world.db.all(
    sql<{ n: number }>`SELECT COUNT(*) AS n FROM notifications WHERE kind = 'NotifyLikeAggregated'`,
  )
  expect(told?.n).toBe(0)
})

test('a route without a viewer does not load the session', async () => {
  const member = await new World().member()
  for (const path of ['/api/openapi.json', '/look.css', '/images/none']) {
    expect(trips(await member.get(path)), path).toBe(0)
  }
  expect(trips(await member.get('/api/messages/unread'))).toBeGreaterThan(0)
})
