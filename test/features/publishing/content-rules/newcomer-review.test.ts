import { expect, test } from 'vitest'
import { HOUR } from '#kernel/clock.ts'
import { roundTrips } from '#test/cost.ts'
import { PNG } from '#test/images.ts'
import { freshName } from '#test/profiles.ts'
import { establish } from '#test/trust.ts'
import { World } from '#test/world.ts'

const WORDS = { title: 'A first post', body: '<p>Words</p>' }

interface Facts {
  level?: number
  approved?: number
  role?: 'user' | 'admin'
  isEstablished?: boolean
}

async function newcomer({ level = 1, approved = 0, role = 'user', isEstablished }: Facts = {}) {
  const world = new World()
  await world.setting('review.newcomers', true)
  const author = await world.member({ level, role })
  if (isEstablished ?? level > 1) await establish(world, author.user)
  for (let nth = 0; nth < approved; nth++) await world.post({ author: author.user })
  return { world, author }
}

const submitted = async (author: Awaited<ReturnType<typeof newcomer>>['author']) => {
  const { json: post } = await author.post('/api/studio/posts', WORDS)
  if (post.status !== 'draft') return post.status
  return (await author.post(`/api/studio/posts/${post.id}/submit`)).json.status
}

test.each([
  [{ level: 1, approved: 0 }, 'pending'],
  [{ level: 1, approved: 1 }, 'pending'],
  [{ level: 1, approved: 2 }, 'approved'],
  [{ level: 2, approved: 0 }, 'approved'],
  [{ level: 2, approved: 0, isEstablished: false }, 'pending'],
  [{ level: 1, approved: 0, isEstablished: true }, 'pending'],
  [{ level: 1, approved: 0, role: 'admin' as const }, 'approved'],
])('a post of %o becomes %s', async (facts, status) => {
  const { author } = await newcomer(facts)
  expect(await submitted(author)).toBe(status)
})

test('a new account that reaches Lv2 within a second stays a newcomer for a day and until its second check-in', async () => {
  const world = new World()
  await world.setting('review.newcomers', true)
  await world.setting('links.newcomers_limited', true)
  const author = await world.member()
  const liked = await world.post({ author: await world.user({ level: 3 }) })
  await author.put('/api/settings/profile', { username: freshName(), signature: 'Hello' })
  expect((await author.upload('/api/settings/avatar', PNG)).status).toBe(200)
  await author.post('/api/level/checkin')
  for (const form of ['light', 'heavy'])
    await author.post('/api/energize', { post_id: liked.id, form })
  expect((await author.get('/api/level/info')).json.level).toBeGreaterThanOrEqual(2)
  expect(await submitted(author)).toBe('pending')
  const links = [1, 2, 3].map((nth) => `https://site${nth}.example`).join(' ')
  const comment = () => author.post(`/api/posts/${liked.id}/comments`, { body: links })
  expect((await comment()).json.error.fields.body).toContain(
    'your account is 24 hours old and you checked in on 2 days',
  )
  // The next Shanghai day begins 12 hours after the start of a World.
  world.wait(13 * HOUR)
  await author.signIn(await world.reload(author.user))
  await author.get('/api/level/info')
  expect(await submitted(author)).toBe('pending')
  expect((await comment()).status).toBe(422)
  world.wait(11 * HOUR)
  await author.signIn(await world.reload(author.user))
  expect(await submitted(author)).toBe('approved')
  expect((await comment()).status).toBe(201)
})

test('an old account without activity is still a newcomer', async () => {
  const { world, author } = await newcomer({ level: 2, isEstablished: false })
  world.wait(48 * HOUR)
  await author.signIn(await world.reload(author.user))
  // The first request checks in: one day.
  await author.get('/api/level/info')
  expect(await submitted(author)).toBe('pending')
})

test('concurrent submissions of a newcomer all go to review', async () => {
  const { world, author } = await newcomer({ approved: 1 })
  const drafts = await Promise.all(
    [1, 2, 3].map(() => world.post({ author: author.user, status: 'draft' })),
  )
  const responses = await Promise.all(
    drafts.map(({ id }) => author.post(`/api/studio/posts/${id}/submit`)),
  )
  expect(responses.map(({ json }) => json.status)).toEqual(['pending', 'pending', 'pending'])
})

test('profile changes of newcomers are not reviewed', async () => {
  const { author } = await newcomer()
  expect((await author.put('/api/settings/profile', { signature: 'Hello' })).status).toBe(200)
  expect((await author.get('/api/settings/audit-status')).json.audit_enabled).toBe(false)
})

test('the write page and the list of posts say that a post is reviewed, but not to an established author', async () => {
  const { world, author } = await newcomer()
  await world.setting('links.newcomers_limited', true)
  const { id } = await world.post({ author: author.user, status: 'draft' })
  const { text } = await author.get('/studio/write')
  expect(text).toContain('Your first 2 posts are reviewed before they appear, until you reach Lv2')
  expect(text).toContain('Submit for review')
  expect(text).toContain('up to 2 links to other sites')
  expect((await author.get(`/studio/write?id=${id}`)).text).toContain(
    'Your first 2 posts are reviewed',
  )
  expect((await author.get('/studio/posts')).text).toContain('Submit for review')
  const established = await newcomer({ level: 2 })
  const page = (await established.author.get('/studio/write')).text
  expect(page).not.toMatch(/are reviewed before they appear|links to other sites|Submit for review/)
})

test('with all rules on, a post with links is created, submitted and edited in three round trips each', async () => {
  const { world, author } = await newcomer({ approved: 2 })
  const admin = await world.member({ level: 3, role: 'admin' })
  await world.setting('links.newcomers_limited', true)
  await admin.put('/api/admin/blocked-hosts', { hosts: ['bad.example'] })
  await admin.put('/api/admin/blocked-words', { words: ['casino'] })
  const body = '<p><a href="https://good.example">x</a></p>'
  const sent = { headers: { 'idempotency-key': 'round trips' } }
  const draft = await world.post({ author: author.user, status: 'draft', body })
  // The first write of the day also checks in.
  await author.put('/api/settings/notify-prefs', { kind: 'like', enabled: true })
  const made = await author.post('/api/studio/posts', { title: 'x', body }, sent)
  const responses = [
    made,
    await author.post(`/api/studio/posts/${draft.id}/submit`),
    await author.put(`/api/studio/posts/${made.json.id}`, { title: 'y' }),
    await author.post(`/api/posts/${made.json.id}/comments`, { body: 'https://good.example' }),
  ]
  for (const { status, headers } of responses) {
    expect(status).toBeLessThan(300)
    expect(roundTrips({ headers })).toBeLessThanOrEqual(3)
  }
})
