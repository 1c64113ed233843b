import { expect, refusalOf, test } from '#test/test.ts'
import { auditOf, idsIn } from '../support.ts'

test('pending posts are listed oldest first, all others by last change', async ({
  world,
  admin,
  user: author,
}) => {
  const ids: Record<string, number[]> = { pending: [], approved: [] }
  for (let n = 0; n < 3; n++) {
    for (const status of ['pending', 'approved'] as const) {
      ids[status]?.push((await world.post({ author, status })).id)
      world.wait(1000)
    }
  }
  const theirs = `/api/admin/posts?author=${author.uid}`
  expect(idsIn(await admin.get(`${theirs}&status=pending`))).toEqual(ids.pending)
  expect(idsIn(await admin.get(`${theirs}&status=approved`))).toEqual(ids.approved?.toReversed())
  const all = [...(ids.pending ?? []), ...(ids.approved ?? [])].sort((a, b) => b - a)
  const first = await admin.get(`${theirs}&limit=4`)
  const second = await admin.get(`${theirs}&limit=4&cursor=${first.json.next_cursor}`)
  expect([...idsIn(first), ...idsIn(second)]).toEqual(all)
  expect(idsIn(await admin.get(`/api/admin/posts?author=${author.uid + 1}`))).toEqual([])
  expect((await admin.get('/api/admin/posts?status=lost')).status).toBe(422)
})

test('a post under review includes its history and the record of its author', async ({
  world,
  admin,
}) => {
  await world.setting('audit.enabled', true)
  const author = await world.member({ level: 1 })
  await world.post({ author: author.user, status: 'rejected', reason: 'no' })
  const { id } = (await author.post('/api/studio/posts', { title: 'Mine', body: '<p>Words</p>' }))
    .json
  await author.post(`/api/studio/posts/${id}/submit`)
  await admin.post(`/api/admin/posts/${id}/reject`, { reason: 'Please add sources' })
  const { json } = await admin.get(`/api/admin/posts/${id}`)
  expect(json).toMatchObject({ reject_reason: 'Please add sources', body: '<p>Words</p>' })
  expect(json.author_history).toEqual({
    approved: 0,
    rejected: 2,
    locked: 0,
    total: 2,
    since: author.user.created_at,
  })
  expect(
    json.moves.map(({ move, reason }: { move: string; reason: string | null }) => [move, reason]),
  ).toEqual([
    ['create', null],
    ['submit', null],
    ['reject', 'Please add sources'],
  ])
})

test('an edit after approval is listed with its changes until an admin marks it as seen', async ({
  world,
  admin,
}) => {
  await world.setting('audit.enabled', true)
  const author = await world.member({ level: 1 })
  const post = await world.post({ author: author.user, title: 'Harmless' })
  await author.put(`/api/studio/posts/${post.id}`, { title: 'Harmful' })
  await author.put(`/api/studio/posts/${post.id}`, { body: '<p>Other words</p>' })
  expect(idsIn(await admin.get('/api/admin/posts?edited=true'))).toContain(post.id)
  const { json } = await admin.get(`/api/admin/posts/${post.id}`)
  expect(json.unseen_edits).toMatchObject([
    { before: { title: 'Harmless' }, after: { title: 'Harmful' } },
    { before: { title: 'Harmful' }, after: { body: '<p>Other words</p>' } },
  ])
  const outdated = admin.post(`/api/admin/posts/${post.id}/seen`, { version: 1 })
  expect(await refusalOf(outdated)).toEqual([409, 'version_conflict'])
  expect((await admin.post(`/api/admin/posts/${post.id}/seen`)).status).toBe(200)
  expect(idsIn(await admin.get('/api/admin/posts?edited=true'))).not.toContain(post.id)
  expect((await admin.post(`/api/admin/posts/${post.id}/seen`)).json.error.code).toBe(
    'invalid_transition',
  )
  expect(await auditOf(world, 'post', post.id)).toMatchObject([
    { action: 'post.seen', subject_id: author.user.uid },
  ])
})
