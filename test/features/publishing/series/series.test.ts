import { sql } from 'drizzle-orm'
import { checksOf } from '#features/operations/admin/overview/invariant-checks.ts'
import { DAY } from '#kernel/clock.ts'
import { runOnly } from '#test/cron.ts'
import { expect, refusal, refusalOf, statusesOf, test } from '#test/test.ts'
import type { Member, World } from '#test/world.ts'

const create = async (author: Member, title = 'A series') =>
  (await author.post('/api/studio/series', { title })).json.id as number

/** A series with public posts in this order. */
async function seriesWith(world: World, author: Member, count: number) {
  const id = await create(author)
  const posts = await world.posts(
    Array.from({ length: count }, (_, n) => ({ author: author.user, title: `Part ${n}` })),
  )
  const ids = posts.map((post) => post.id)
  expect((await author.put(`/api/studio/series/${id}/posts`, { ids })).status).toBe(200)
  return { id, ids }
}

async function expectInvariants(world: World) {
  for (const [name, check] of checksOf('series', 1, 1_000_000))
    expect([name, await world.db.all(check)]).toEqual([name, []])
}

/** A series of three public posts, with a draft after the first. */
async function seriesWithDraft(world: World, writer: Member) {
  const { id, ids } = await seriesWith(world, writer, 3)
  const draft = (
    await writer.post('/api/studio/posts', { draft: true, title: 'Draft', series_id: id })
  ).json
  const [first, second, third] = ids as [number, number, number]
  await writer.put(`/api/studio/series/${id}/posts`, { ids: [first, draft.id, second, third] })
  const part = async (post: number) => (await world.visitor().get(`/api/posts/${post}`)).json.series
  return { id, draft, first, second, third, part }
}

test('a post has its number among the public posts of its series in the API, and a draft its number among all', async ({
  world,
  writer,
}) => {
  const { id, draft, third, part } = await seriesWithDraft(world, writer)
  expect(draft.series).toEqual({ id, title: 'A series', part: 4, parts: 4 })
  expect(await part(third)).toEqual({ id, title: 'A series', part: 3, parts: 3 })
  const { items } = (await world.visitor().get(`/api/posts?author=${writer.user.uid}`)).json
  expect(items.map(({ series }: { series: { part: number } }) => series.part).toSorted()).toEqual([
    1, 2, 3,
  ])
})

test('the page of a post names its part of the series and links to the public posts before and after it', async ({
  world,
  writer,
}) => {
  const { first, second, third } = await seriesWithDraft(world, writer)
  const page = await world.visitor().get(`/posts/${second}`)
  expect(page.text).toContain('Part 2 of 3')
  expect(page.text).toContain(`href="/posts/${first}" rel="prev"`)
  expect(page.text).toContain(`href="/posts/${third}" rel="next"`)
  expect(page.text).toContain(`"isPartOf":{"@type":"CreativeWorkSeries"`)
})

test('the numbers of a series change when a draft is published and when a post is deleted', async ({
  world,
  writer,
}) => {
  const { id, draft, first, second, third, part } = await seriesWithDraft(world, writer)
  await writer.post(`/api/studio/posts/${draft.id}/submit`)
  await writer.put(`/api/studio/posts/${draft.id}`, { body: '<p>1</p>' })
  await writer.post(`/api/studio/posts/${draft.id}/submit`)
  expect(await part(third)).toEqual({ id, title: 'A series', part: 4, parts: 4 })
  await writer.delete(`/api/studio/posts/${first}`)
  expect(await part(third)).toEqual({ id, title: 'A series', part: 3, parts: 3 })
  const series = (await world.visitor().get(`/api/series/${id}`)).json
  expect(series.posts.map((post: { id: number }) => post.id)).toEqual([draft.id, second, third])
  expect(series).toMatchObject({ parts: 3, author: { uid: writer.user.uid } })
  await expectInvariants(world)
})

