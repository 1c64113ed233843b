import { expect, test } from 'vitest'
import { establish } from '#test/trust.ts'
import { World } from '#test/world.ts'

const link = (host: string) => `<p><a href="https://${host}/">x</a></p>`
const THREE = [1, 2, 3].map((nth) => link(`site${nth}.example`)).join('')
const TWO = [1, 2].map((nth) => link(`site${nth}.example`)).join('')
const OWN = '<p><a href="http://joule.test/posts/1">own</a> <a href="/posts/2">path</a></p>'
const post = (body: string) => ({ title: 'Links', body })
const THREE_URLS = 'https://a.example https://b.example https://c.example'

async function people({ level = 1, role = 'user' as 'user' | 'admin' } = {}) {
  const world = new World()
  await world.setting('links.newcomers_limited', true)
  const author = await world.member({ level, role })
  if (level > 1) await establish(world, author.user)
  return { world, author }
}

test('a newcomer may have two links to other sites in a public post, and any number to this site', async () => {
  const { author } = await people()
  const refused = await author.post('/api/studio/posts', post(THREE))
  expect(refused.json.error.fields.body).toContain('at most 2 links')
  const made = await author.post('/api/studio/posts', post(TWO + OWN))
  expect(made.json.status).toBe('approved')
  expect((await author.put(`/api/studio/posts/${made.json.id}`, { body: THREE })).status).toBe(422)
  expect((await author.put(`/api/studio/posts/${made.json.id}`, { body: TWO })).status).toBe(200)
})

test('drafts of newcomers may have more links, but submitting them is refused, also while review is on', async () => {
  const { world, author } = await people()
  const draft = await author.post('/api/studio/posts', { ...post(THREE), draft: true })
  expect(draft.status).toBe(201)
  expect(
    (await author.put(`/api/studio/posts/${draft.json.id}`, { body: THREE + TWO })).status,
  ).toBe(200)
  expect((await author.post(`/api/studio/posts/${draft.json.id}/submit`)).status).toBe(422)
  await world.setting('audit.enabled', true)
  expect((await author.post(`/api/studio/posts/${draft.json.id}/submit`)).status).toBe(422)
})

test('restoring a version with too many links is refused while the post is public', async () => {
  const { world, author } = await people()
  await world.setting('links.newcomers_limited', false)
  const { json: made } = await author.post('/api/studio/posts', post(THREE))
  await author.put(`/api/studio/posts/${made.id}`, { body: TWO })
  await world.setting('links.newcomers_limited', true)
  const restored = await author.post(
    `/api/studio/posts/${made.id}/revisions/${made.version}/restore`,
    {},
  )
  expect(restored.status).toBe(422)
})

test.each([{ level: 2 }, { level: 1, role: 'admin' as const }])(
  '%o has no limit, and no hint about it',
  async (facts) => {
    const { author } = await people(facts)
    const { json } = await author.post('/api/studio/posts', post(THREE))
    expect(json.status).toBe('approved')
    expect((await author.get(`/posts/${json.id}`)).text).not.toContain('links to other sites')
    expect((await author.post(`/api/posts/${json.id}/comments`, { body: THREE_URLS })).status).toBe(
      201,
    )
  },
)

test('comments of newcomers have the same limit of links, also when they are edited', async () => {
  const { world, author } = await people()
  const { id } = await world.post({ author: await world.user({ level: 3 }) })
  const refused = await author.post(`/api/posts/${id}/comments`, { body: THREE_URLS })
  expect(refused.json.error.fields.body).toContain('at most 2 links')
  const own = 'http://joule.test/posts/1 https://a.example https://b.example'
  const made = await author.post(`/api/posts/${id}/comments`, { body: own })
  expect(made.status).toBe(201)
  expect((await author.put(`/api/comments/${made.json.id}`, { body: THREE_URLS })).status).toBe(422)
  expect(
    (await author.post(`/api/comments/${made.json.id}/reply`, { body: THREE_URLS })).status,
  ).toBe(422)
})

test('the comment form of newcomers names the limit of links', async () => {
  const { world, author } = await people()
  const { id } = await world.post({ author: await world.user({ level: 3 }) })
  expect((await author.get(`/posts/${id}`)).text).toContain('up to 2 links to other sites')
})

test('comments of newcomers may have any number of links on a site without the limit', async () => {
  const { world, author } = await people()
  const { id } = await world.post({ author: await world.user({ level: 3 }) })
  await world.setting('links.newcomers_limited', false)
  expect((await author.post(`/api/posts/${id}/comments`, { body: THREE_URLS })).status).toBe(201)
})
