import { sql } from 'drizzle-orm'
import { afterEach } from 'vitest'
import { EVERY_MINUTE, runCron } from '#jobs'
import { after, HOUR, MINUTE } from '#kernel/clock.ts'
import { expect, test } from '#test/test.ts'
import { World } from '#test/world.ts'

const WORDS = { title: 'Friday at ten', body: '<p>Words</p>', draft: true }
const inTime = (world: World, ahead: number) => after(world.now, ahead).toISOString()
const minute = (world: World) => runCron(EVERY_MINUTE, world.env, world.now)

afterEach(() => new World().setting('audit.enabled', false))

/** A post that waits for review and for its time. Review is on. */
async function waiting(world: World, ahead = 2 * HOUR) {
  await world.setting('audit.enabled', true)
  const author = await world.member({ level: 1 })
  const admin = await world.member({ role: 'admin' })
  const { json: draft } = await author.post('/api/studio/posts', WORDS)
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
  for (const publish_at of times) await author.post('/api/studio/posts', { ...WORDS, publish_at })
  const first = (await author.get('/api/studio/posts?status=scheduled&limit=2')).json
  const second = (await author.get(`/api/studio/posts?status=scheduled&limit=2&cursor=${first.next_cursor}`)).json
  const listed = [...first.items, ...second.items].map(({ publish_at }: { publish_at: string }) => publish_at)
  expect([listed, second.next_cursor]).toEqual([[times[0], publishAt, times[1]], null])
  const { text } = await (await back()).get('/studio/posts?status=scheduled')
  expect(text).toContain('If approved by')
  expect(text.match(/Will be submitted for review on/g)).toHaveLength(2)
  expect((await (await back()).get(`/studio/write?id=${first.items[0].id}`)).text).toContain('Cancel schedule')
})
