import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { POST_STATUSES } from '#db/schema/posts.ts'
import { checkAll } from '#features/operations/admin/overview/repair.ts'
import { sumUp } from '#features/publishing/lists/sum-up.ts'
import { BIN_DAYS } from '#features/publishing/posts/bin.ts'
import { runJobs } from '#jobs'
import { DAY, MINUTE } from '#kernel/clock.ts'
import { giveEnergy, ledgerOf } from '#test/profiles.ts'
import { World } from '#test/world.ts'
import { author, draft, postIn, refusal, rowOf } from './authors.ts'

test.each(POST_STATUSES)(
  'a post that was %s is had back, as a draft unless it was locked, free of charge',
  async (status) => {
    const world = new World()
    const browser = await author(world)
    const id = await postIn(world, browser, status)
    const before = (await browser.get(`/api/studio/posts/${id}`)).json
    const { json: paid } = await browser.delete(`/api/studio/posts/${id}`)
    const deletedAt = world.now.toISOString()
    world.wait(MINUTE)
    const bin = async () => (await browser.get('/api/studio/posts?status=deleted')).json.items
    expect(await bin()).toMatchObject([{ id, title: before.title, deleted_at: deletedAt }])
    const answer = await browser.post(`/api/studio/posts/${id}/undelete`)
    const now = status === 'locked' ? {} : { status: 'draft', reject_reason: null }
    const changed = { ...now, version: before.version + 2, updated_at: world.now.toISOString() }
    expect([answer.status, answer.json]).toEqual([200, { ...before, ...changed }])
    expect(await bin()).toEqual([])
    expect((await browser.get('/api/studio/posts')).json.items).toMatchObject([{ id, deleted_at: null }])
    expect((await world.reload(browser.user)).energy).toBe(paid.energy)
    expect(await ledgerOf(world, browser.user, 'delete_post')).toEqual([-2])
  },
)

test('its figures are there again, and its tags and place in the lists when it is published', async () => {
  const world = new World()
  const [browser, reader] = [await author(world), await author(world)]
  const tag = `t${crypto.randomUUID().slice(0, 8)}`
  const { json } = await browser.post('/api/studio/posts', { title: 't', body: '<p>b</p>', tags: [tag] })
  const id = json.id
  await giveEnergy(world, reader.user, 10)
  for (const liker of [reader, browser]) await liker.post(`/api/posts/${id}/like`)
  await reader.post('/api/energy/energize', { post_id: id, form: 'heavy' })
  world.wait(DAY)
  for (const client of [browser, reader]) await client.signIn(client.user)
  const { json: said } = await reader.post(`/api/posts/${id}/comments`, { body: 'one' })
  await reader.post(`/api/posts/${id}/comments`, { body: 'two' })
  await sumUp(world.db)
  const figures = async () => {
    await sumUp(world.db)
    const { json: overview } = await browser.get('/api/studio/overview')
    const { json: trends } = await browser.get('/api/studio/trends?days=7')
    return [overview, trends]
  }
  const before = await figures()
  await browser.delete(`/api/studio/posts/${id}`)
  expect(await figures()).not.toEqual(before)
  const backAndPublished = async () => {
    await browser.post(`/api/studio/posts/${id}/undelete`)
    expect((await world.visitor().get(`/api/posts/${id}`)).status).toBe(404)
    expect((await world.visitor().get(`/api/tags?q=${tag}`)).json.items).toEqual([])
    return (await browser.post(`/api/studio/posts/${id}/submit`)).json
  }
  expect((await backAndPublished()).published_at).toBe(json.published_at)
  expect(await figures()).toEqual(before)
  expect((await world.visitor().get(`/api/tags?q=${tag}`)).json.items).toMatchObject([{ name: tag, posts_count: 1 }])
  expect((await world.visitor().get(`/api/posts?author=${browser.user.uid}`)).json.items).toMatchObject([{ id }])
  expect((await reader.get(`/api/posts/${id}/comments`)).json.items).toHaveLength(2)

  // What goes while it is away is gone when it comes back.
  await browser.delete(`/api/studio/posts/${id}`)
  const admin = await world.member({ role: 'admin' })
  expect((await admin.delete(`/api/admin/comments/${said.id}`)).status).toBeLessThan(300)
  await backAndPublished()
  await sumUp(world.db)
  expect((await browser.get('/api/studio/overview')).json.comments).toBe(1)
  expect(await checkAll(world.db, world.now)).toMatchObject({ ok: true, failures: {} })
})

test('only its author has it back, once, and not what an admin deleted', async () => {
  const world = new World()
  const [browser, other, admin] = [await author(world), await author(world), await world.member({ role: 'admin' })]
  const id = await postIn(world, browser, 'approved')
  const back = (who = browser) => who.post(`/api/studio/posts/${id}/undelete`)
  expect(refusal(await back())).toEqual([404, 'not_found'])
  await browser.delete(`/api/studio/posts/${id}`)
  expect(refusal(await back(other))).toEqual([404, 'not_found'])
  expect(refusal(await back(admin))).toEqual([404, 'not_found'])
  const answers = await Promise.all([back(), back(), back()])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const { status } of answers) expect([200, 404, 409]).toContain(status)
  await admin.delete(`/api/admin/posts/${id}`, { json: { reason: 'spam' } })
  expect(refusal(await back())).toEqual([404, 'not_found'])
  const direct = world.db.batch([sql`UPDATE posts SET deleted_at = NULL, version = version + 1 WHERE id = ${id}`])
  await expect(direct).rejects.toMatchObject({ code: 'not_found' })
})

test('what comes back is counted in its new state alone, and is reviewed whole', async () => {
  const world = new World()
  const browser = await author(world)
  const id = await postIn(world, browser, 'approved', true)
  await browser.put(`/api/studio/posts/${id}`, { title: 'changed' })
  expect((await rowOf(world, id)).edit_unseen_since).not.toBeNull()
  await browser.delete(`/api/studio/posts/${id}`)
  await browser.post(`/api/studio/posts/${id}/undelete`)
  expect((await rowOf(world, id)).edit_unseen_since).toBeNull()
  expect((await browser.get('/api/studio/overview')).json.posts).toMatchObject({ total: 1, draft: 1, approved: 0 })
  expect((await browser.post(`/api/studio/posts/${id}/submit`)).json.status).toBe('pending')
  expect(await checkAll(world.db, world.now)).toMatchObject({ ok: true, failures: {} })
})

test('after its time it is erased by the cron, and so are its old versions and images', async () => {
  const world = new World()
  const browser = await author(world)
  const [id, kept] = [await postIn(world, browser, 'approved'), await draft(browser)]
  await browser.delete(`/api/studio/posts/${id}`)
  world.wait(BIN_DAYS * DAY - 1)
  await browser.signIn(browser.user)
  await browser.delete(`/api/studio/posts/${kept}`)
  await runJobs(world.env, world.now)
  expect((await rowOf(world, id)).title).not.toBe('')
  world.wait(1)
  await runJobs(world.env, world.now)
  await browser.signIn(browser.user)
  expect(await rowOf(world, id)).toMatchObject({ title: '', summary: '', body: '', tags: '[]', cover_url: null })
  expect(refusal(await browser.post(`/api/studio/posts/${id}/undelete`))).toEqual([404, 'not_found'])
  expect((await browser.get('/api/studio/posts?status=deleted')).json.items).toMatchObject([{ id: kept }])
})
