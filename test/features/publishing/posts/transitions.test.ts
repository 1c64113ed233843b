import { sql } from 'drizzle-orm'
import type { PostRow, PostStatus } from '#db/schema/publishing.ts'
import { POST_STATUSES } from '#db/values.ts'
import { type Move, TRANSITIONS } from '#features/publishing/posts/states.ts'
import { expect, test } from '#test/test.ts'
import { type Client, type TestResponse, World } from '#test/world.ts'
import { author, postIn, rowOf, WRITTEN } from './authors.ts'

const MOVES = Object.keys(TRANSITIONS) as Move[]

const REFUSALS: Record<Move, string> = {
  edit: 'post_not_editable',
  submit: 'post_not_submittable',
  withdraw: 'invalid_transition',
  approve: 'invalid_transition',
  reject: 'invalid_transition',
  lock: 'invalid_transition',
  unlock: 'invalid_transition',
}

// A second copy of the table in states.ts, so that the test finds a mistake in the original.
const EXPECTED: Record<Move, Partial<Record<PostStatus, [off: PostStatus, on: PostStatus]>>> = {
  edit: { draft: ['draft', 'draft'], approved: ['approved', 'approved'], rejected: ['draft', 'draft'] },
  submit: { draft: ['approved', 'pending'], rejected: ['approved', 'pending'] },
  withdraw: { pending: ['draft', 'draft'] },
  approve: { pending: ['approved', 'approved'] },
  reject: { pending: ['rejected', 'rejected'] },
  lock: { pending: ['locked', 'locked'], approved: ['locked', 'locked'], rejected: ['locked', 'locked'] },
  // The status before the lock: `world.post` locks approved posts.
  unlock: { locked: ['approved', 'approved'] },
}

const cases = MOVES.flatMap((move) => ['off', 'on'].map((audit) => ({ move, audit })))

test.each(cases)('$move with review $audit has the expected result in every status', async ({ move, audit }) => {
  const world = new World()
  const [browser, admin] = await world.members([{ level: 2 }, { role: 'admin' }])
  const isOn = audit === 'on'
  await world.setting('audit.enabled', isOn)
  await world.posts(POST_STATUSES.map((status) => ({ author: browser.user, status, reason: '原因' })))
  const rows = () => world.db.all(sql<PostRow>`SELECT * FROM posts WHERE author_id = ${browser.user.uid} ORDER BY id`)
  const before = await rows()

  const responses: TestResponse[] = []
  for (const { id } of before) responses.push(await make(move, id, browser, admin))

  const after = await rows()
  for (const [n, status] of POST_STATUSES.entries()) {
    const next = EXPECTED[move][status]?.[isOn ? 1 : 0]
    const { id = 0, version = 0 } = before[n] ?? {}
    if (next === undefined) {
      expect([responses[n]?.status, responses[n]?.json.error.code], status).toEqual([409, REFUSALS[move]])
      expect(after[n], status).toEqual(before[n])
    } else {
      expect(responses[n]?.json, status).toMatchObject({ id, status: next, version: version + 1 })
      expect(after[n], status).toMatchObject({ id, status: next, version: version + 1 })
    }
  }
})

function make(move: Move, id: number, browser: Client, admin: Client) {
  if (move === 'edit') return browser.put(`/api/studio/posts/${id}`, { title: '改过的标题' })
  if (move === 'submit' || move === 'withdraw') return browser.post(`/api/studio/posts/${id}/${move}`)
  const reason = move === 'reject' || move === 'lock' ? { reason: '原因' } : {}
  return admin.post(`/api/admin/posts/${id}/${move}`, reason)
}

test('a rejected post keeps its reason until it is edited, a locked post until it is unlocked', async ({ world }) => {
  const [browser, admin] = [await author(world), await world.member({ role: 'admin' })]
  const rejected = await postIn(world, browser, 'rejected')
  expect((await browser.get(`/api/studio/posts/${rejected}`)).json.reject_reason).toBe('太短')
  expect((await browser.put(`/api/studio/posts/${rejected}`, { title: '长一点' })).json.status).toBe('draft')
  const locked = await postIn(world, browser, 'locked')
  expect(await rowOf(world, locked)).toMatchObject({ lock_reason: '有争议', locked_from: 'pending' })
  await admin.post(`/api/admin/posts/${locked}/unlock`)
  expect(await rowOf(world, locked)).toMatchObject({ status: 'pending', lock_reason: null, locked_from: null })
})

function editsOf(world: World, id: number) {
  return world.db.all(
    sql<{ version: number; before: string; after: string }>`SELECT * FROM post_edits WHERE post_id = ${id} ORDER BY id`,
  )
}

test('only the first and the newest unseen edit are stored, and none after an admin saw them', async ({ world }) => {
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
  expect(await rowOf(world, id)).toMatchObject({ title: '第四次', status: 'approved', edit_unseen_since: firstEdit })
  const { json } = await admin.get(`/api/admin/posts/${id}`)
  expect(json.unseen_edits.map(({ before }: { before: { title: string } }) => before.title)).toEqual([
    WRITTEN.title,
    '第三次',
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
  expect((await browser.put(`/api/studio/posts/${id}`, { version: 1 })).json.error.code).toBe('version_conflict')
})
