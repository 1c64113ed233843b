import { sql } from 'drizzle-orm'
import { AHEAD_MAX } from '#features/publishing/schedule/schedule.ts'
import { EVERY_MINUTE, runCron } from '#jobs'
import { after, DAY, HOUR, MINUTE } from '#kernel/clock.ts'
import { runOnly } from '#test/cron.ts'
import { expect, test } from '#test/test.ts'
import { World } from '#test/world.ts'

const WORDS = { title: 'Tomorrow', body: '<p>Words</p>' }
const inTime = (world: World, ahead: number) => after(world.now, ahead).toISOString()
const minute = (world: World) => runCron(EVERY_MINUTE, world.env, world.now)

async function scheduled(world: World, ahead = HOUR) {
  const author = await world.member({ level: 1 })
  const { json: post } = await author.post('/api/studio/posts', { ...WORDS, publish_at: inTime(world, ahead) })
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
  await world.setting('audit.enabled', false)
  expect(await stored()).toMatchObject({ status: 'pending', publish_at: null })
  expect((await notices())[0].data.event).toBe('post_submitted')
})

test.each([
  ['banned', sql`status = 'banned'`],
  ['silenced', sql`silenced_at = '2026-01-01T00:00:00.000Z'`],
  ['leaving', sql`purge_at = '2099-01-01T00:00:00.000Z'`],
  ['level_too_low', sql`exp = 0`],
])(
  'a scheduled post of an author who is %s stays a draft, and the author gets one notification',
  async (why, change) => {
    const world = new World()
    const { author, post, stored } = await scheduled(world)
    await world.db.batch([sql`UPDATE users SET ${change} WHERE uid = ${author.user.uid}`])
    world.wait(HOUR)
    await Promise.all([minute(world), minute(world)])
    expect(await stored()).toMatchObject({ status: 'draft', publish_at: null, version: post.version })
    const notifications = await world.db.all(sql<{ data: string }>`
    SELECT data FROM notifications WHERE user_id = ${author.user.uid} AND kind = 'NotifySystem'`)
    expect(notifications.map(({ data }) => JSON.parse(data))).toEqual([
      { event: 'post_not_published', title: WORDS.title, why },
    ])
  },
)

test('a scheduled post without a title or by an unverified author is not published', async ({ world }) => {
  const emptied = await scheduled(world)
  await emptied.author.put(`/api/studio/posts/${emptied.post.id}`, { title: '' })
  const unverified = await scheduled(world)
  world.wait(HOUR)
  await world.setting('email.verification_required', true)
  await minute(world)
  await world.setting('email.verification_required', false)
  expect((await emptied.notices())[0].data.why).toBe('email_unverified')
  expect((await unverified.notices())[0].data.why).toBe('email_unverified')
  const again = await scheduled(world)
  await again.author.put(`/api/studio/posts/${again.post.id}`, { title: '' })
  world.wait(HOUR)
  await minute(world)
  expect((await again.notices())[0]).toMatchObject({ data: { why: 'incomplete' } })
})

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

test('a publish time must be in the future, and not too far', async ({ world }) => {
  const { author, post } = await scheduled(world)
  for (const ahead of [-1, 0, 366 * DAY, AHEAD_MAX * DAY + 1]) {
    const publish_at = inTime(world, ahead)
    for (const response of [
      await author.post('/api/studio/posts', { ...WORDS, publish_at }),
      await author.put(`/api/studio/posts/${post.id}`, { publish_at }),
    ]) {
      expect([ahead, response.status, Object.keys(response.json.error.fields)]).toEqual([ahead, 422, ['publish_at']])
    }
  }
  const last = await author.put(`/api/studio/posts/${post.id}`, { publish_at: inTime(world, AHEAD_MAX * DAY) })
  expect(last.status).toBe(200)
})

test('a publish time without a time zone or that is no time is refused', async ({ writer }) => {
  for (const publish_at of ['tomorrow', '2026-11-15', '2026-11-15T10:00:00', 5, true]) {
    const response = await writer.post('/api/studio/posts', { ...WORDS, publish_at })
    expect([publish_at, response.status, Object.keys(response.json.error.fields)]).toEqual([
      publish_at,
      422,
      ['publish_at'],
    ])
  }
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

test('the list of scheduled posts starts with the next one and has pages', async ({ world }) => {
  const { author } = await scheduled(world, 3 * HOUR)
  for (const ahead of [HOUR, 2 * HOUR]) {
    await author.post('/api/studio/posts', { ...WORDS, title: String(ahead), publish_at: inTime(world, ahead) })
  }
  const first = (await author.get('/api/studio/posts?status=scheduled&limit=2')).json
  const second = (await author.get(`/api/studio/posts?status=scheduled&limit=2&cursor=${first.next_cursor}`)).json
  const times = [...first.items, ...second.items].map(({ publish_at }: { publish_at: string }) => publish_at)
  expect(times).toEqual([HOUR, 2 * HOUR, 3 * HOUR].map((ahead) => inTime(world, ahead)))
  expect(second.next_cursor).toBeNull()
  const page = await author.get('/studio/posts?status=scheduled')
  expect(page.text.match(/Scheduled for/g)).toHaveLength(3)
  expect((await author.get(`/studio/write?id=${first.items[0].id}`)).text).toContain('Cancel schedule')
})
