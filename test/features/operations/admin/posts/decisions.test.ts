import { sql } from 'drizzle-orm'
import { expect, refusalOf, test } from '#test/test.ts'
import { auditOf, postNow, systemNoticesOf } from '../support.ts'

const reason = '内容与事实不符'

const MOVES = [
  ['approve', 'pending', 'approved'],
  ['reject', 'pending', 'rejected'],
  ['lock', 'pending', 'locked'],
  ['lock', 'approved', 'locked'],
  ['lock', 'rejected', 'locked'],
  ['unlock', 'locked', 'approved'],
] as const

test.for(MOVES)(
  '%s of a post with status %s is logged and announced',
  async ([move, status, to], { world, admin }) => {
    const author = await world.user()
    const post = await postNow(world, await world.post({ author, status, reason: 'before' }))
    world.wait(1000)
    const response = await admin.post(`/api/admin/posts/${post.id}/${move}`, { reason })
    expect([response.status, response.json.status, response.json.version]).toEqual([200, to, 2])
    const needsReason = move === 'reject' || move === 'lock'
    const by = {
      actor_id: admin.user.uid,
      subject_id: author.uid,
      ip: admin.ip,
      created_at: world.now.toISOString(),
    }
    const change = { before: JSON.stringify({ status }), after: JSON.stringify({ status: to }) }
    expect(await auditOf(world, 'post', post.id)).toMatchObject([
      { ...by, ...change, action: `post.${move}`, reason: needsReason ? reason : null },
    ])
    const events = {
      approve: 'post_approved',
      reject: 'post_rejected',
      lock: 'post_locked',
      unlock: 'post_unlocked',
    }
    expect(await systemNoticesOf(world, author)).toEqual([
      { event: events[move], title: post.title, ...(needsReason && { reason }) },
    ])
    const moves = await world.db.all(
      sql`SELECT move, from_status, to_status FROM post_moves WHERE post_id = ${post.id}`,
    )
    expect(moves).toEqual([{ move, from_status: status, to_status: to }])
  },
)

test('the first approval sets the publication time, and unlocking keeps it', async ({
  world,
  admin,
}) => {
  const post = await world.post({ author: await world.user(), status: 'pending' })
  const first = world.now.toISOString()
  expect((await admin.post(`/api/admin/posts/${post.id}/approve`)).json.published_at).toBe(first)
  world.wait(60_000)
  await admin.post(`/api/admin/posts/${post.id}/lock`, { reason })
  expect((await admin.post(`/api/admin/posts/${post.id}/unlock`)).json.published_at).toBe(first)
})

test('a locked post disappears for readers at once, and its author gets the reason', async ({
  world,
  admin,
}) => {
  const author = await world.member({ level: 1 })
  const post = await world.post({ author: author.user, title: 'Everybody sees it' })
  const reader = world.visitor()
  const seen = async () => [
    (await reader.get(`/api/posts/${post.id}`)).status,
    (await reader.get(`/posts/${post.id}`)).status,
    (await reader.get('/api/posts')).text.includes('Everybody sees it'),
  ]
  expect(await seen()).toEqual([200, 200, true])
  await admin.post(`/api/admin/posts/${post.id}/lock`, { reason })
  expect(await seen()).toEqual([404, 404, false])
  const { items } = (await author.get('/api/messages?category=system')).json
  expect(items[0]).toMatchObject({ link: `/posts/${post.id}`, actor: null })
  expect(items[0].text).toContain(reason)
  await admin.post(`/api/admin/posts/${post.id}/unlock`)
  expect(await seen()).toEqual([200, 200, true])
})

