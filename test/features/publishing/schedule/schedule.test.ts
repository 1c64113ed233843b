import { type SQL, sql } from 'drizzle-orm'
import { AHEAD_MAX } from '#features/publishing/schedule/schedule.ts'
import { EVERY_MINUTE, runCron } from '#jobs'
import { after, DAY, HOUR } from '#kernel/clock.ts'
import { expect, refusalOf, test } from '#test/test.ts'
import { World } from '#test/world.ts'
import { systemNoticesOf } from '../../operations/admin/support.ts'

const WORDS = { title: 'Tomorrow', body: '<p>Words</p>' }
const inTime = (world: World, ahead: number) => after(world.now, ahead).toISOString()
const minute = (world: World) => runCron(EVERY_MINUTE, world.env, world.now)

async function scheduled(world: World, ahead = HOUR, fields: object = {}) {
  const author = await world.member({ level: 1 })
  const sent = { ...WORDS, ...fields, publish_at: inTime(world, ahead) }
  const { json: post } = await author.post('/api/studio/posts', sent)
  // A new session, because the first one has expired by then.
  const back = () => world.visitor().signIn(author.user)
  const stored = async () => (await (await back()).get(`/api/studio/posts/${post.id}`)).json
  return { author, post, stored }
}

test('a scheduled post is a draft until its time and is published in its minute', async ({
  world,
}) => {
  const { author, post, stored } = await scheduled(world)
  const publishAt = inTime(world, HOUR)
  expect(post).toMatchObject({ status: 'draft', publish_at: publishAt })
  world.wait(HOUR - 1)
  await minute(world)
  expect((await stored()).status).toBe('draft')
  world.wait(1)
  await minute(world)
  expect(await stored()).toMatchObject({
    status: 'approved',
    publish_at: null,
    published_at: world.now.toISOString(),
  })
  expect((await world.visitor().get(`/api/posts/${post.id}`)).status).toBe(200)
  expect(
    await world.db.all(sql`SELECT 1 FROM post_schedules WHERE author_id = ${author.user.uid}`),
  ).toEqual([])
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
  incomplete: (world, _, post) =>
    world.db.batch([sql`UPDATE posts SET body = '' WHERE id = ${post}`]),
  too_many_links: (world) => world.setting('links.newcomers_limited', true),
  blocked_host: (world) =>
    world.db.batch([sql`INSERT INTO blocked_hosts (host) VALUES ('site1.example')`]),
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
    const notice = { event: 'post_not_published', title: WORDS.title, why }
    expect(await systemNoticesOf(world, author.user)).toEqual([notice])
  },
)

test('a publish time must have a zone and be in the future, but not too far', async ({ world }) => {
  const { author, post } = await scheduled(world)
  const ahead = [-1, 0, 366 * DAY, AHEAD_MAX * DAY + 1].map((time) => inTime(world, time))
  for (const publish_at of [...ahead, 'tomorrow', '2026-11-15', '2026-11-15T10:00:00', 5, true]) {
    const made = author.post('/api/studio/posts', { ...WORDS, publish_at })
    expect([publish_at, ...(await refusalOf(made))]).toEqual([publish_at, 422, 'publish_at'])
    const changed = author.put(`/api/studio/posts/${post.id}`, { publish_at })
    expect([publish_at, ...(await refusalOf(changed))]).toEqual([publish_at, 422, 'publish_at'])
  }
  const zoned = new Date(Date.parse(post.publish_at) + 8 * HOUR)
    .toISOString()
    .replace('Z', '+08:00')
  const same = await author.put(`/api/studio/posts/${post.id}`, { publish_at: zoned })
  expect(same.json).toMatchObject({ version: 1, publish_at: post.publish_at })
  const last = await author.put(`/api/studio/posts/${post.id}`, {
    publish_at: inTime(world, AHEAD_MAX * DAY),
  })
  expect(last.status).toBe(200)
})

test('only a complete draft can be scheduled', async ({ world, writer }) => {
  const publish_at = inTime(world, HOUR)
  const empty = await writer.post('/api/studio/posts', { draft: true, publish_at })
  expect(Object.keys(empty.json.error.fields)).toEqual(['title', 'body'])
  const { id } = await world.post({ author: writer.user })
  const forged = sql`INSERT INTO post_schedules (post_id, author_id, publish_at) VALUES (${id}, ${writer.user.uid}, ${publish_at})`
  await expect(world.db.batch([forged])).rejects.toThrow('invalid_transition')
})

/** A post that waits for review and for its time. Review is on. */
async function waiting(world: World) {
  await world.setting('audit.enabled', true)
  const author = await world.member({ level: 1 })
  const { json: draft } = await author.post('/api/studio/posts', { ...WORDS, draft: true })
  const publishAt = inTime(world, 2 * HOUR)
  await author.post(`/api/studio/posts/${draft.id}/submit`, { publish_at: publishAt })
  return { author, draft, publishAt }
}

test('only a post in review can wait for its approval', async ({ world }) => {
  const { author, draft } = await waiting(world)
  await author.post(`/api/studio/posts/${draft.id}/withdraw`)
  const forged = sql`UPDATE post_plans SET waits = 1 WHERE post_id = ${draft.id}`
  await expect(world.db.batch([forged])).rejects.toThrow('invalid_transition')
  const { id } = await world.post({ author: author.user })
  const added = sql`INSERT INTO post_plans VALUES (${id}, ${author.user.uid}, '2099-01-01T00:00:00.000Z', 1)`
  await expect(world.db.batch([added])).rejects.toThrow('invalid_transition')
})

test('posts in review with a time are in the list of scheduled posts, in order', async ({
  world,
}) => {
  const { author, publishAt } = await waiting(world)
  const times = [HOUR, 3 * HOUR].map((ahead) => inTime(world, ahead))
  for (const publish_at of times)
    await author.post('/api/studio/posts', { ...WORDS, draft: true, publish_at })
  const first = (await author.get('/api/studio/posts?status=scheduled&limit=2')).json
  const second = (
    await author.get(`/api/studio/posts?status=scheduled&limit=2&cursor=${first.next_cursor}`)
  ).json
  const listed = [...first.items, ...second.items].map(
    ({ publish_at }: { publish_at: string }) => publish_at,
  )
  expect([listed, second.next_cursor]).toEqual([[times[0], publishAt, times[1]], null])
  const { text } = await author.get('/studio/posts?status=scheduled')
  expect(text).toContain('If approved by')
  expect(text.match(/Will be submitted for review on/g)).toHaveLength(2)
  expect((await author.get(`/studio/write?id=${first.items[0].id}`)).text).toContain(
    'Cancel schedule',
  )
})
