import { sql } from 'drizzle-orm'
import { EVERY_MINUTE, runCron } from '#jobs'
import { DAY, MINUTE } from '#kernel/clock.ts'
import { runOnly } from '#test/cron.ts'
import { expect, test } from '#test/test.ts'
import { type Client, World } from '#test/world.ts'
import { auditOf, systemNoticesOf } from '../../operations/admin/support.ts'

const minute = (world: World) => runCron(EVERY_MINUTE, world.env, world.now)
const later = (world: World, days: number) => new Date(world.now.getTime() + days * DAY).toISOString()

test('a ban for three days is lifted by the cron at its end, not before', async ({ world }) => {
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
  expect(await world.reload(person.user)).toMatchObject({ status: 'active', ban_reason: null, ban_ends_at: null })
  expect(await systemNoticesOf(world, person.user)).toEqual([
    { event: 'status_changed', status: 'banned', reason: 'Cool down', ends_at },
    { event: 'status_changed', status: 'active', reason: null, over: 1 },
  ])
  expect(await auditOf(world, 'user', person.user.uid)).toMatchObject([
    { action: 'user.status', actor_id: admin.user.uid },
    { action: 'user.ban_ended', actor_id: admin.user.uid, ip: '' },
  ])
  const again = await world.visitor().signIn(await world.reload(person.user))
  expect((await again.post('/api/studio/posts', { title: 'Back', body: '<p>Again</p>' })).status).toBe(201)
})

test('a banned user sees the reason and the end of the ban on every page and in the API', async ({ world }) => {
  const [admin, user] = [await world.member({ role: 'admin' }), await world.user()]
  const ends_at = later(world, 30)
  await admin.put(`/api/admin/users/${user.uid}/status`, { status: 'banned', reason: 'Cool down', days: 30 })
  const person = world.visitor()
  const login = await person.logIn(user.email)
  expect(login.json.user.ban).toEqual({ reason: 'Cool down', ends_at })
  const { text } = await person.get('/')
  expect(text).toContain('Cool down')
  expect(text).toContain(ends_at.replace('T', ' '))
})

test('lifting a ban by hand removes its end, and a ban without days has none', async ({ world }) => {
  const [admin, user] = [await world.member({ role: 'admin' }), await world.user()]
  const set = (body: object) => admin.put(`/api/admin/users/${user.uid}/status`, body)
  await set({ status: 'banned', days: 2 })
  expect((await set({ status: 'active' })).json).toMatchObject({ status: 'active', ban_ends_at: null })
  expect((await set({ status: 'banned' })).json).toMatchObject({ status: 'banned', ban_ends_at: null })
  world.wait(3 * DAY)
  await minute(world)
  expect((await world.reload(user)).status).toBe('banned')
})

test.for([0, 366, 1.5, '3'])('a ban for %s days is refused', async (days, { world }) => {
  const [admin, user] = [await world.member({ role: 'admin' }), await world.user()]
  const { status } = await admin.put(`/api/admin/users/${user.uid}/status`, { status: 'banned', days })
  expect(status).toBe(422)
})

async function silenced(days?: number) {
  const world = new World()
  const [admin, person, author] = await world.members([{ role: 'admin' }, { level: 5 }, { level: 1 }])
  const [post, own] = await world.posts([{ author: author.user }, { author: person.user }])
  const comment = await person.post(`/api/posts/${post.id}/comments`, { body: 'Before.' })
  const set = (body: object) => admin.put(`/api/admin/users/${person.user.uid}/silence`, body)
  const response = await set({ silenced: true, reason: 'Insults', ...(days && { days }) })
  return { world, admin, person, post, own, comment: comment.json, set, response }
}

test('a silenced user cannot publish anything', async () => {
  const { person, post, own, comment, response } = await silenced()
  expect([response.status, response.json.status, response.json.silence]).toMatchObject([
    200,
    'active',
    { reason: 'Insults', ends_at: null },
  ])
  const draft = await person.post('/api/studio/posts', { title: 'A draft', body: '<p>Words</p>', draft: true })
  expect(draft.status).toBe(201)
  const soon = new Date(person.world.now.getTime() + DAY).toISOString()
  for (const [what, refused] of Object.entries({
    create: await person.post('/api/studio/posts', { title: 'New', body: '<p>Words</p>' }),
    schedule: await person.post('/api/studio/posts', { title: 'New', body: '<p>W</p>', draft: true, publish_at: soon }),
    submit: await person.post(`/api/studio/posts/${draft.json.id}/submit`),
    'edit a public post': await person.put(`/api/studio/posts/${own.id}`, { title: 'Changed' }),
    comment: await person.post(`/api/posts/${post.id}/comments`, { body: 'After.' }),
    reply: await person.post(`/api/comments/${comment.id}/reply`, { body: 'After.' }),
    'edit a comment': await person.put(`/api/comments/${comment.id}`, { body: 'Changed.' }),
    profile: await person.put('/api/settings/profile', { signature: 'Changed' }),
    'public folder': await person.post('/api/folders', { name: 'Words', public: true }),
  }))
    expect([what, refused.status, refused.json.error.code]).toEqual([what, 403, 'silenced'])
})