test('the numbers and links of a series skip a locked post until it is unlocked', async ({
  world,
  writer,
  admin,
}) => {
  const { id, ids } = await seriesWith(world, writer, 3)
  const [first, second, third] = ids as [number, number, number]
  await admin.post(`/api/admin/posts/${second}/lock`, { reason: 'no' })
  const page = (await world.visitor().get(`/posts/${third}`)).text
  expect(page).toContain('Part 2 of 2')
  expect(page).toContain(`href="/posts/${first}" rel="prev"`)
  const { series } = (await writer.get(`/api/studio/posts/${second}`)).json
  expect(series).toEqual({ id, title: 'A series', part: 2, parts: 3 })
  await admin.post(`/api/admin/posts/${second}/unlock`)
  expect((await world.visitor().get(`/posts/${third}`)).text).toContain('Part 3 of 3')
  await expectInvariants(world)
})

test('the order of a series accepts own posts only, each once, at most a hundred and none of another series', async ({
  world,
  writer,
  author,
}) => {
  const { id, ids } = await seriesWith(world, writer, 2)
  const other = await create(writer, 'Another')
  const [own, foreign] = await world.posts([{ author: writer.user }, { author: author.user }])
  const order = (series: number, body: object) =>
    refusalOf(writer.put(`/api/studio/series/${series}/posts`, body))
  expect(await order(id, { ids: [...ids, foreign.id] })).toEqual([422, 'ids'])
  expect(await order(id, { ids: [...ids, 999_999_999] })).toEqual([422, 'ids'])
  expect(await order(other, { ids: [own.id, ...ids] })).toEqual([409, 'in_other_series'])
  expect(await order(id, { ids: Array.from({ length: 101 }, (_, n) => n + 1) })).toEqual([
    422,
    'ids',
  ])
  expect(await order(id, { ids: [own.id, own.id] })).toEqual([422, 'ids'])
  expect(await order(id, { ids: [...ids, own.id], version: 1 })).toEqual([409, 'edit_conflict'])
  expect(
    refusal(await author.put(`/api/studio/series/${id}/posts`, { ids: [foreign.id] })),
  ).toEqual([404, 'not_found'])
  expect(
    (await writer.get(`/api/studio/series/${id}`)).json.posts.map(
      (post: { id: number }) => post.id,
    ),
  ).toEqual(ids)
})

test('the editor puts an own post into a series and takes it out, and not into a full one', async ({
  world,
  writer,
  author,
}) => {
  const series = await create(writer, 'A series')
  const [own, foreign] = await world.posts([{ author: writer.user }, { author: author.user }])
  const inEditor = await writer.put(`/api/studio/posts/${own.id}`, { series_id: series })
  expect([inEditor.status, inEditor.json.series.part]).toEqual([200, 1])
  expect(
    (await writer.put(`/api/studio/posts/${own.id}`, { series_id: null })).json.series,
  ).toBeNull()
  expect((await author.put(`/api/studio/posts/${foreign.id}`, { series_id: series })).status).toBe(
    422,
  )
  const full = {
    draft: true,
    title: 'One more',
    series_id: (await seriesWith(world, writer, 100)).id,
  }
  expect(await refusalOf(writer.post('/api/studio/posts', full))).toEqual([422, 'series_id'])
})

test('a series is refused to newcomers and silenced users, above the quota, and for a word of the list', async ({
  world,
  admin,
}) => {
  const [newcomer, writer, silenced] = await world.members([
    { level: 0 },
    { level: 1 },
    { level: 2 },
  ])
  await admin.put(`/api/admin/users/${silenced.user.uid}/silence`, { silenced: true, reason: 'no' })
  await world.db.batch([sql`UPDATE blocked_words SET words = '["gambling"]'`])
  world.wait(11_000)
  const post = (by: Member, body: object) => refusalOf(by.post('/api/studio/series', body))
  expect(await post(newcomer, { title: 'One' })).toEqual([403, 'level_too_low'])
  expect(await post(silenced, { title: 'One' })).toEqual([403, 'silenced'])
  expect(await post(writer, { title: 'Gambling' })).toEqual([422, 'title'])
  expect(await post(writer, { title: 'One', description: 'on gambling' })).toEqual([
    422,
    'description',
  ])
  const statuses = await statusesOf(
    Array.from({ length: 12 }, () => writer.post('/api/studio/series', { title: 'One' })),
  )
  expect(statuses).toEqual([...Array(10).fill(201), 409, 409])
  await world.db.batch([sql`UPDATE blocked_words SET words = '[]'`])
  world.wait(11_000)
})

