import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { World } from '#test/world.ts'
import { author, postIn, rowOf, WRITTEN } from './authors.ts'

function editsOf(world: World, id: number) {
  return world.db.all(
    sql<{ version: number; before: string; after: string }>`SELECT * FROM post_edits WHERE post_id = ${id} ORDER BY id`,
  )
}

test('while review is on, an edit of an approved post is live and kept for the admins, before and after', async () => {
  const world = new World()
  await world.setting('audit.enabled', true)
  const browser = await author(world)
  const id = await postIn(world, browser, 'approved', true)
  world.wait(1000)
  const firstEdit = world.now.toISOString()
  const { json } = await browser.put(`/api/studio/posts/${id}`, { title: '新标题', tags: ['新'] })
  expect(json).toMatchObject({ status: 'approved', title: '新标题', edited_at: firstEdit })
  expect((await world.visitor().get(`/api/posts/${id}`)).json.title).toBe('新标题')
  world.wait(1000)
  await browser.put(`/api/studio/posts/${id}`, { body: '<p>新正文</p>' })
  // Since the first of them, however many follow.
  expect(await rowOf(world, id)).toMatchObject({ edit_unseen_since: firstEdit })
  const [one, two] = await editsOf(world, id)
  expect(JSON.parse(one?.before ?? '')).toMatchObject({ title: WRITTEN.title, tags: [] })
  expect(JSON.parse(one?.after ?? '')).toMatchObject({ title: '新标题', tags: [['新', '新']] })
  expect(JSON.parse(two?.before ?? '')).toMatchObject({ title: '新标题', body: WRITTEN.body })
  expect(JSON.parse(two?.after ?? '')).toMatchObject({ title: '新标题', body: '<p>新正文</p>' })
})

test('while it is off, nobody is asked to look', async () => {
  const world = new World()
  const browser = await author(world)
  const id = await postIn(world, browser, 'approved')
  await browser.put(`/api/studio/posts/${id}`, { title: '新标题' })
  expect(await rowOf(world, id)).toMatchObject({ edit_unseen_since: null })
  expect(await editsOf(world, id)).toEqual([])
})

test('drafts are not kept before and after', async () => {
  const world = new World()
  await world.setting('audit.enabled', true)
  const browser = await author(world)
  const id = await postIn(world, browser, 'rejected', true)
  await browser.put(`/api/studio/posts/${id}`, { title: '新标题' })
  expect(await rowOf(world, id)).toMatchObject({ status: 'draft', edit_unseen_since: null })
  expect(await editsOf(world, id)).toEqual([])
})

test('a change that changes nothing is no edit', async () => {
  const world = new World()
  await world.setting('audit.enabled', true)
  const browser = await author(world)
  const id = await postIn(world, browser, 'approved', true)
  const before = await rowOf(world, id)
  world.wait(1000)
  for (const change of [{}, WRITTEN, { version: before.version, tags: [] }]) {
    const { status, json } = await browser.put(`/api/studio/posts/${id}`, change)
    expect([status, json.version, json.edited_at]).toEqual([200, before.version, before.edited_at])
  }
  expect(await rowOf(world, id)).toEqual(before)
  expect(await editsOf(world, id)).toEqual([])
  expect((await browser.put(`/api/studio/posts/${id}`, { version: 1 })).json.error.code).toBe('version_conflict')
})

test('a rejected post that is saved is a draft, also where nothing was changed', async () => {
  const world = new World()
  await world.setting('audit.enabled', true)
  const browser = await author(world)
  for (const change of [{}, WRITTEN]) {
    const id = await postIn(world, browser, 'rejected', true)
    const { version } = await rowOf(world, id)
    const { json } = await browser.put(`/api/studio/posts/${id}`, change)
    expect(json).toMatchObject({ status: 'draft', version: version + 1, ...WRITTEN })
    expect(await editsOf(world, id)).toEqual([])
  }
})