test('a silenced user cannot add posts to a public folder, also not by saving them', async () => {
  const { world, person, post, set } = await silenced()
  await set({ silenced: false })
  const folder = (await person.post('/api/folders', { name: 'Words', public: true })).json.id
  const hidden = (await person.post('/api/folders', { name: 'For me' })).json.id
  const [saved] = (await person.post(`/api/posts/${post.id}/favorite`)).json.folder_ids
  await person.put(`/api/folders/${saved}`, { public: true })
  await set({ silenced: true, reason: 'Insults' })
  const other = await world.post({ author: (await world.member()).user })
  const add = (to: number) => person.post(`/api/folders/${to}/posts`, { post_id: other.id })
  const save = (id: number) => person.post(`/api/posts/${id}/favorite`)
  for (const refused of [await add(folder), await add(saved), await save(other.id)])
    expect([refused.status, refused.json.error.code]).toEqual([403, 'silenced'])
  expect((await save(post.id)).json.favorited).toBe(false)
  expect((await add(hidden)).status).toBe(201)
})

test('a silenced user can read, react, report, save drafts and delete their own content', async () => {
  const { person, post, comment } = await silenced()
  for (const [what, path, body] of [
    ['like', `/api/posts/${post.id}/like`, undefined],
    ['save', `/api/posts/${post.id}/favorite`, undefined],
    ['follow', `/api/users/${post.author_id}/follow`, undefined],
    ['like a comment', `/api/comments/${comment.id}/like`, undefined],
    ['report', '/api/reports', { post_id: post.id, reason: 'spam' }],
    ['private folder', '/api/folders', { name: 'For me' }],
  ] as const)
    expect([what, (await person.post(path, body)).status]).toEqual([what, expect.toBeOneOf([200, 201, 202, 204])])
  const draft = await person.post('/api/studio/posts', { title: '', body: '', draft: true })
  expect((await person.put(`/api/studio/posts/${draft.json.id}`, { title: 'Saved' })).status).toBe(200)
  expect((await person.delete(`/api/comments/${comment.id}`)).status).toBe(204)
})

test('pages show a silenced user why and until when they cannot write', async () => {
  const { world, person, post } = await silenced(7)
  const end = later(world, 7).replace('T', ' ')
  for (const path of [`/posts/${post.id}`, '/studio/write', '/settings']) {
    const { text } = await person.get(path)
    expect([path, text.includes('Insults'), text.includes(end)]).toEqual([path, true, true])
  }
  expect((await person.get(`/posts/${post.id}`)).text).not.toContain('class="composer"')
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
  expect((await systemNoticesOf(world, person.user)).slice(-2)).toMatchObject([
    { event: 'silence_changed', silenced: 1, reason: 'Insults' },
    { event: 'silence_changed', silenced: 0, over: 1 },
  ])
  expect((await auditOf(world, 'user', person.user.uid)).map(({ action, actor_id }) => [action, actor_id])).toEqual([
    ['user.silence', admin.user.uid],
    ['user.silence_ended', admin.user.uid],
  ])
})

test('an admin lifts a silence by hand; repeating either change is refused', async () => {
  const { person, post, set } = await silenced()
  expect((await set({ silenced: true })).json.error.code).toBe('invalid_transition')
  expect((await set({ silenced: false })).json.silence).toBeNull()
  expect((await set({ silenced: false })).json.error.code).toBe('invalid_transition')
  expect((await person.post(`/api/posts/${post.id}/comments`, { body: 'Hello.' })).status).toBe(201)
})

test('an admin can silence neither an admin nor an owner', async ({ world, admin }) => {
  for (const role of ['admin', 'owner'] as const) {
    const { uid } = await world.user({ role })
    const { json } = await admin.put(`/api/admin/users/${uid}/silence`, { silenced: true })
    expect(json.error.code).toBe('invalid_transition')
  }
})

test('an erased account keeps neither ban nor silence', async () => {
  const { world, person } = await silenced(7)
  await world.db.batch([sql`UPDATE users SET purge_at = ${world.now.toISOString()} WHERE uid = ${person.user.uid}`])
  world.wait(MINUTE)
  await runOnly(['end bans and silences', 'erase deleted accounts'], world.env, world.now)
  expect(await world.reload(person.user)).toMatchObject({
    status: 'deleted',
    silenced_at: null,
    silence_reason: null,
    silence_ends_at: null,
  })
})

test('the data check finds a ban a day after its end, and the cron lifts it', async ({ world }) => {
  const [admin, user] = [await world.member({ role: 'admin' }), await world.user({ status: 'banned' })]
  await world.db.batch([sql`UPDATE users SET ban_ends_at = '2020-01-01T00:00:00.000Z' WHERE uid = ${user.uid}`])
  const check = async () => (await admin.post('/api/admin/invariants/run')).json
  expect(await check()).toMatchObject({ ok: false, failures: { 'bans and silences end at their time': [user.uid] } })
  await minute(world)
  expect(await check()).toMatchObject({ ok: true })
})