test('an admin removes the title and the description of a series, and the author writes new ones', async ({
  world,
  writer,
  admin,
}) => {
  const { id } = await seriesWith(world, writer, 1)
  const { version } = (
    await writer.put(`/api/studio/series/${id}`, { title: 'Spam', description: 'Buy' })
  ).json
  expect((await admin.get(`/series/${id}`)).text).toContain(`DELETE /api/admin/series/${id}/texts`)
  expect((await writer.get(`/series/${id}`)).text).not.toContain('/api/admin/')
  expect((await admin.delete(`/api/admin/series/${id}/texts`)).status).toBe(204)
  expect((await world.visitor().get(`/api/series/${id}`)).json).toMatchObject({
    title: `#${id}`,
    description: '',
  })
  const [entry] = (await admin.get('/api/admin/audit-log')).json.items
  expect(entry).toMatchObject({ action: 'series.clear', before: { title: 'Spam', body: 'Buy' } })
  const { items } = (await writer.get('/api/messages')).json
  expect(items[0].text).toBe('An admin removed the title and description of your series “Spam”')
  const again = writer.put(`/api/studio/series/${id}`, { title: 'Spam', version })
  expect(await refusalOf(again)).toEqual([409, 'edit_conflict'])
  expect((await writer.put(`/api/studio/series/${id}`, { title: 'Better' })).json.title).toBe(
    'Better',
  )
})

test('a series without public posts is visible to its author and admins only', async ({
  world,
  writer,
  admin,
}) => {
  const id = await create(writer)
  for (const path of [`/api/series/${id}`, `/series/${id}`]) {
    expect((await world.visitor().get(path)).status).toBe(404)
    expect((await writer.get(path)).status).toBe(200)
    expect((await admin.get(path)).status).toBe(200)
  }
  expect((await world.visitor().get(`/series/${id}/feed.xml`)).status).toBe(404)
})

test('the page of a series shows its posts in order and its feed has the newest first', async ({
  world,
  writer,
}) => {
  const { id, ids } = await seriesWith(world, writer, 2)
  await writer.put(`/api/studio/series/${id}`, { title: 'Renamed', description: 'About it' })
  const { text } = await world.visitor().get(`/series/${id}`)
  expect(text).toContain('<h1>Renamed</h1>')
  expect(text).toContain('About it')
  expect(text.indexOf(`/posts/${ids[0]}`)).toBeLessThan(text.indexOf(`/posts/${ids[1]}`))
  const feed = await world.visitor().get(`/series/${id}/feed.xml`)
  expect(feed.headers.get('content-type')).toContain('application/atom+xml')
  expect(feed.text.match(/<entry>/g)).toHaveLength(2)
  expect((await writer.delete(`/api/studio/series/${id}`)).status).toBe(204)
  expect((await world.visitor().get(`/api/posts/${ids[0]}`)).json.series).toBeNull()
})

test('followers of a series get one notice for each new part, also for a scheduled one, and none for edits', async ({
  world,
  writer,
  reader,
  admin,
}) => {
  const { id, ids } = await seriesWith(world, writer, 1)
  expect((await reader.post(`/api/series/${id}/follow`)).json).toEqual({ following: true })
  const tell = () =>
    runOnly(['publish due posts', 'tell followers of new parts'], world.env, world.now)
  const told = async () => {
    await tell()
    const { items } = (await reader.get('/api/messages')).json
    return items.map(({ link, text }: { link: string; text: string }) => [link, text])
  }
  const write = async (title: string, more: object) =>
    (await writer.post('/api/studio/posts', { title, body: '<p>1</p>', series_id: id, ...more }))
      .json.id as number
  const direct = await write('Direct', {})
  const later = new Date(world.now.getTime() + 600_000).toISOString()
  const scheduled = await write('Scheduled', { draft: true, publish_at: later })
  const text = 'A series that you follow has a new part: '
  const notice = (post: number, title: string) => [`/posts/${post}`, `${text}“${title}”`]
  expect(await told()).toEqual([notice(direct, 'Direct')])
  world.wait(700_000)
  expect(await told()).toEqual([notice(scheduled, 'Scheduled'), notice(direct, 'Direct')])
  await writer.put(`/api/studio/posts/${direct}`, { title: 'Edited' })
  await admin.post(`/api/admin/posts/${scheduled}/lock`, { reason: 'no' })
  await admin.post(`/api/admin/posts/${scheduled}/unlock`)
  await writer.put(`/api/studio/series/${id}/posts`, { ids })
  await writer.put(`/api/studio/series/${id}/posts`, { ids: [...ids, direct, scheduled] })
  expect(await told()).toHaveLength(2)
  expect((await reader.post(`/api/series/${id}/follow`)).json).toEqual({ following: false })
  await write('After', {})
  expect(await told()).toHaveLength(2)
})

