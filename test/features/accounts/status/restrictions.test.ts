import { sql } from 'drizzle-orm'
import { EVERY_MINUTE, runCron } from '#jobs'
import { DAY, MINUTE } from '#kernel/clock.ts'
import { expect, test } from '#test/test.ts'
import { type Client, World } from '#test/world.ts'
import { auditOf, systemNoticesOf } from '../../operations/admin/support.ts'

const minute = (world: World) => runCron(EVERY_MINUTE, world.env, world.now)
const later = (world: World, days: number) =>
  new Date(world.now.getTime() + days * DAY).toISOString()

test('the cron lifts a ban of three days at its end, and not before', async ({ world }) => {
  const [admin, person] = await world.members([{ role: 'admin' }, { level: 1 }])
  const path = `/api/admin/users/${person.user.uid}/status`
  const ends_at = later(world, 3)
  const banned = await admin.put(path, { status: 'banned', reason: 'Cool down', days: 3 })
  expect([banned.status, banned.json.ban_ends_at]).toEqual([200, ends_at])
  world.wait(3 * DAY - 1)
  await minute(world)
  expect(await world.reload(person.user)).toMatchObject({ status: 'banned', ban_ends_at: ends_at })
  world.wait(1)
  await Promise.all([minute(world), minute(world)])
  expect(await world.reload(person.user)).toMatchObject({
    status: 'active',
    ban_reason: null,
    ban_ends_at: null,
  })
  expect(await systemNoticesOf(world, person.user)).toEqual([
    { event: 'status_changed', status: 'banned', reason: 'Cool down', ends_at },
    { event: 'status_changed', status: 'active', reason: null, over: 1 },
  ])
  expect(await auditOf(world, 'user', person.user.uid)).toMatchObject([
    { action: 'user.status', actor_id: admin.user.uid },
    { action: 'user.ban_ended', actor_id: admin.user.uid, ip: '' },
  ])
  const again = await world.visitor().signIn(await world.reload(person.user))
  expect(
    (await again.post('/api/studio/posts', { title: 'Back', body: '<p>Again</p>' })).status,
  ).toBe(201)
})

test('a banned user sees the reason and the end of the ban on every page and in the API', async ({
  world,
}) => {
  const [admin, user] = [await world.member({ role: 'admin' }), await world.user()]
  const ends_at = later(world, 30)
  await admin.put(`/api/admin/users/${user.uid}/status`, {
    status: 'banned',
    reason: 'Cool down',
    days: 30,
  })
  const person = world.visitor()
  const login = await person.logIn(user.email)
  expect(login.json.user.ban).toEqual({ reason: 'Cool down', ends_at })
  const { text } = await person.get('/')
  expect(text).toContain('Cool down')
  expect(text).toContain(ends_at.replace('T', ' '))
})

test('lifting a ban by hand removes its end, and a ban without days has no end', async ({
  world,
}) => {
  const [admin, user] = [await world.member({ role: 'admin' }), await world.user()]
  const set = (body: object) => admin.put(`/api/admin/users/${user.uid}/status`, body)
  await set({ status: 'banned', days: 2 })
  expect((await set({ status: 'active' })).json).toMatchObject({
    status: 'active',
    ban_reason: null,
    ban_ends_at: null,
  })
  expect((await set({ status: 'banned' })).json).toMatchObject({
    status: 'banned',
    ban_ends_at: null,
  })
  world.wait(3 * DAY)
  await minute(world)
  expect((await world.reload(user)).status).toBe('banned')
})

test.for([0, 366, 1.5, '3'])('a ban for %s days is refused', async (days, { world }) => {
  const [admin, user] = [await world.member({ role: 'admin' }), await world.user()]
  const { status } = await admin.put(`/api/admin/users/${user.uid}/status`, {
    status: 'banned',
    days,
  })
  expect(status).toBe(422)
})

async function silenced(days?: number) {
  const world = new World()
  const [admin, person, author] = await world.members([
    { role: 'admin' },
    { level: 5 },
    { level: 1 },
  ])
  const post = await world.post({ author: author.user })
  const body = { silenced: true, reason: 'Insults', ...(days && { days }) }
  const { json } = await admin.put(`/api/admin/users/${person.user.uid}/silence`, body)
  const ends_at = days ? later(world, days) : null
  expect(json).toMatchObject({ status: 'active', silence: { reason: 'Insults', ends_at } })
  return { world, admin, person, post }
}

test('pages show a silenced user why and until when they cannot write', async () => {
  const { world, person, post } = await silenced(7)
  const end = later(world, 7).replace('T', ' ')
  for (const path of [`/posts/${post.id}`, '/studio/write', '/settings']) {
    const { text } = await person.get(path)
    expect([path, text.includes('Insults'), text.includes(end)]).toEqual([path, true, true])
  }
  expect((await person.get(`/posts/${post.id}`)).text).not.toContain('class="composer ')
  expect((await world.visitor().get(`/posts/${post.id}`)).text).not.toContain('Insults')
})

test('a silence ends at its time, also before the cron has run', async () => {
  const { world, admin, person, post } = await silenced(1)
  const speak = (by: Client) => by.post(`/api/posts/${post.id}/comments`, { body: 'Hello.' })
  world.wait(DAY - MINUTE)
  const back = await world.visitor().signIn(person.user)
  expect((await speak(back)).status).toBe(403)
  world.wait(MINUTE)
  expect((await speak(back)).status).toBe(201)
  await minute(world)
  expect(await world.reload(person.user)).toMatchObject({
    silenced_at: null,
    silence_reason: null,
    silence_ends_at: null,
  })
  expect(
    (await auditOf(world, 'user', person.user.uid)).map(({ action, actor_id }) => [
      action,
      actor_id,
    ]),
  ).toEqual([
    ['user.silence', admin.user.uid],
    ['user.silence_ended', admin.user.uid],
  ])
})

test('the data check finds a ban a day after its end, and the cron lifts it', async ({ world }) => {
  const [admin, user] = [
    await world.member({ role: 'admin' }),
    await world.user({ status: 'banned' }),
  ]
  await world.db.batch([
    sql`UPDATE users SET ban_ends_at = '2020-01-01T00:00:00.000Z' WHERE uid = ${user.uid}`,
  ])
  const check = async () => (await admin.post('/api/admin/invariants/run')).json
  expect(await check()).toMatchObject({
    ok: false,
    failures: { 'bans and silences end at their time': [user.uid] },
  })
  await minute(world)
  expect(await check()).toMatchObject({ ok: true })
})
