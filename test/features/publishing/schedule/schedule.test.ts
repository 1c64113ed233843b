import { type SQL, sql } from 'drizzle-orm'
import { AHEAD_MAX } from '#features/publishing/schedule/schedule.ts'
import { EVERY_MINUTE, runCron } from '#jobs'
import { after, DAY, HOUR, MINUTE } from '#kernel/clock.ts'
import { runOnly } from '#test/cron.ts'
import { expect, refusalOf, test } from '#test/test.ts'
import { World } from '#test/world.ts'

const WORDS = { title: 'Tomorrow', body: '<p>Words</p>' }
const inTime = (world: World, ahead: number) => after(world.now, ahead).toISOString()
const minute = (world: World) => runCron(EVERY_MINUTE, world.env, world.now)

async function scheduled(world: World, ahead = HOUR, fields: object = {}) {
  const author = await world.member({ level: 1 })
  const { json: post } = await author.post('/api/studio/posts', {
    ...WORDS,
    ...fields,
    publish_at: inTime(world, ahead),
  })
  // A new session, because the first one has expired by then.
  const back = async (path: string) => (await (await world.visitor().signIn(author.user)).get(path)).json
  const stored = () => back(`/api/studio/posts/${post.id}`)
  const notices = async () => (await back('/api/messages?category=system')).items
  return { author, post, stored, notices }
}

test('a scheduled post is a draft until its time and is published once, in its minute', async ({ world }) => {
  const { author, post, stored, notices } = await scheduled(world)
  const publishAt = inTime(world, HOUR)
  expect(post).toMatchObject({ status: 'draft', publish_at: publishAt })
  world.wait(HOUR - 1)
  await minute(world)
  expect((await stored()).status).toBe('draft')
  world.wait(1)
  await minute(world)
  const published = await stored()
  expect(published).toMatchObject({ status: 'approved', publish_at: null, published_at: world.now.toISOString() })
  expect((await world.visitor().get(`/api/posts/${post.id}`)).status).toBe(200)
  world.wait(MINUTE)
  await minute(world)
  await runOnly(['publish due posts'], world.env, world.now)
  expect((await stored()).version).toBe(published.version)
  expect((await notices()).map(({ data }: { data: { event: string } }) => data.event)).toEqual(['post_published'])
  expect(await world.db.all(sql`SELECT 1 FROM post_schedules WHERE author_id = ${author.user.uid}`)).toEqual([])
})

test('concurrent and late runs publish a scheduled post once', async ({ world }) => {
  const { stored, notices, post } = await scheduled(world)
  world.wait(3 * DAY)
  await Promise.all([minute(world), minute(world), runOnly(['publish due posts'], world.env, world.now)])
  expect(await stored()).toMatchObject({ status: 'approved', version: post.version + 1 })
  expect(await notices()).toHaveLength(1)
  const moves = await world.db.all(sql`SELECT move FROM post_moves WHERE post_id = ${post.id} AND move = 'submit'`)
  expect(moves).toHaveLength(1)
})

test('while review is on, a scheduled post is submitted for review', async ({ world }) => {
  const { stored, notices } = await scheduled(world)
  await world.setting('audit.enabled', true)
  world.wait(HOUR)
  await minute(world)
  expect(await stored()).toMatchObject({ status: 'pending', publish_at: null })
  expect((await notices())[0].data.event).toBe('post_submitted')
})

const LINKS = [1, 2, 3].map((n) => `<a href="https://site${n}.example/">x</a>`).join('')
const ofAuthor = (change: SQL) => (world: World, uid: number) =>
  world.db.batch([sql`UPDATE users SET ${change} WHERE uid = ${uid}`])

const OBSTACLES: Record<string, (world: World, uid: number, post: number) => Promise<unknown>> = {
  banned: ofAuthor(sql`status = 'banned'`),
  silenced: ofAuthor(sql`silenced_at = '2026-01-01T00:00:00.000Z'`),
  leaving: ofAuthor(sql`purge_at = '2099-01-01T00:00:00.000Z'`),
  level_too_low: ofAuthor(sql`exp = 0`),
  email_unverified: (world) => world.setting('email.verification_required', true),
  incomplete: (world, _, post) => world.db.batch([sql`UPDATE posts SET body = '' WHERE id = ${post}`]),
  too_many_links: (world) => world.setting('links.newcomers_limited', true),
  blocked_host: (world) => world.db.batch([sql`INSERT INTO blocked_hosts (host) VALUES ('site1.example')`]),
}

test.each(Object.entries(OBSTACLES))(
  'a scheduled post stays a draft if its author or text is %s, and the author gets one notification',
  async (why, obstruct) => {
    const world = new World()
    const { author, post } = await scheduled(world, HOUR, { body: LINKS })
    await obstruct(world, author.user.uid, post.id)
    world.wait(HOUR)
    await Promise.all([minute(world), minute(world)])
    const stored = sql`SELECT status, version FROM posts WHERE id = ${post.id} AND id NOT IN (SELECT post_id FROM post_schedules)`
    expect(await world.db.first(stored)).toEqual({ status: 'draft', version: post.version })
    const notifications = await world.db.all(sql<{ data: string }>`
      SELECT data FROM notifications WHERE user_id = ${author.user.uid} AND kind = 'NotifySystem'`)
    expect(notifications.map(({ data }) => JSON.parse(data))).toEqual([
      { event: 'post_not_published', title: WORDS.title, why },
    ])
  },
)

