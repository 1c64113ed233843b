import { sql } from 'drizzle-orm'
import { POST_STATUSES } from '#db/values.ts'
import { giveEnergy, ledgerOf } from '#test/profiles.ts'
import { expect, refusal, test } from '#test/test.ts'
import { World } from '#test/world.ts'
import { author, draft, postIn } from './authors.ts'

test.each(POST_STATUSES)('an author deletes a %s post for 2 energy, and it disappears immediately', async (status) => {
  const world = new World()
  const browser = await author(world)
  const id = await postIn(world, browser, status)
  const { energy } = await world.reload(browser.user)
  const response = await browser.delete(`/api/studio/posts/${id}`)
  expect([response.status, response.json]).toEqual([200, { energy: energy - 2 }])
  expect((await world.reload(browser.user)).energy).toBe(energy - 2)
  expect(await ledgerOf(world, browser.user, 'delete_post')).toEqual([-2])
  const admin = await world.member({ role: 'admin' })
  for (const reader of [browser, admin, world.visitor()]) {
    expect((await reader.get(`/api/posts/${id}`)).status).toBe(404)
  }
  expect((await browser.get('/api/studio/posts')).json.items).toEqual([])
  expect((await browser.get(`/api/posts?author=${browser.user.uid}`)).json.items).toEqual([])
  expect(refusal(await browser.put(`/api/studio/posts/${id}`, { title: 'x' }))).toEqual([404, 'not_found'])
})

test('a negative balance does not prevent deleting a post', async ({ world, writer }) => {
  const id = await draft(writer)
  const { energy } = await world.reload(writer.user)
  await giveEnergy(world, writer.user, -energy - 5)
  expect((await writer.delete(`/api/studio/posts/${id}`)).json).toEqual({ energy: -7 })
})

test('concurrent deletions of one post cost energy once', async ({ world, writer }) => {
  const id = await draft(writer)
  const remove = () => writer.delete(`/api/studio/posts/${id}`)
  const responses = await Promise.all([remove(), remove(), remove()])
  expect(responses.filter(({ status }) => status === 200).length).toBe(1)
  const refused = responses.filter(({ status }) => status !== 200).map(refusal)
  for (const each of refused)
    expect([
      [404, 'not_found'],
      [409, 'version_conflict'],
    ]).toContainEqual(each)
  expect(await ledgerOf(world, writer.user, 'delete_post')).toEqual([-2])
})

test('a deleted post keeps its row, and its tags no longer count', async ({ world, writer }) => {
  const tag = `t${crypto.randomUUID().slice(0, 8)}`
  const { json } = await writer.post('/api/studio/posts', { title: 't', body: '<p>b</p>', tags: [tag] })
  expect((await world.visitor().get(`/api/tags?q=${tag}`)).json.items).toMatchObject([{ name: tag, posts_count: 1 }])
  await writer.delete(`/api/studio/posts/${json.id}`)
  const rows = await world.db.all(sql`SELECT 1 FROM posts WHERE id = ${json.id} AND deleted_at IS NOT NULL`)
  expect(rows.length).toBe(1)
  expect((await world.visitor().get(`/api/tags?q=${tag}`)).json.items).toEqual([])
})
