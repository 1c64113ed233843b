import { sql } from 'drizzle-orm'
import { isInUse } from '#features/core/images/uses.ts'
import { eraseFromBin } from '#features/publishing/posts/bin.ts'
import { BIN_DAYS } from '#features/publishing/posts/post.ts'
import { REVISIONS_MAX, VERSION_EVERY } from '#features/publishing/revisions/revision-rows.ts'
import { after, DAY, MINUTE } from '#kernel/clock.ts'
import { runOnly } from '#test/cron.ts'
import { expect, test } from '#test/test.ts'
import { type Client, World } from '#test/world.ts'

const WORDS = {
  title: 'As it was',
  body: '<p>The first words.</p>',
  tags: ['Volt'],
  summary: 'In short',
}

async function published(world: World) {
  const author = await world.member({ level: 1 })
  const { id } = (await author.post('/api/studio/posts', WORDS)).json
  return { author, id: id as number, path: `/api/studio/posts/${id}` }
}

/**
 * Stores this revision again as each following one up to `last`, because fifty saves take a second.
 */
async function repeatRevision(
  world: World,
  id: number,
  version: number,
  last: number,
): Promise<void> {
  await world.db.batch([
    sql`WITH RECURSIVE n (i) AS (SELECT ${version} + 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${last})
        INSERT INTO post_revisions (post_id, version, saved_at, status, title, image_keys, content)
        SELECT post_id, i, saved_at, status, title, image_keys, content FROM post_revisions, n
        WHERE post_id = ${id} AND version = ${version}`,
    ...Array.from(
      { length: last - version },
      () => sql`UPDATE posts SET version = version + 1 WHERE id = ${id}`,
    ),
  ])
}

const versions = async (client: Client, path: string) =>
  (await client.get(`${path}/revisions?limit=50`)).json.items.map(
    ({ version }: { version: number }) => version,
  )

/** A published post with three versions: its words were changed first, then its title. */
async function publishedTwiceChanged() {
  const { author, path } = await published(new World())
  await author.put(path, { body: '<p>The second words.</p>', tags: [], summary: '' })
  await author.put(path, { title: 'As it is' })
  return { author, path }
}

test('every save of a published post is a version', async () => {
  const { author, path } = await publishedTwiceChanged()
  const { items, next_cursor } = (await author.get(`${path}/revisions`)).json
  expect(items).toMatchObject([
    { version: 3, title: 'As it is', current: true, status: 'approved' },
    { version: 2, title: 'As it was', current: false },
    { version: 1, title: 'As it was', current: false },
  ])
  expect(next_cursor).toBeNull()
})

test('a version has its content and the changes since', async () => {
  const { author, path } = await publishedTwiceChanged()
  const first = (await author.get(`${path}/revisions/1`)).json
  expect(first).toMatchObject({ ...WORDS, cover_url: null, current: false })
  expect(first.changes.map(({ field }: { field: string }) => field)).toEqual([
    'title',
    'tags',
    'summary',
    'body',
  ])
  expect(first.changes[3].changes).toEqual([
    { kind: 'same', text: 'The ' },
    { kind: 'removed', text: 'first' },
    { kind: 'added', text: 'second' },
    { kind: 'same', text: ' words.' },
  ])
  expect((await author.get(`${path}/revisions/3`)).json).toMatchObject({
    current: true,
    changes: [],
  })
})

test('a restored version is a new version with the old words, and the page shows the version that it replaced', async () => {
  const { author, path } = await publishedTwiceChanged()
  const restored = (await author.post(`${path}/revisions/1/restore`, { version: 3 })).json
  expect(restored).toMatchObject({ ...WORDS, version: 4, status: 'approved' })
  expect(await versions(author, path)).toEqual([4, 3, 2, 1])
  const page = (await author.get(`/studio/posts/${restored.id}/revisions?version=3`)).text
  for (const words of ['Changes since version 3', 'Restore this version', '<del>', '<ins>'])
    expect(page).toContain(words)
})

test('the automatic saves of a draft within ten minutes are one version', async ({
  world,
  writer,
}) => {
  const { id } = (await writer.post('/api/studio/posts', { title: 'H', draft: true })).json
  const path = `/api/studio/posts/${id}`
  for (const title of ['He', 'Hel', 'Hell', 'Hello']) await writer.put(path, { title })
  expect(await versions(writer, path)).toEqual([5])
  expect((await writer.get(`/studio/posts/${id}/revisions`)).text).toContain(
    'No earlier versions yet',
  )
  world.wait(VERSION_EVERY)
  const back = await world.visitor().signIn(writer.user)
  for (const title of ['Hello w', 'Hello world']) await back.put(path, { title })
  expect(await versions(back, path)).toEqual([7, 5])
  // A restore keeps the replaced content as a version, even within ten minutes.
  expect((await back.post(`${path}/revisions/5/restore`)).json).toMatchObject({
    title: 'Hello',
    version: 8,
  })
  expect(await versions(back, path)).toEqual([8, 7, 5])
  expect((await back.post(`${path}/revisions/8/restore`)).json).toMatchObject({
    title: 'Hello',
    version: 8,
  })
})

test('a long editing session keeps a version every ten minutes', async ({ world, writer }) => {
  const { id } = (await writer.post('/api/studio/posts', { title: '0', draft: true })).json
  const path = `/api/studio/posts/${id}`
  for (let minutes = 4; minutes <= 24; minutes += 4) {
    world.wait(4 * MINUTE)
    await writer.signIn(writer.user)
    await writer.put(path, { title: String(minutes) })
  }
  const { items } = (await writer.get(`${path}/revisions`)).json
  expect(items.map(({ title }: { title: string }) => title)).toEqual(['24', '16', '8'])
})

