import { sql } from 'drizzle-orm'
import type { ReportCopy } from '#db/schema/community.ts'
import { eraseAccount } from '#features/accounts/deletion/erasure.ts'
import { COPIES_MAX, COPY_DAYS, partsIn } from '#features/community/reports/report.ts'
import { cleanUpImages } from '#features/core/images/clean-up.ts'
import { storeImage } from '#features/core/images/store.ts'
import { DAY } from '#kernel/clock.ts'
import { REPORTS_A_DAY } from '#kernel/rate-limits.ts'
import { runOnly } from '#test/cron.ts'
import { expect, redirectOf, refusal, statusesOf, test } from '#test/test.ts'
import { type Client, plainForm, type World } from '#test/world.ts'
import { comment, setUp } from '../comments/fixtures.ts'

test('content that readers cannot see cannot be reported', async ({
  world,
  author,
  reader,
  post,
  user: gone,
}) => {
  const said = await comment(author, post.id)
  await author.delete(`/api/comments/${said.id}`)
  const draft = await world.post({ author: author.user, status: 'draft' })
  await world.db.batch([
    sql`UPDATE users SET status = 'deleted', email = NULL WHERE uid = ${gone.uid}`,
  ])
  const things = [
    { comment_id: said.id },
    { post_id: draft.id },
    { post_id: 999_999_999 },
    { uid: gone.uid },
  ]
  for (const thing of things) {
    expect(refusal(await reader.post('/api/reports', { ...thing, reason: 'spam' }))).toEqual([
      404,
      'not_found',
    ])
  }
})

test('a report has exactly one target, a known reason and a short note', async ({
  reader,
  post,
}) => {
  const wrong = [
    { reason: 'spam' },
    { post_id: post.id, uid: 10001, reason: 'spam' },
    { post_id: post.id, reason: 'boredom' },
    { post_id: post.id, reason: 'spam', text: 'x'.repeat(501) },
    { post_id: '1', reason: 'spam' },
  ]
  for (const body of wrong) expect((await reader.post('/api/reports', body)).status).toBe(422)
  const longest = { post_id: post.id, reason: 'spam', text: '字'.repeat(500) }
  expect((await reader.post('/api/reports', longest)).status).toBe(201)
})