test('an author with many new parts does not delay the notices of another author', async ({
  world,
}) => {
  const [busy, other, reader] = await world.members([{ level: 2 }, { level: 2 }, {}])
  const seriesOf = async (author: typeof busy, count: number) => {
    const posts = await world.posts(Array.from({ length: count }, () => ({ author: author.user })))
    const { id } = (await author.post('/api/studio/series', { title: 'Parts' })).json
    const at = world.now.toISOString()
    await world.db.batch([
      sql`INSERT INTO series_follows (user_id, series_id, created_at) VALUES (${reader.user.uid}, ${id}, ${at})`,
    ])
    const ids = posts.map((post) => post.id)
    await author.put(`/api/studio/series/${id}/posts`, { ids })
    return ids
  }
  const parts = await seriesOf(busy, 30)
  const [newest] = await seriesOf(other, 1)
  await runOnly(['tell followers of new parts'], world.env, world.now)
  const told = await world.db.all(
    sql`SELECT 1 FROM notifications WHERE user_id = ${reader.user.uid} AND related_id = ${newest}`,
  )
  expect(told).toHaveLength(1)
  // A run has 20 batches. The author of the many parts gets only five of them.
  const notices = () =>
    world.db.first(sql<{ n: number }>`
      SELECT COUNT(*) AS n FROM notifications
      WHERE user_id = ${reader.user.uid} AND related_id IN (SELECT value FROM json_each(${JSON.stringify(parts)}))`)
  const atOnce = (await notices())?.n ?? 0
  expect(atOnce).toBeGreaterThan(0)
  expect(atOnce).toBeLessThanOrEqual(5)
})

test('a part that leaves its series and returns is not told again, and one that moves to another series is', async ({
  world,
  writer,
  reader,
}) => {
  const { id, ids } = await seriesWith(world, writer, 1)
  const other = (await writer.post('/api/studio/series', { title: 'Another' })).json.id
  await reader.post(`/api/series/${id}/follow`)
  // Members cannot follow a series without public parts yet.
  await world.db.batch([
    sql`
      INSERT INTO series_follows (user_id, series_id, created_at)
      VALUES (${reader.user.uid}, ${other}, ${world.now.toISOString()})`,
  ])
  const order = (series: number, posts: number[]) =>
    writer.put(`/api/studio/series/${series}/posts`, { ids: posts })
  const tell = () => runOnly(['tell followers of new parts'], world.env, world.now)
  const waiting = () =>
    world.db.all(sql`
      SELECT post_id, series_id FROM series_news WHERE told = 0 AND series_id IN (${id}, ${other})`)
  const [part = 0] = ids
  const draft = (
    await writer.post('/api/studio/posts', { title: 'New', body: '<p>1</p>', series_id: id })
  ).json.id
  expect(await waiting()).toMatchObject([{ post_id: draft, series_id: id }])
  // The first batch has the followers, the second one finds no further follower.
  for (let n = 0; n < 2; n++) await tell()
  expect(await waiting()).toEqual([])
  await order(id, [part])
  await order(id, [part, draft])
  expect(await waiting()).toEqual([])
  await order(id, [part])
  await order(other, [draft])
  expect(await waiting()).toMatchObject([{ post_id: draft, series_id: other }])
  // After some days, the next told part removes the rows of the earlier ones.
  world.wait(3 * DAY)
  for (let n = 0; n < 2; n++) await tell()
  const left = await world.db.all(sql`SELECT 1 FROM series_news WHERE post_id = ${draft}`)
  expect(left).toEqual([])
})
