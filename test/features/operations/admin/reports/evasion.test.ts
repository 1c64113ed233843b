import { sql } from 'drizzle-orm'
import { checkAll } from '#features/operations/admin/overview/invariants.ts'
import { expect, refusalOf, test } from '#test/test.ts'
import { World } from '#test/world.ts'
import { comment } from '../../../community/comments/fixtures.ts'
import { caseOf, postNow, systemNoticesOf } from '../support.ts'

async function setUp() {
  const world = new World()
  const [reader, author, admin] = await world.members([{}, { level: 2 }, { role: 'admin' }])
  const post = await world.post({
    author: author.user,
    title: 'Buy now',
    body: '<p>Cheap pills.</p>',
  })
  await reader.post('/api/reports', { post_id: post.id, reason: 'spam' })
  const { id } = post
  return {
    world,
    author,
    reader,
    admin,
    post,
    remove: () =>
      admin.post(`/api/admin/reports/post/${id}/close`, {
        decision: 'removed',
        note: 'Advertising',
      }),
    lock: () => admin.post(`/api/admin/posts/${id}/lock`, { reason: 'Advertising' }),
    unlock: () => admin.post(`/api/admin/posts/${id}/unlock`, {}),
    toBin: () => author.delete(`/api/studio/posts/${id}`),
    restore: () => author.post(`/api/studio/posts/${id}/undelete`),
    submit: () => author.post(`/api/studio/posts/${id}/submit`),
  }
}

// test/model has the statuses and refusals of both, and of posts that return.
test.each(['remove', 'lock'] as const)(
  '%s applies to a post in the bin: a restored post is locked',
  async (decide) => {
    const site = await setUp()
    const { world, author, post, toBin, restore } = site
    await toBin()
    expect((await site[decide]()).status).toBe(200)
    expect(await systemNoticesOf(world, author.user)).toMatchObject([
      { event: 'post_locked', reason: 'Advertising' },
    ])
    const bin = (await author.get('/studio/posts?status=deleted')).text
    for (const text of ['Advertising', 'Restored. The post is still locked.'])
      expect(bin).toContain(text)
    expect((await restore()).json.status).toBe('locked')
    expect((await author.get(`/studio/write?id=${post.id}`)).text).toContain('Advertising')
    expect((await world.visitor().get(`/api/posts/${post.id}`)).status).toBe(404)
  },
)

test('after a lock and an unlock, a draft with the reason of an earlier rejection is a draft again', async () => {
  const { world, author, admin, post, toBin, restore, submit, lock, unlock } = await setUp()
  await toBin()
  await restore()
  await world.setting('audit.enabled', true)
  await submit()
  await admin.post(`/api/admin/posts/${post.id}/reject`, { reason: 'Too short' })
  await author.put(`/api/studio/posts/${post.id}`, { title: 'Longer' })
  await lock()
  expect((await unlock()).json.status).toBe('draft')
  await submit()
  await admin.post(`/api/admin/posts/${post.id}/reject`, { reason: 'Still too short' })
  await lock()
  expect((await unlock()).json).toMatchObject({
    status: 'rejected',
    reject_reason: 'Still too short',
  })
})

test('the database refuses every end of a lock except an unlock', async () => {
  const { world, post, toBin, lock } = await setUp()
  const set = (status: string) =>
    world.db.batch([
      sql`UPDATE posts SET status = ${status}, locked_from = NULL WHERE id = ${post.id}`,
    ])
  await lock()
  for (const status of ['draft', 'pending', 'rejected']) {
    await expect(set(status)).rejects.toMatchObject({ code: 'invalid_transition' })
  }
  await toBin()
  await expect(set('approved')).rejects.toMatchObject({ code: 'invalid_transition' })
})