test('the last 50 versions of a post are kept and listed in pages', async ({ world }) => {
  const { author, path, id } = await published(world)
  await author.put(path, { title: 'Title 2' })
  await repeatRevision(world, id, 1, REVISIONS_MAX + 2)
  for (const title of ['Last but one', 'Last'])
    expect((await author.put(path, { title })).status).toBe(200)
  const all = await versions(author, path)
  expect([all.length, all[0], all.at(-1)]).toEqual([REVISIONS_MAX, REVISIONS_MAX + 5, 6])
  expect((await author.get(`${path}/revisions/5`)).status).toBe(404)
  const first = (await author.get(`${path}/revisions?limit=49`)).json
  const last = (await author.get(`${path}/revisions?limit=49&cursor=${first.next_cursor}`)).json
  expect(last.items.map(({ version }: { version: number }) => version)).toEqual([6])
})

test('the versions of a post of another author respond with 404', async ({ world }) => {
  const { author, path, id } = await published(world)
  const { path: other } = await published(world)
  await author.put(path, { title: 'Twice' })
  await author.put(path, { title: 'Thrice' })
  const stranger = await world.member({ level: 1, role: 'admin' })
  const mine = (await stranger.post('/api/studio/posts', WORDS)).json.id
  for (const refused of [
    await stranger.get(`${path}/revisions`),
    await stranger.get(`${path}/revisions/2`),
    await stranger.post(`${path}/revisions/2/restore`),
    await stranger.post(`/api/studio/posts/${mine}/revisions/2/restore`),
    await author.post(`${other}/revisions/1/restore`),
    await author.post(`${path}/revisions/9/restore`),
    await stranger.get(`/studio/posts/${id}/revisions`),
    await author.get(`/studio/posts/${id}/revisions?version=9`),
  ]) {
    expect(refused.status).toBe(404)
  }
  expect((await author.post(`${path}/revisions/0/restore`)).status).toBe(400)
})

test('restoring a version follows the rules of an edit', async ({ world }) => {
  const { author, path, id } = await published(world)
  await author.put(path, { title: 'Twice' })
  expect((await author.post(`${path}/revisions/1/restore`, { version: 1 })).json.error.code).toBe(
    'version_conflict',
  )
  const lock = sql`UPDATE posts SET version = 3, status = 'locked', locked_from = 'approved' WHERE id = ${id}`
  await world.db.batch([lock])
  expect((await author.post(`${path}/revisions/1/restore`)).json.error.code).toBe(
    'post_not_editable',
  )
  expect((await author.get(`/studio/posts/${id}/revisions`)).text).toContain('cannot be restored')
})

test('an image that is only in an earlier version of a post is kept as long as that version', async ({
  world,
}) => {
  const { author, path, id } = await published(world)
  const [gone, current] = [crypto.randomUUID(), crypto.randomUUID()].map((key) => `${key}.png`)
  const showing = (...keys: (string | undefined)[]) => ({
    body: `<p>Look</p>${keys.map((key) => `<img src="/images/${key}">`).join('')}`,
  })
  const shown = async () => {
    const keys = await world.db.all(sql<{ key: string }>`
      SELECT images.key FROM (
        SELECT 0 AS id, ${gone} AS key, ${author.user.uid} AS user_id UNION SELECT 0, ${current}, ${author.user.uid}) images
      WHERE ${isInUse}`)
    return keys.map(({ key }) => key)
  }
  await author.put(path, showing(gone, current))
  await author.put(path, showing(current))
  await author.put(path, { title: 'Without it' })
  await repeatRevision(world, id, 3, REVISIONS_MAX)
  expect((await shown()).length).toBe(2)
  await author.put(path, { title: 'One more' })
  expect(await shown()).toEqual([current])
  // A post in the bin keeps its images, because it can be restored.
  await author.delete(path)
  expect(await shown()).toEqual([current])
  await eraseFromBin(world.db, after(world.now, BIN_DAYS * DAY))
  expect(await shown()).toEqual([])
  expect(await world.db.all(sql`SELECT 1 FROM post_revisions WHERE post_id = ${id}`)).toEqual([])
})

test('the long text of a version is compressed and restored unchanged', async ({ world }) => {
  const { author, path, id } = await published(world)
  const body = `<p>${'能量与评论, energy and comments. '.repeat(5000)}</p>`
  await author.put(path, { body })
  await author.put(path, { body: '<p>Short.</p>' })
  const [row] = await world.db.all(sql<{ size: number }>`
    SELECT length(content) AS size FROM post_revisions WHERE post_id = ${id} AND version = 2`)
  expect(row?.size).toBeLessThan(body.length / 20)
  expect((await author.get(`${path}/revisions/2`)).json.body).toBe(body)
})

test('versions of a post are in the export and are erased with the account', async ({ world }) => {
  const { author, path, id } = await published(world)
  await author.put(path, { title: 'Twice' })
  const { post_revisions } = (await author.get('/api/settings/export')).json
  const content = { title: 'As it was', summary: 'In short' }
  expect(post_revisions).toMatchObject([{ post_id: id, version: 1, content }])
  await world.db.batch([
    sql`UPDATE users SET purge_at = ${world.now.toISOString()} WHERE uid = ${author.user.uid}`,
  ])
  await runOnly(['erase deleted accounts'], world.env, new Date(world.now.getTime() + DAY))
  expect(await world.db.all(sql`SELECT 1 FROM post_revisions WHERE post_id = ${id}`)).toEqual([])
})
