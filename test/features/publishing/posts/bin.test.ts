import { sql } from 'drizzle-orm'
import { checkAll } from '#features/operations/admin/overview/invariants.ts'
import { sumUp } from '#features/publishing/lists/hot-rank.ts'
import { BIN_DAYS } from '#features/publishing/posts/post.ts'
import { DAY } from '#kernel/clock.ts'
import { runOnly } from '#test/cron.ts'
import { giveEnergy } from '#test/profiles.ts'
import { expect, refusal, test } from '#test/test.ts'
import type { World } from '#test/world.ts'
import { author, draft, postIn, rowOf } from './authors.ts'

/** A public post with likes, energy and two comments, its author and a reader. */
async function discussedPost(world: World) {
  const [browser, reader] = [await author(world), await author(world)]
  const tag = `t${crypto.randomUUID().slice(0, 8)}`
  const { json } = await browser.post('/api/studio/posts', {
    title: 't',
    body: '<p>b</p>',
    tags: [tag],
  })
  const id = json.id
  await giveEnergy(world, reader.user, 10)
  for (const liker of [reader, browser]) await liker.post(`/api/posts/${id}/like`)
  await reader.post('/api/energy/energize', { post_id: id, form: 'heavy' })
  world.wait(DAY)
  for (const client of [browser, reader]) await client.signIn(client.user)
  const { json: said } = await reader.post(`/api/posts/${id}/comments`, { body: 'one' })
  await reader.post(`/api/posts/${id}/comments`, { body: 'two' })
  await sumUp(world.db)
  const submit = async () => (await browser.post(`/api/studio/posts/${id}/submit`)).json
  return { browser, reader, tag, id, said, published_at: json.published_at, submit }
}

test('a restored post has its figures again, and its tags and its list position once it is public', async ({
  world,
}) => {
  const { browser, reader, tag, id, published_at, submit } = await discussedPost(world)
  const figures = async () => {
    await sumUp(world.db)
    const { json: overview } = await browser.get('/api/studio/overview')
    const { json: trends } = await browser.get('/api/studio/trends?days=7')
    return [overview, trends]
  }
  const before = await figures()
  await browser.delete(`/api/studio/posts/${id}`)
  expect(await figures()).not.toEqual(before)
  await browser.post(`/api/studio/posts/${id}/undelete`)
  expect((await world.visitor().get(`/api/posts/${id}`)).status).toBe(404)
  expect((await world.visitor().get(`/api/tags?q=${tag}`)).json.items).toEqual([])
  expect((await submit()).published_at).toBe(published_at)
  expect(await figures()).toEqual(before)
  expect((await world.visitor().get(`/api/tags?q=${tag}`)).json.items).toMatchObject([
    { name: tag, posts_count: 1 },
  ])
  expect(
    (await world.visitor().get(`/api/posts?author=${browser.user.uid}`)).json.items,
  ).toMatchObject([{ id }])
  expect((await reader.get(`/api/posts/${id}/comments`)).json.items).toHaveLength(2)
})

test('a comment that is deleted while its post is in the bin does not return with the post', async ({
  world,
}) => {
  const { browser, id, said, submit } = await discussedPost(world)
  const admin = await world.member({ role: 'admin' })
  await browser.delete(`/api/studio/posts/${id}`)
  expect((await admin.delete(`/api/admin/comments/${said.id}`)).status).toBeLessThan(300)
  await browser.post(`/api/studio/posts/${id}/undelete`)
  await submit()
  await sumUp(world.db)
  expect((await browser.get('/api/studio/overview')).json.comments).toBe(1)
  expect(await checkAll(world.db, world.now)).toMatchObject({ ok: true, failures: {} })
})

test('the database refuses to restore a post that an admin has deleted', async ({
  world,
  writer,
  admin,
}) => {
  const id = await draft(writer)
  await writer.delete(`/api/studio/posts/${id}`)
  await admin.delete(`/api/admin/posts/${id}`)
  const direct = world.db.batch([
    sql`UPDATE posts SET deleted_at = NULL, version = version + 1 WHERE id = ${id}`,
  ])
  await expect(direct).rejects.toMatchObject({ code: 'not_found' })
})

test('a restored post counts in its new status only and is reviewed as a new post', async ({
  world,
  writer,
}) => {
  const id = await postIn(world, writer, 'approved', true)
  await writer.put(`/api/studio/posts/${id}`, { title: 'changed' })
  expect((await rowOf(world, id)).edit_unseen_since).not.toBeNull()
  await writer.delete(`/api/studio/posts/${id}`)
  await writer.post(`/api/studio/posts/${id}/undelete`)
  expect((await rowOf(world, id)).edit_unseen_since).toBeNull()
  expect((await writer.get('/api/studio/overview')).json.posts).toMatchObject({
    total: 1,
    draft: 1,
    approved: 0,
  })
  expect((await writer.post(`/api/studio/posts/${id}/submit`)).json.status).toBe('pending')
  expect(await checkAll(world.db, world.now)).toMatchObject({ ok: true, failures: {} })
})

test('a post cannot be restored after its time in the bin, even before the cron has run', async ({
  world,
  writer,
}) => {
  const id = await draft(writer)
  await writer.delete(`/api/studio/posts/${id}`)
  const bin = async () => (await writer.get('/api/studio/posts?status=deleted')).json.items
  world.wait(BIN_DAYS * DAY - 1)
  await writer.signIn(writer.user)
  expect(await bin()).toMatchObject([{ id }])
  world.wait(1)
  expect(await bin()).toEqual([])
  expect((await writer.get('/studio/posts?status=deleted')).text).not.toContain(
    `/posts/${id}/undelete`,
  )
  expect(refusal(await writer.post(`/api/studio/posts/${id}/undelete`))).toEqual([404, 'not_found'])
  expect(await rowOf(world, id)).toMatchObject({ title: '一篇文章' })
})

test('the cron erases a post, its old versions and its images after its time in the bin', async ({
  world,
  writer,
}) => {
  const [id, younger] = [await postIn(world, writer, 'approved'), await draft(writer)]
  await writer.put(`/api/studio/posts/${id}`, {
    import_key: 'a key',
    canonical_url: 'https://old.example/',
  })
  await writer.delete(`/api/studio/posts/${id}`)
  world.wait(BIN_DAYS * DAY - 1)
  await writer.signIn(writer.user)
  await writer.delete(`/api/studio/posts/${younger}`)
  await runOnly(['erase expired posts in the bin'], world.env, world.now)
  expect((await rowOf(world, id)).title).not.toBe('')
  world.wait(1)
  await runOnly(['erase expired posts in the bin'], world.env, world.now)
  await writer.signIn(writer.user)
  expect(await rowOf(world, id)).toMatchObject({
    title: '',
    summary: '',
    body: '',
    tags: '[]',
    cover_url: null,
    import_key: null,
    canonical_url: null,
  })
  expect(refusal(await writer.post(`/api/studio/posts/${id}/undelete`))).toEqual([404, 'not_found'])
  expect((await writer.get('/api/studio/posts?status=deleted')).json.items).toMatchObject([
    { id: younger },
  ])
})
