import { sql } from 'drizzle-orm'
import { checkAll } from '#features/operations/admin/overview/invariants.ts'
import { APPROVAL_HOLD_SECONDS } from '#features/publishing/review/decide.ts'
import { SECOND } from '#kernel/clock.ts'
import { runOnly } from '#test/cron.ts'
import { expect, statusesOf, test } from '#test/test.ts'
import { type Client, World } from '#test/world.ts'
import { postNow, systemNoticesOf } from '../../operations/admin/support.ts'

const PATH = '/api/admin/approvals'

async function setUp() {
  const world = new World()
  const [author, admin, colleague] = await world.members([
    { level: 2 },
    { role: 'admin' },
    { role: 'admin' },
  ])
  const pending = { author: author.user, status: 'pending' as const }
  const [first, second] = await world.posts([pending, pending])
  const posts = [first, second].map(({ id, version }) => ({ id, version }))
  const hold = (by: Client = admin) => by.post(PATH, { posts })
  const apply = () => runOnly(['apply held approvals'], world.env, world.now)
  const pass = () => world.wait(APPROVAL_HOLD_SECONDS * SECOND)
  const statuses = () =>
    Promise.all([first, second].map(async (post) => (await postNow(world, post)).status))
  const inQueue = async () => {
    const { pending_posts } = (await admin.get('/api/admin/overview')).json
    const { text } = await admin.get('/admin/posts')
    return [
      pending_posts,
      ...[first, second].map(({ id }) => text.includes(`href="/admin/posts?id=${id}"`)),
    ]
  }
  return {
    world,
    author,
    admin,
    colleague,
    first,
    second,
    posts,
    hold,
    apply,
    pass,
    statuses,
    inQueue,
  }
}

test('approvals that are undone have no effect: the posts return to the queue, without a notice or a publication', async () => {
  const { world, author, admin, colleague, first, hold, apply, pass, statuses, inQueue } =
    await setUp()
  const before = await inQueue()
  const { id } = (await hold()).json
  expect(await inQueue()).toEqual([Number(before[0]) - 2, false, false])
  expect((await colleague.get('/admin/posts')).text).toContain('2 posts are approved')
  expect(await statusesOf([admin, colleague].map((by) => by.delete(`${PATH}/${id}`)))).toEqual([
    200, 404,
  ])
  expect(await inQueue()).toEqual(before)
  pass()
  await apply()
  expect(await statuses()).toEqual(['pending', 'pending'])
  expect(await systemNoticesOf(world, author.user)).toEqual([])
  expect(await postNow(world, first)).toMatchObject({ published_at: null, version: first.version })
  expect((await admin.get('/admin/audit-log')).text).toContain(
    'Took back the approval of 2 posts before publication',
  )
})

test('a second approval of posts whose first approval was undone publishes them, with one notice for each', async () => {
  const { world, author, admin, colleague, hold, apply, pass, statuses } = await setUp()
  const { id } = (await hold()).json
  await admin.delete(`${PATH}/${id}`)
  await hold(colleague)
  pass()
  await apply()
  expect(await statuses()).toEqual(['approved', 'approved'])
  expect(await systemNoticesOf(world, author.user)).toHaveLength(2)
  expect(await checkAll(world.db, world.now)).toMatchObject({ ok: true, failures: {} })
})

test('in a batch of approvals, a post with another version, a decided post and an unknown post are refused, and the others are approved', async () => {
  const { world, author, admin, first, second } = await setUp()
  const draft = await world.post({ author: author.user, status: 'draft' })
  const posts = [
    { id: first.id, version: first.version + 1 },
    { id: second.id },
    { id: draft.id },
    { id: 999_999_999 },
  ]
  expect((await admin.post(PATH, { posts })).json.items).toEqual([
    { id: first.id, ok: false, code: 'version_conflict' },
    { id: second.id, ok: true },
    { id: draft.id, ok: false, code: 'invalid_transition' },
    { id: 999_999_999, ok: false, code: 'not_found' },
  ])
})

test('an approved post returns to the queue if the admin has lost the role or a link was blocked in the meantime', async () => {
  const { world, author, admin, colleague, hold, apply, pass, statuses, inQueue } = await setUp()
  const before = await inQueue()
  await hold()
  await world.db.batch([sql`UPDATE users SET role = 'user' WHERE uid = ${admin.user.uid}`])
  pass()
  await apply()
  expect(await statuses()).toEqual(['pending', 'pending'])
  await world.db.batch([sql`UPDATE users SET role = 'admin' WHERE uid = ${admin.user.uid}`])
  expect(await inQueue()).toEqual(before)
  const body = '<p><a href="https://pills.example/">Pills</a></p>'
  const linked = await world.post({ author: author.user, status: 'pending', body, title: 'Pills' })
  await colleague.post(PATH, { posts: [{ id: linked.id }] })
  await admin.put('/api/admin/blocked-hosts', { hosts: ['pills.example'] })
  pass()
  await apply()
  expect((await postNow(world, linked)).status).toBe('pending')
  expect(await systemNoticesOf(world, colleague.user)).toMatchObject([
    { event: 'approval_refused', title: 'Pills' },
  ])
  expect((await colleague.get('/api/messages?category=system')).json.items[0].text).toContain(
    'links to a blocked site',
  )
})

test('the database holds an approval only for the current version of a pending post', async () => {
  const { world, admin, first } = await setUp()
  const insert = (version: number) =>
    world.db.batch([
      sql`INSERT INTO held_approvals (post_id, version, admin_id, batch, due_at)
          VALUES (${first.id}, ${version}, ${admin.user.uid}, 'x', ${world.now.toISOString()})`,
    ])
  await expect(insert(first.version + 1)).rejects.toMatchObject({ code: 'invalid_transition' })
  await insert(first.version)
})