test('a decision on an outdated version is refused with a conflict and changes nothing', async ({
  world,
}) => {
  const [one, two] = [await world.member({ role: 'admin' }), await world.member({ role: 'admin' })]
  const post = await world.post({ author: await world.user(), status: 'pending' })
  await one.post(`/api/admin/posts/${post.id}/approve`, { version: 1 })
  const { json } = await two.post(`/api/admin/posts/${post.id}/reject`, { reason, version: 1 })
  expect(json.error.code).toBe('version_conflict')
  const gone = await two.send('DELETE', `/api/admin/posts/${post.id}`, { json: { version: 1 } })
  expect(gone.json.error.code).toBe('version_conflict')
  expect(await postNow(world, post)).toMatchObject({ status: 'approved', version: 2 })
  const { moves } = (await two.get(`/api/admin/posts/${post.id}`)).json
  expect(moves.at(-1)).toMatchObject({ move: 'approve', actor: { uid: one.user.uid } })
})

test('deletion by an admin costs the author nothing, gives the reason and hides the post everywhere', async ({
  world,
  admin,
}) => {
  const author = await world.user()
  const post = await world.post({ author, title: 'Gone' })
  const { status } = await admin.send('DELETE', `/api/admin/posts/${post.id}`, { json: { reason } })
  expect(status).toBe(204)
  expect((await world.reload(author)).energy).toBe(0)
  expect(await systemNoticesOf(world, author)).toEqual([
    { event: 'post_deleted', title: 'Gone', reason },
  ])
  expect(await auditOf(world, 'post', post.id)).toMatchObject([
    {
      action: 'post.delete',
      reason,
      before: JSON.stringify({ status: 'approved', title: 'Gone' }),
    },
  ])
  expect((await admin.get(`/api/admin/posts/${post.id}`)).status).toBe(404)
  expect((await admin.delete(`/api/admin/posts/${post.id}`)).status).toBe(404)
})

test('a batch of posts continues after refused items and reports each result', async ({
  world,
  admin,
}) => {
  const author = await world.user()
  const posts = await world.posts(
    (['pending', 'draft', 'pending'] as const).map((status) => ({ author, status })),
  )
  const ids = [...posts.map(({ id }) => id), 999_999_999]
  const { json } = await admin.post('/api/admin/posts/batch', { ids, action: 'approve' })
  expect(json.items).toEqual([
    { id: ids[0], ok: true },
    { id: ids[1], ok: false, code: 'invalid_transition' },
    { id: ids[2], ok: true },
    { id: ids[3], ok: false, code: 'not_found' },
  ])
  const locked = await admin.post('/api/admin/posts/batch', {
    ids: [ids[0]],
    action: 'lock',
    reason,
  })
  expect(locked.json.items).toEqual([{ id: ids[0], ok: true }])
  expect(await auditOf(world, 'post', ids[0] ?? 0)).toHaveLength(2)
  const deleted = await admin.post('/api/admin/posts/batch', {
    ids: [ids[0], ids[0]],
    action: 'delete',
  })
  expect(deleted.json.items.map(({ ok }: { ok: boolean }) => ok)).toEqual([true, false])
})

test.for([
  [
    'fifty-one posts',
    { ids: Array.from({ length: 51 }, (_, n) => n + 1), action: 'approve' },
    'ids',
  ],
  ['no posts', { ids: [], action: 'approve' }, 'ids'],
  ['an unknown action', { ids: [1], action: 'publish' }, 'action'],
  ['a lock without a reason', { ids: [1], action: 'lock' }, 'reason'],
  [
    'a rejection with a too long reason',
    { ids: [1], action: 'reject', reason: 'x'.repeat(10_000) },
    'reason',
  ],
] as const)('a batch with %s is refused', async ([, input, field], { admin }) => {
  expect(await refusalOf(admin.post('/api/admin/posts/batch', input))).toEqual([422, field])
})

test.for([
  ['no reason', {}],
  ['a blank reason', { reason: '  ' }],
  ['a too long reason', { reason: 'x'.repeat(10_000) }],
])('a rejection with %s is refused and nothing changes', async ([, input], { world, admin }) => {
  const post = await world.post({ author: await world.user(), status: 'pending' })
  expect(await refusalOf(admin.post(`/api/admin/posts/${post.id}/reject`, input))).toEqual([
    422,
    'reason',
  ])
  expect(await postNow(world, post)).toEqual(post)
})