test('a user makes at most twenty reports a day; the database enforces it, and the next day starts at zero', async () => {
  const { world, author, reader } = await setUp()
  const facts = Array.from({ length: REPORTS_A_DAY + 2 }, () => ({ author: author.user }))
  const posts = (await world.posts(facts)).map(({ id }) => id)
  const [last = 0, beyond = 0] = posts.slice(REPORTS_A_DAY - 1)
  for (const id of posts.slice(0, REPORTS_A_DAY - 1))
    await reader.post('/api/reports', { post_id: id, reason: 'spam' })
  const both = [last, beyond].map((id) =>
    reader.post('/api/reports', { post_id: id, reason: 'spam' }),
  )
  expect(await statusesOf(both)).toEqual([201, 429])
  const refused = await reader.post('/api/reports', { post_id: posts.at(-1), reason: 'spam' })
  expect(refusal(refused)).toEqual([429, 'rate_limited'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(DAY / 1000)
  // A repeated report still gets its response.
  expect((await reader.post('/api/reports', { post_id: posts[0], reason: 'spam' })).status).toBe(
    200,
  )
  world.wait(Number(refused.headers.get('retry-after')) * 1000)
  await reader.signIn(await world.reload(reader.user))
  expect(
    (await reader.post('/api/reports', { post_id: posts.at(-1), reason: 'spam' })).status,
  ).toBe(201)
})

/** The page of a report without JavaScript. */
async function setUpPage() {
  const site = await setUp()
  const path = `/report/post/${site.post.id}`
  const send = (by: Client, fields: Record<string, string>) =>
    by.post(`${path}?next=/posts/${site.post.id}`, undefined, plainForm(fields))
  return { ...site, path, send }
}

test('without JavaScript, a page asks for the reason and the note, and only its button Send makes the report', async () => {
  const { world, reader, post, path, send } = await setUpPage()
  const page = await reader.get(`${path}?next=/posts/${post.id}`)
  expect(page.text).toContain(post.title)
  expect(page.text).toMatch(/name="reason".*name="text".*Send report/s)
  const sent = `${path}?sent&next=%2Fposts%2F${post.id}`
  expect(await redirectOf(send(reader, { reason: 'spam', text: 'Look' }))).toEqual([303, sent])
  const done = await reader.get(sent)
  expect(done.text).toContain('Report sent. Thank you.')
  expect(done.text).toContain(`href="/posts/${post.id}"`)
  const stored = await world.db.all(
    sql`SELECT reason, text FROM reports WHERE user_id = ${reader.user.uid}`,
  )
  expect(stored).toEqual([{ reason: 'spam', text: 'Look' }])
})

test('without JavaScript, the report page keeps the note if the reason is missing, and refuses own content, visitors and unknown targets', async () => {
  const { world, author, reader, path, send } = await setUpPage()
  const refused = await send(reader, { text: 'Look' })
  expect(refused.status).toBe(422)
  expect(refused.text).toMatch(/Choose a reason\..*Look<\/textarea>/s)
  expect((await send(author, { reason: 'spam', text: '' })).status).toBe(409)
  expect((await author.get(path)).status).toBe(409)
  expect((await world.visitor().get(path)).headers.get('location')).toBe(
    `/login?next=${encodeURIComponent(path)}`,
  )
  expect((await reader.get('/report/planet/1')).status).toBe(404)
})

const report = (by: Client, thing: object) => by.post('/api/reports', { ...thing, reason: 'spam' })

function copiesOf(world: World, kind: string, id: number): Promise<ReportCopy[]> {
  return world.db.all(sql<ReportCopy>`
    SELECT c.* FROM report_copies c JOIN report_cases k ON k.id = c.case_id
    WHERE k.kind = ${kind} AND k.target_id = ${id} ORDER BY c.id`)
}

async function close(world: World, kind: string, id: number, decision = 'kept') {
  const admin = await world.member({ role: 'admin' })
  expect((await admin.post(`/api/admin/reports/${kind}/${id}/close`, { decision })).status).toBe(
    200,
  )
}

test('reports of one version share one copy, and a report after an edit stores the new version', async () => {
  const { world, author, reader, post } = await setUp()
  for (const by of [reader, await world.member()]) await report(by, { post_id: post.id })
  await author.put(`/api/studio/posts/${post.id}`, { title: 'Edited', tags: ['one'] })
  await report(await world.member(), { post_id: post.id })
  const copies = await copiesOf(world, 'post', post.id)
  expect(copies).toMatchObject([{ title: post.title }, { title: 'Edited' }])
  const [first, second] = await Promise.all(copies.map((copy) => partsIn(copy)))
  expect(first).toMatchObject({
    title: post.title,
    body: post.body,
    summary: null,
    coverUrl: null,
    tags: [],
  })
  expect(second).toMatchObject({ title: 'Edited', body: post.body, tags: [['one', 'one']] })
})

test(`a case stores ${COPIES_MAX} versions, and further reports are still accepted`, async () => {
  const { world, author, post } = await setUp()
  const readers = await world.members(Array(COPIES_MAX + 1).fill({}))
  for (const [n, by] of readers.entries()) {
    await world.db.batch([sql`UPDATE posts SET title = ${`Version ${n}`} WHERE id = ${post.id}`])
    expect((await report(by, { post_id: post.id })).status).toBe(201)
  }
  expect(await copiesOf(world, 'post', post.id)).toHaveLength(COPIES_MAX)
  const [of] = await world.db.all(sql<{ subject_id: number }>`
    SELECT DISTINCT c.subject_id FROM report_copies c JOIN report_cases k ON k.id = c.case_id
    WHERE k.kind = 'post' AND k.target_id = ${post.id}`)
  expect(of).toEqual({ subject_id: author.user.uid })
})

test('the clean-up keeps the images of reported content until the copy is deleted', async ({
  world,
  reader,
}) => {
  const author = await world.member({ level: 2 })
  const { uid } = author.user
  const image = {
    type: 'image/webp',
    width: 2,
    height: 3,
    bytes: Uint8Array.of(1, 2, 3, 4),
  } as const
  const store = (purpose: 'avatar' | 'post' | 'comment') =>
    storeImage(world.db, world.env.IMAGES, { uid, exp: 0, role: 'user' }, purpose, image, world.now)
  const [cover, inText] = [await store('post'), await store('post')]
  const [attached, avatar] = [await store('comment'), await store('avatar')]
  const { json: post } = await author.post('/api/studio/posts', {
    title: 'With images',
    body: `<p>Look</p><img src="/images/${inText.key}">`,
    cover_url: `/images/${cover.key}`,
  })
  const said = await comment(author, post.id)
  await world.db.batch([
    sql`UPDATE comments SET image_id = ${attached.id} WHERE id = ${said.id}`,
    sql`UPDATE users SET avatar_key = ${avatar.key} WHERE uid = ${uid}`,
  ])
  for (const thing of [{ post_id: post.id }, { comment_id: said.id }, { uid }])
    await report(reader, thing)
  await author.delete(`/api/comments/${said.id}`)
  await author.put(`/api/studio/posts/${post.id}`, { body: '<p>Nothing</p>', cover_url: null })
  await world.db.batch([
    sql`DELETE FROM post_images WHERE post_id = ${post.id}`,
    sql`UPDATE users SET avatar_key = NULL WHERE uid = ${uid}`,
  ])
  const keys = [cover.key, inText.key, attached.key, avatar.key]
  const stored = async () => {
    for (let run = 0; run < 3; run++) {
      world.wait(2 * DAY)
      await world.db.batch([sql`DELETE FROM site_state WHERE key LIKE 'images-seen%'`])
      await cleanUpImages(world.db, world.env.IMAGES, world.now)
    }
    const rows = await world.db.all(sql<{ key: string }>`
      SELECT key FROM images WHERE key IN (SELECT value FROM json_each(${JSON.stringify(keys)}))`)
    return rows.map(({ key }) => key).toSorted()
  }
  expect(await stored()).toEqual(keys.toSorted())
  await world.db.batch([sql`DELETE FROM report_copies WHERE subject_id = ${uid}`])
  expect(await stored()).toEqual([])
})

test(`the cron deletes a copy ${COPY_DAYS} days after the decision, and none of an open case`, async () => {
  const { world, author, reader, post } = await setUp()
  const open = await world.post({ author: author.user })
  for (const post_id of [post.id, open.id]) await report(reader, { post_id })
  await close(world, 'post', post.id)
  const left = async () => [
    (await copiesOf(world, 'post', post.id)).length,
    (await copiesOf(world, 'post', open.id)).length,
  ]
  world.wait(COPY_DAYS * DAY - 1)
  await runOnly(['delete old copies of reported content'], world.env, world.now)
  expect(await left()).toEqual([1, 1])
  world.wait(1)
  await runOnly(['delete old copies of reported content'], world.env, world.now)
  expect(await left()).toEqual([0, 1])
})

test('copies of the content of an erased user stay only while the case is open', async ({
  world,
  author,
  reader,
  post,
}) => {
  const { uid } = author.user
  for (const thing of [{ post_id: post.id }, { uid }]) await report(reader, thing)
  await close(world, 'post', post.id)
  await world.db.batch([
    sql`UPDATE users SET purge_at = ${world.now.toISOString()} WHERE uid = ${uid}`,
    ...(await eraseAccount(uid, world.now)),
  ])
  expect(await copiesOf(world, 'post', post.id)).toEqual([])
  expect(await copiesOf(world, 'user', uid)).toHaveLength(1)
  await close(world, 'user', uid, 'removed')
  expect(await copiesOf(world, 'user', uid)).toEqual([])
})