test('a schedule can be changed and cancelled, and other edits keep it', async ({ world }) => {
  const { author, post, stored } = await scheduled(world)
  const path = `/api/studio/posts/${post.id}`
  const later = inTime(world, 2 * HOUR)
  expect((await author.put(path, { publish_at: later, version: 1 })).json).toMatchObject({
    version: 2,
    publish_at: later,
  })
  expect((await author.put(path, { publish_at: null, version: 1 })).json.error.code).toBe('version_conflict')
  expect((await author.put(path, { title: 'New title' })).json).toMatchObject({ version: 3, publish_at: later })
  const zoned = new Date(Date.parse(later) + 8 * HOUR).toISOString().replace('Z', '+08:00')
  expect((await author.put(path, { publish_at: zoned })).json).toMatchObject({ version: 3, publish_at: later })
  expect((await author.put(path, { publish_at: null })).json).toMatchObject({ version: 4, publish_at: null })
  world.wait(3 * HOUR)
  await minute(world)
  expect((await stored()).status).toBe('draft')
})

test('a publish time is a time with a zone, in the future, and not too far', async ({ world }) => {
  const { author, post } = await scheduled(world)
  const ahead = [-1, 0, 366 * DAY, AHEAD_MAX * DAY + 1].map((time) => inTime(world, time))
  for (const publish_at of [...ahead, 'tomorrow', '2026-11-15', '2026-11-15T10:00:00', 5, true]) {
    for (const response of [
      await author.post('/api/studio/posts', { ...WORDS, publish_at }),
      await author.put(`/api/studio/posts/${post.id}`, { publish_at }),
    ]) {
      expect([publish_at, await refusalOf(response)]).toEqual([publish_at, [422, 'publish_at']])
    }
  }
  const last = await author.put(`/api/studio/posts/${post.id}`, { publish_at: inTime(world, AHEAD_MAX * DAY) })
  expect(last.status).toBe(200)
})

test('only a complete draft can be scheduled', async ({ world, writer }) => {
  const publish_at = inTime(world, HOUR)
  const asked = async (status: 'rejected' | 'approved' | 'pending' | 'locked') => {
    const { id } = await world.post({ author: writer.user, status })
    return (await writer.put(`/api/studio/posts/${id}`, { publish_at })).json.error.code
  }
  expect(await asked('rejected')).toBe('invalid_transition')
  expect(await asked('approved')).toBe('invalid_transition')
  expect(await asked('pending')).toBe('post_not_editable')
  expect(await asked('locked')).toBe('post_not_editable')
  const empty = await writer.post('/api/studio/posts', { draft: true, publish_at })
  expect(Object.keys(empty.json.error.fields)).toEqual(['title', 'body'])
  const { id } = await world.post({ author: writer.user })
  const forged = sql`INSERT INTO post_schedules (post_id, author_id, publish_at) VALUES (${id}, ${writer.user.uid}, ${publish_at})`
  await expect(world.db.batch([forged])).rejects.toThrow('invalid_transition')
})

/** A post that waits for review and for its time. Review is on. */
async function waiting(world: World, ahead = 2 * HOUR) {
  await world.setting('audit.enabled', true)
  const author = await world.member({ level: 1 })
  const admin = await world.member({ role: 'admin' })
  const { json: draft } = await author.post('/api/studio/posts', { ...WORDS, draft: true })
  const publishAt = inTime(world, ahead)
  const path = `/api/studio/posts/${draft.id}`
  const submitted = await author.post(`${path}/submit`, { publish_at: publishAt })
  const back = async () => world.visitor().signIn(author.user)
  const stored = async () => (await (await back()).get(path)).json
  const decide = async (move: string, body: object = {}) =>
    (await world.visitor().signIn(admin.user)).post(`/api/admin/posts/${draft.id}/${move}`, body)
  const events = async () => {
    const { json } = await (await back()).get('/api/messages?category=system')
    return json.items.map(({ data }: { data: { event: string } }) => data.event)
  }
  return { author, admin, draft, publishAt, path, submitted, back, stored, decide, events }
}

test('a post that is approved before its time is published at that time, once', async ({ world }) => {
  const { draft, publishAt, submitted, stored, decide, events } = await waiting(world)
  expect(submitted.json).toMatchObject({ status: 'pending', publish_at: publishAt, review_passed: false })
  const approved = await decide('approve')
  expect([approved.status, approved.json.status, approved.json.review_passed]).toEqual([200, 'draft', true])
  expect(await stored()).toMatchObject({ status: 'draft', publish_at: publishAt, published_at: null })
  expect((await world.visitor().get(`/api/posts/${draft.id}`)).status).toBe(404)
  world.wait(2 * HOUR - 1)
  await minute(world)
  expect((await stored()).status).toBe('draft')
  world.wait(1)
  await Promise.all([minute(world), minute(world)])
  const published = await stored()
  expect(published).toMatchObject({ status: 'approved', publish_at: null, published_at: world.now.toISOString() })
  world.wait(MINUTE)
  await minute(world)
  expect((await stored()).version).toBe(published.version)
  expect(await events()).toEqual(['post_published', 'post_approved_for_later'])
})

