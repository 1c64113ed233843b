import { sql } from 'drizzle-orm'
import { SUBMITTED_TOGETHER_MAX } from '#features/publishing/posts/moves.ts'
import { after, DAY } from '#kernel/clock.ts'
import { roundTrips } from '#test/cost.ts'
import { expect, refusalOf, test } from '#test/test.ts'

const POST = { title: 'Old', body: '<p>Words</p>', draft: true }
const OLD = '2019-05-03T10:00:00.000Z'

test('an imported post shows when it was first published, which sorts the lists of its author, but not the lists of the site', async ({
  world,
}) => {
  const author = await world.member({ level: 1 })
  const create = async (title: string, first_published_at: string | null) =>
    (await author.post('/api/studio/posts', { ...POST, title, draft: false, first_published_at }))
      .json
  const here = await create('Written here', null)
  const newer = await create('From 2021', '2021-01-01T08:00:00+08:00')
  const older = await create('From 2019', OLD)
  expect(newer).toMatchObject({
    status: 'approved',
    first_published_at: '2021-01-01T00:00:00.000Z',
  })
  expect(older.published_at).toBe(world.now.toISOString())
  const page = await world.visitor().get(`/posts/${older.id}`)
  expect(page.text).toContain('First published on')
  expect((await world.visitor().get(`/posts/${here.id}`)).text).not.toContain('First published on')
  const inOrder = (text: string) =>
    [...text.matchAll(/<h2[^>]*>.*?(Written here|From 2021|From 2019)/gs)].map(([, it]) => it)
  const space = await world.visitor().get(`/space/${author.user.uid}`)
  expect(inOrder(space.text)).toEqual(['Written here', 'From 2021', 'From 2019'])
  const idsIn = async (path: string) =>
    (await world.visitor().get(path)).json.items.map(({ id }: { id: number }) => id) as number[]
  const first = await world.visitor().get(`/api/posts?author=${author.user.uid}&limit=2`)
  const rest = await idsIn(
    `/api/posts?author=${author.user.uid}&limit=2&cursor=${first.json.next_cursor}`,
  )
  expect([...first.json.items.map(({ id }: { id: number }) => id), ...rest]).toEqual([
    here.id,
    newer.id,
    older.id,
  ])
  expect((await idsIn('/api/posts')).slice(0, 3)).toEqual([older.id, newer.id, here.id])
  const follower = await world.member({ level: 1 })
  await follower.post(`/api/users/${author.user.uid}/follow`)
  expect(inOrder((await follower.get('/posts?feed=following')).text)).toEqual(inOrder(space.text))
})

test('a first publication must be a time before the publication on this site, and can be removed', async ({
  world,
  writer,
}) => {
  const tomorrow = after(world.now, DAY).toISOString()
  for (const first_published_at of [tomorrow, '0001-01-01T00:00:00Z', '2019-05-03', 5]) {
    const refused = writer.post('/api/studio/posts', { ...POST, first_published_at })
    expect(await refusalOf(refused)).toEqual([422, 'first_published_at'])
  }
  const { json: post } = await writer.post('/api/studio/posts', {
    ...POST,
    draft: false,
    first_published_at: OLD,
  })
  const path = `/api/studio/posts/${post.id}`
  expect((await writer.put(path, { title: 'New title' })).json.first_published_at).toBe(OLD)
  world.wait(1000)
  expect((await writer.put(path, { first_published_at: world.now.toISOString() })).status).toBe(422)
  expect((await writer.put(path, { first_published_at: null })).json.first_published_at).toBeNull()
  expect((await writer.post(`${path}/revisions/1/restore`, {})).json.first_published_at).toBe(OLD)
  const forged = sql`UPDATE posts SET first_published_at = '2099-01-01T00:00:00.000Z' WHERE id = ${post.id}`
  await expect(world.db.batch([forged])).rejects.toThrow('validation_failed')
})

test('while review is on, several posts are submitted in one request, and a blocked host refuses only the post that links to it', async ({
  world,
}) => {
  await world.setting('audit.enabled', true)
  const author = await world.member({ level: 4 })
  await world.db.batch([
    sql`INSERT INTO blocked_hosts (host) VALUES ('blocked.example') ON CONFLICT DO NOTHING`,
  ])
  const bodies = [
    '<p>Fine</p>',
    '<p><a href="https://blocked.example/">No</a></p>',
    '<p>Fine too</p>',
  ]
  const ids: number[] = []
  for (const body of bodies)
    ids.push((await author.post('/api/studio/posts', { ...POST, body })).json.id)
  const { json } = await author.post('/api/studio/posts/submit', { ids })
  expect(json.items).toEqual([
    { id: ids[0], ok: true, status: 'pending' },
    { id: ids[1], ok: false, code: 'validation_failed' },
    { id: ids[2], ok: true, status: 'pending' },
  ])
})

test('each post of a request to submit several posts counts as one write towards the write limit', async ({
  world,
  beginner: author,
}) => {
  const ids = Array.from({ length: SUBMITTED_TOGETHER_MAX }, (_, at) => 1_000_000_000 + at)
  world.limitWrites()
  let refused = 0
  for (let call = 0; call < 300 / SUBMITTED_TOGETHER_MAX + 1; call++) {
    const response = await author.post('/api/studio/posts/submit', { ids })
    if (response.status === 429) refused += 1
    else expect(response.status).toBe(200)
  }
  expect(refused).toBe(1)
  expect((await author.post('/api/studio/posts/submit', { ids: [...ids, 1] })).status).toBe(429)
})

test('publishing twenty posts takes three round trips', async ({ world, beginner: author }) => {
  const ids: number[] = []
  for (let at = 0; at < SUBMITTED_TOGETHER_MAX; at++) {
    ids.push((await world.post({ author: author.user, status: 'draft' })).id)
  }
  await author.get('/api/studio/posts')
  const response = await author.post('/api/studio/posts/submit', { ids })
  expect(response.json.items.every(({ ok }: { ok: boolean }) => ok)).toBe(true)
  // The session, the posts with the rules, and the moves.
  expect(roundTrips(response)).toBeLessThanOrEqual(3)
})