test('the queue shows the reported title and text of an edited post beside the present ones', async () => {
  const { author, admin, post } = await setUp()
  const changed = { title: 'A walk in the park', body: '<p>Green trees.</p>' }
  await author.put(`/api/studio/posts/${post.id}`, changed)
  const found = await caseOf(admin, 'post', post.id)
  expect(found).toMatchObject({ excerpt: 'Buy now', present_excerpt: changed.title, gone: false })
  expect(found?.copies).toMatchObject([{ title: 'Buy now', text: 'Cheap pills.', images: [] }])
  const page = (await admin.get(`/admin/reports?case=${found?.case_id}`)).text
  for (const text of ['As reported', 'Cheap pills.', '<ins>', 'A walk in the park', 'Green']) {
    expect(page).toContain(text)
  }
})

test('the queue shows a reported post that its author deleted, and erases it if an admin deletes it too', async () => {
  const { world, admin, post, toBin, restore } = await setUp()
  await toBin()
  const found = await caseOf(admin, 'post', post.id)
  expect(found).toMatchObject({ excerpt: 'Buy now', present_excerpt: null, gone: true })
  const page = (await admin.get(`/admin/reports?case=${found?.case_id}`)).text
  for (const text of [
    'Cheap pills.',
    'Deleted since the report',
    'the author cannot publish it again',
  ]) {
    expect(page).toContain(text)
  }
  expect(
    (await admin.delete(`/api/admin/posts/${post.id}`, { json: { reason: 'Advertising' } })).status,
  ).toBe(204)
  expect(await refusalOf(restore())).toEqual([404, 'not_found'])
  expect(await postNow(world, post)).toMatchObject({
    title: '',
    body: '',
    deleted_at: expect.any(String),
  })
  expect(await caseOf(admin, 'post', post.id)).toMatchObject({
    excerpt: 'Buy now',
    present_excerpt: null,
  })
  expect(await checkAll(world.db, world.now)).toMatchObject({ ok: true, failures: {} })
})

test('the queue shows the reported text of a comment that was edited or deleted', async () => {
  const { author, reader, admin, post } = await setUp()
  const said = await comment(author, post.id, 'Buy at my shop')
  await reader.post('/api/reports', { comment_id: said.id, reason: 'spam' })
  await author.put(`/api/comments/${said.id}`, { body: 'What a nice day' })
  const found = await caseOf(admin, 'comment', said.id)
  expect(found).toMatchObject({ excerpt: 'Buy at my shop', present_excerpt: 'What a nice day' })
  const page = async () => (await admin.get(`/admin/reports?case=${found?.case_id}`)).text
  expect(await page()).toContain('<div class="comment-text"><p>Buy at my shop</p></div>')
  expect(await page()).toContain('<ins>')
  await author.delete(`/api/comments/${said.id}`)
  expect(await caseOf(admin, 'comment', said.id)).toMatchObject({
    excerpt: 'Buy at my shop',
    present_excerpt: null,
  })
  expect(await page()).toContain('<div class="comment-text"><p>Buy at my shop</p></div>')
})

test('the queue shows the reported name and signature of a user who changed them', async () => {
  const { world, author, reader, admin } = await setUp()
  const rename = (name: string, signature: string) =>
    world.db.batch([
      sql`UPDATE users SET username = ${name}, username_key = ${name}, signature = ${signature} WHERE uid = ${author.user.uid}`,
    ])
  await rename('cheappills', 'Buy here')
  await reader.post('/api/reports', { uid: author.user.uid, reason: 'spam' })
  await rename('gardener', 'I like trees')
  const found = await caseOf(admin, 'user', author.user.uid)
  expect(found).toMatchObject({ excerpt: 'Buy here', present_excerpt: 'I like trees' })
  const page = (await admin.get(`/admin/reports?case=${found?.case_id}`)).text
  for (const text of ['cheappills', 'Buy here', 'gardener', 'I like trees'])
    expect(page).toContain(text)
})

test('reporters are notified with the reported title, not with the title of the present draft', async () => {
  const { world, author, reader, post, toBin, restore, remove } = await setUp()
  await toBin()
  await restore()
  await author.put(`/api/studio/posts/${post.id}`, { title: 'A private thought' })
  await remove()
  expect(await systemNoticesOf(world, reader.user)).toMatchObject([
    { event: 'report_closed', title: 'Buy now' },
  ])
})
