import { sql } from 'drizzle-orm'
import { expect, test } from '#test/test.ts'
import type { World } from '#test/world.ts'
import { author, postIn, rowOf, WRITTEN } from './authors.ts'

test('a rejected post keeps its reason until it is edited, a locked post until it is unlocked', async ({
  world,
}) => {
  const [browser, admin] = [await author(world), await world.member({ role: 'admin' })]
  const rejected = await postIn(world, browser, 'rejected')
  expect((await browser.get(`/api/studio/posts/${rejected}`)).json.reject_reason).toBe('太短')
  expect(
    (await browser.put(`/api/studio/posts/${rejected}`, { title: '长一点' })).json.status,
  ).toBe('draft')
  const locked = await postIn(world, browser, 'locked')
  expect(await rowOf(world, locked)).toMatchObject({
    lock_reason: '有争议',
    locked_from: 'pending',
  })
  await admin.post(`/api/admin/posts/${locked}/unlock`)
  expect(await rowOf(world, locked)).toMatchObject({
    status: 'pending',
    lock_reason: null,
    locked_from: null,
  })
})

function editsOf(world: World, id: number) {
  return world.db.all(
    sql<{
      version: number
      before: string
      after: string
    }>`SELECT * FROM post_edits WHERE post_id = ${id} ORDER BY id`,
  )
}

test('only the first and the newest unseen edit are stored, and no edit after an admin has seen them', async ({
  world,
}) => {
  await world.setting('audit.enabled', true)
  const browser = await author(world)
  const admin = await world.member({ role: 'admin' })
  const id = await postIn(world, browser, 'approved', true)
  const firstEdit = new Date(world.now.getTime() + 1000).toISOString()
  for (const title of ['第一次', '第二次', '第三次', '第四次']) {
    world.wait(1000)
    await browser.put(`/api/studio/posts/${id}`, { title })
  }
  const titles = (await editsOf(world, id)).map(({ after }) => JSON.parse(after).title)
  expect(titles).toEqual(['第一次', '第四次'])
  // The time of the first unseen edit, also after more edits.
  expect(await rowOf(world, id)).toMatchObject({
    title: '第四次',
    status: 'approved',
    edit_unseen_since: firstEdit,
  })
  const { json } = await admin.get(`/api/admin/posts/${id}`)
  expect(json.unseen_edits).toMatchObject([
    { before: { title: WRITTEN.title } },
    { before: { title: '第三次' } },
  ])
  await admin.post(`/api/admin/posts/${id}/seen`)
  expect(await editsOf(world, id)).toEqual([])
})

test('an edit without changes changes nothing', async ({ world }) => {
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
  expect((await browser.put(`/api/studio/posts/${id}`, { version: 1 })).json.error.code).toBe(
    'version_conflict',
  )
})