test('a post that is approved after its time is published at once', async ({ world }) => {
  const { stored, decide, events } = await waiting(world)
  world.wait(2 * HOUR)
  await minute(world)
  expect((await stored()).status).toBe('pending')
  expect((await decide('approve')).json.status).toBe('approved')
  expect(await stored()).toMatchObject({ publish_at: null, planned_at: null, published_at: world.now.toISOString() })
  expect(await events()).toEqual(['post_approved'])
})

test('of two admins who approve and reject, one decides', async ({ world }) => {
  const { draft, decide, stored } = await waiting(world)
  const other = await world.member({ role: 'admin' })
  const answers = await Promise.all([
    decide('approve'),
    other.post(`/api/admin/posts/${draft.id}/reject`, { reason: 'No' }),
    other.post(`/api/admin/posts/${draft.id}/approve`),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  const { status, publish_at, planned_at } = await stored()
  expect([status, publish_at !== null, planned_at !== null]).toEqual(
    answers[1]?.status === 200 ? ['rejected', false, true] : ['draft', true, false],
  )
})

test('after a rejection or a withdrawal the time is shown and has no effect', async ({ world }) => {
  for (const leave of ['reject', 'withdraw']) {
    const { author, back, path, publishAt, stored, decide, draft } = await waiting(world)
    if (leave === 'reject') await decide('reject', { reason: 'Too short' })
    else await author.post(`${path}/withdraw`)
    expect(await stored()).toMatchObject({ publish_at: null, planned_at: publishAt })
    const page = await (await back()).get(`/studio/write?id=${draft.id}`)
    expect(page.text).toContain('This post was scheduled for')
    expect((await (await back()).get('/studio/posts')).text).toContain('Was scheduled for')
    await author.put(path, { title: 'Longer' })
    world.wait(3 * HOUR)
    await minute(world)
    const again = await back()
    expect(await stored()).toMatchObject({ status: 'draft', publish_at: null, planned_at: publishAt })
    expect((await again.put(path, { publish_at: null })).json).toMatchObject({ planned_at: null })
  }
})

test('an edit of an approved version needs another review, a new time does not', async ({ world }) => {
  const { author, path, decide, stored } = await waiting(world)
  await decide('approve')
  const later = inTime(world, 3 * HOUR)
  expect((await author.put(path, { publish_at: later })).json).toMatchObject({ publish_at: later, review_passed: true })
  expect((await author.put(path, { title: 'Other' })).json).toMatchObject({ publish_at: later, review_passed: false })
  expect((await author.put(path, { title: WORDS.title })).json).toMatchObject({ review_passed: false })
  world.wait(3 * HOUR)
  await minute(world)
  expect(await stored()).toMatchObject({ status: 'pending', publish_at: null, planned_at: later })
})

test('only a post in review can wait for its approval', async ({ world }) => {
  const { author, draft } = await waiting(world)
  await author.post(`/api/studio/posts/${draft.id}/withdraw`)
  const forged = sql`UPDATE post_plans SET waits = 1 WHERE post_id = ${draft.id}`
  await expect(world.db.batch([forged])).rejects.toThrow('invalid_transition')
  const { id } = await world.post({ author: author.user })
  const added = sql`INSERT INTO post_plans VALUES (${id}, ${author.user.uid}, '2099-01-01T00:00:00.000Z', 1)`
  await expect(world.db.batch([added])).rejects.toThrow('invalid_transition')
})

test('posts in review with a time are in the list of scheduled posts, in order', async ({ world }) => {
  const { author, publishAt, back } = await waiting(world, 2 * HOUR)
  const times = [HOUR, 3 * HOUR].map((ahead) => inTime(world, ahead))
  for (const publish_at of times) await author.post('/api/studio/posts', { ...WORDS, draft: true, publish_at })
  const first = (await author.get('/api/studio/posts?status=scheduled&limit=2')).json
  const second = (await author.get(`/api/studio/posts?status=scheduled&limit=2&cursor=${first.next_cursor}`)).json
  const listed = [...first.items, ...second.items].map(({ publish_at }: { publish_at: string }) => publish_at)
  expect([listed, second.next_cursor]).toEqual([[times[0], publishAt, times[1]], null])
  const { text } = await (await back()).get('/studio/posts?status=scheduled')
  expect(text).toContain('If approved by')
  expect(text.match(/Will be submitted for review on/g)).toHaveLength(2)
  expect((await (await back()).get(`/studio/write?id=${first.items[0].id}`)).text).toContain('Cancel schedule')
})
