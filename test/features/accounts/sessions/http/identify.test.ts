import { sql } from 'drizzle-orm'
import { roundTrips } from '#test/cost.ts'
import { expect, test } from '#test/test.ts'
import { author, publish } from '../../../publishing/search/posts.ts'

test('for a member, lists, posts and the overview of the studio take one round trip, and other pages two', async ({
  world,
  writer: member,
}) => {
  const id = await publish(await author(world), {})
  await member.get('/studio')
  const trips = {
    '/': 1,
    '/posts': 1,
    [`/posts/${id}`]: 1,
    '/studio': 1,
    '/studio/posts': 2,
    [`/space/${member.user.uid}`]: 2,
  }
  for (const [path, expected] of Object.entries(trips)) {
    const page = await member.get(path)
    expect([page.status, roundTrips(page)], path).toEqual([200, expected])
    expect(page.text, path).toContain(`data-viewer="${member.user.uid}"`)
  }
})

test('an error page shows the viewer, also if the error comes before the session was loaded', async ({
  member,
}) => {
  for (const path of ['/posts/none', '/nothing', '/posts/999999999']) {
    const page = await member.get(path)
    expect([page.status, page.text.includes(`data-viewer="${member.user.uid}"`)], path).toEqual([
      404,
      true,
    ])
  }
})

test('the next page after a session has ended is anonymous', async ({ world, writer: member }) => {
  const id = await publish(await author(world), {})
  await world.db.batch([sql`DELETE FROM sessions WHERE sid = ${member.sid}`])
  const post = await member.get(`/posts/${id}`)
  expect([post.status, post.text.includes(`data-viewer="${member.user.uid}"`)]).toEqual([
    200,
    false,
  ])
  expect((await member.get('/studio')).status).toBe(302)
})

test('the next page shows a changed role, ban, name or unread count of the viewer', async ({
  world,
}) => {
  const admin = await world.member({ level: 2, role: 'admin' })
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
  // The page /help has no other read of the database, the page /posts has one.
  for (const path of ['/help', '/posts'])
    expect((await admin.get(path)).text, path).toContain('data-unreadcount="1"')
  await change(sql`status = 'banned', ban_reason = 'spam, again'`)
  expect((await admin.get('/posts')).text).toContain('spam, again')
})

test('a page that writes loads the session first', async ({ world }) => {
  const by = await author(world)
  const id = await publish(by, {})
  for (let n = 0; n < 2; n++) await by.get('/studio')
  await (await world.member({ level: 2 })).post(`/api/posts/${id}/like`)
  await world.db.batch([sql`DELETE FROM sessions WHERE sid = ${by.sid}`])
  expect((await by.get('/messages')).status).toBe(302)
  const [notices] = await world.db.all(
    sql<{ n: number }>`SELECT COUNT(*) AS n FROM notifications WHERE kind = 'NotifyLikeAggregated'`,
  )
  expect(notices?.n).toBe(0)
})

test('a route without a viewer does not load the session', async ({ member }) => {
  for (const path of ['/api/openapi.json', '/look.css']) {
    expect(roundTrips(await member.get(path)), path).toBe(0)
  }
  expect(roundTrips(await member.get('/api/messages/unread'))).toBeGreaterThan(0)
})
