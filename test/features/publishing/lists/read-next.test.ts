import { sql } from 'drizzle-orm'
import { Meter, openDb } from '#db/client.ts'
import type { User } from '#db/schema/core.ts'
import type { PostRow } from '#db/schema/publishing.ts'
import { digestAll } from '#features/core/notifications/like-digest.ts'
import { SUGGESTED_PER_RUN, sumUp } from '#features/publishing/lists/hot-rank.ts'
import { roundTrips, rowsRead } from '#test/cost.ts'
import { expect, test } from '#test/test.ts'
import { World } from '#test/world.ts'

/** A tag that no other test uses. */
const fresh = () => crypto.randomUUID().slice(0, 8)

test('"Read next" suggests posts that at least two readers of a post also liked or saved', async ({
  world,
  user,
}) => {
  const [read, shared, saved, lonely] = await posts(world, 4)
  const readers = await manyUsers(world, 3)
  await like(world, readers, read.id)
  await like(world, readers.slice(1), shared.id)
  await save(world, readers, saved.id)
  await like(world, readers.slice(0, 1), lonely.id)
  // Many users like `popular`, so shared likes of it count less.
  const [popular] = await posts(world, 1)
  await like(world, [...(await manyUsers(world, 20)), ...readers], popular.id)
  expect(await storedIds(world, read)).toBeNull()
  await sumUp(world.db)
  expect(await storedIds(world, read)).toEqual([saved.id, shared.id, popular.id])
  expect((await next(world, read)).slice(0, 3)).toEqual([saved.id, shared.id, popular.id])
  // The suggestions are computed again only when the post gets a new like.
  await world.db.batch([
    sql`DELETE FROM post_likes WHERE user_id = ${readers[1]?.uid ?? 0} AND post_id <> ${read.id}`,
  ])
  await sumUp(world.db)
  expect(await storedIds(world, read)).toEqual([saved.id, shared.id, popular.id])
  await like(world, [user], read.id)
  await sumUp(world.db)
  expect(await storedIds(world, read)).toEqual([saved.id, popular.id])
})

test('after shared likes, "Read next" lists posts by tags, language, author and hot rank', async ({
  world,
}) => {
  const [one, other] = [fresh(), fresh()]
  const [author, stranger] = (await world.users([{}, {}])) as [User, User]
  const write = (facts: object) => world.post({ author: stranger, title: 'In English', ...facts })
  const own = await write({ author })
  // The page links it as the previous post of the author.
  const previous = await write({ author })
  const read = await write({ author, tags: [one, other] })
  expect(await next(world, read)).toContain(own.id)
  const chinese = await write({ title: '一篇中文的文章', tags: [one, other] })
  const [less, more] = [await write({ tags: [other] }), await write({ tags: [other, one] })]
  const draft = await write({ tags: [one, other], status: 'draft' })
  const found = await next(world, read)
  expect(found.slice(0, 3)).toEqual([more.id, less.id, own.id])
  expect(found).toHaveLength(4)
  for (const { id } of [read, previous, chinese, draft]) expect(found).not.toContain(id)
})

test('"Read next" suggestions exclude posts that are not public and posts by blocked authors', async ({
  world,
}) => {
  const tag = fresh()
  const authors = await manyUsers(world, 3)
  const [read, locked, unwanted] = await world.posts(
    authors.map((author) => ({ author, tags: [tag] })),
  )
  if (!read || !locked || !unwanted) throw new Error('no posts')
  await world.db.batch([
    sql`INSERT INTO read_next (post_id, ids) VALUES (${read.id}, ${`[${locked.id},${unwanted.id}]`})`,
  ])
  expect((await next(world, read)).slice(0, 2)).toEqual([locked.id, unwanted.id])
  const admin = await world.member({ role: 'admin' })
  await admin.post(`/api/admin/posts/${locked.id}/lock`, { reason: 'for the test' })
  expect(await next(world, read)).not.toContain(locked.id)
  const reader = await world.member()
  await reader.post(`/api/users/${authors[2]?.uid}/block`)
  expect(idsIn((await reader.get(`/posts/${read.id}`)).text)).not.toContain(unwanted.id)
  expect(await next(world, read)).toContain(unwanted.id)
  await admin.delete(`/api/admin/posts/${read.id}`, { json: { reason: 'for the test' } })
  expect(await storedIds(world, read)).toBeNull()
})

test('"Read next" suggestions read at most 30 rows, however many posts share the tags', async ({
  world,
}) => {
  const tags = [fresh(), fresh(), fresh()]
  const author = await world.user()
  const authors = await manyUsers(world, 40)
  await world.posts(authors.map((other) => ({ author: other, tags })))
  const read = await world.post({ author, tags })
  const response = await world.visitor().get(`/posts/${read.id}`)
  expect(idsIn(response.text)).toHaveLength(4)
  expect(roundTrips(response)).toBe(1)
  expect(rowsRead(response)).toBeLessThanOrEqual(30)
  const me = await world.member()
  const draft = await world.post({ author: me.user, status: 'draft' })
  expect((await me.get(`/posts/${draft.id}`)).text).not.toContain('Read next')
})

async function posts(world: World, count: number) {
  const authors = await manyUsers(world, count)
  return (await world.posts(authors.map((author) => ({ author })))) as [
    PostRow,
    PostRow,
    PostRow,
    PostRow,
  ]
}

const like = (world: World, readers: User[], ...posts: number[]) =>
  take(world, 'post_likes', readers, posts)
const save = (world: World, readers: User[], ...posts: number[]) =>
  take(world, 'favorites', readers, posts)

function take(world: World, table: 'post_likes' | 'favorites', readers: User[], posts: number[]) {
  const into =
    table === 'favorites'
      ? sql`favorites (folders, user_id, post_id, created_at) SELECT 1,`
      : sql`post_likes (user_id, post_id, created_at) SELECT`
  const rows = sql`value, ${world.now.toISOString()} FROM json_each(${JSON.stringify(posts)})`
  return world.db.batch(readers.map(({ uid }) => sql`INSERT INTO ${into} ${uid}, ${rows}`))
}

const manyUsers = (world: World, count: number) => world.users(Array(count).fill({}))

async function storedIds(world: World, { id }: PostRow): Promise<number[] | null> {
  const row = await world.db.first(
    sql<{ ids: string }>`SELECT ids FROM read_next WHERE post_id = ${id}`,
  )
  return row ? JSON.parse(row.ids) : null
}

/** The suggestions that a visitor sees below the post, after the cache expired. */
async function next(world: World, { id }: PostRow): Promise<number[]> {
  world.wait(120_000)
  return idsIn((await world.visitor().get(`/posts/${id}`)).text)
}

function idsIn(html: string): number[] {
  const [, list = ''] =
    /<nav class="neighbours" aria-labelledby="read-next">(.*?)<\/nav>/s.exec(html) ?? []
  return [...list.matchAll(/href="\/posts\/(\d+)"/g)].map(([, id]) => Number(id))
}

/**
 * Upper limit of rows read to compute the suggestions of one post: 24 readers, 16 posts of each,
 * read a few times.
 */
const ROWS_PER_CHOICE = 2_000
/** Rows to sum up one day of a post: its rank, its sums and the sums of its author. */
const ROWS_PER_DAY = 40

test('a cron run that computes "Read next" reads a limited number of rows and posts', async ({
  world,
}) => {
  const count = SUGGESTED_PER_RUN + 10
  const posts = await manyPosts(world, count)
  await sumUp(world.db)
  // Every user likes or saves every post, which is the most expensive case.
  await like(world, await manyUsers(world, 12), ...posts)
  await save(world, await manyUsers(world, 12), ...posts.slice(0, 30))
  const meter = new Meter()
  await sumUp(openDb(world.env.DB, meter))
  expect(await chosenOf(world, posts)).toBe(SUGGESTED_PER_RUN)
  expect(meter.rowsRead).toBeLessThanOrEqual(
    SUGGESTED_PER_RUN * ROWS_PER_CHOICE + count * ROWS_PER_DAY,
  )
})

test('"Read next" of a post with many likes is computed again after each third like', async ({
  world,
}) => {
  const posts = await manyPosts(world, 3)
  const likes = async (times: number) => {
    await like(world, await manyUsers(world, times), ...posts)
    await sumUp(world.db)
    const chosen = await chosenOf(world, posts)
    await world.db.batch([sql`DELETE FROM read_next`])
    return chosen
  }
  expect([await likes(1), await likes(1)]).toEqual([0, 3])
  expect(await likes(10)).toBe(3)
  expect([await likes(1), await likes(1), await likes(1)]).toEqual([0, 0, 3])
})

async function manyPosts(world: World, count: number): Promise<number[]> {
  const author = await world.user()
  return (await world.posts(Array.from({ length: count }, () => ({ author })))).map(({ id }) => id)
}

async function chosenOf(world: World, posts: number[]): Promise<number> {
  const row = await world.db.first(sql<{ count: number }>`
    SELECT COUNT(*) AS count FROM read_next WHERE post_id IN (SELECT value FROM json_each(${JSON.stringify(posts)}))`)
  return row?.count ?? 0
}

test('summing up changes the hot rank of a post and its tags after likes and dislikes', async () => {
  const { world, author, post, reader, ranks } = await setUp()
  const published = await ranks()
  await reader.post(`/api/posts/${post.id}/like`)
  expect(await ranks()).toEqual(published)
  await sumUp(world.db)
  const liked = await ranks()
  expect(liked.post).toBeGreaterThan(published.post)
  expect(liked.tag).toBe(liked.post)
  await digestAll(world.db, world.now)
  await sumUp(world.db)
  await reader.post(`/api/posts/${post.id}/dislike`)
  await sumUp(world.db)
  expect(await ranks()).toEqual(published)
  expect((await author.get('/api/studio/overview')).json.likes).toBe(0)
})

test('authors see the same figures before and after summing up', async ({
  world,
  author,
  reader,
  post,
}) => {
  const { id } = (await reader.post(`/api/posts/${post.id}/comments`, { body: 'A word.' })).json
  for (const act of ['like', 'favorite']) await reader.post(`/api/posts/${post.id}/${act}`)
  await reader.post('/api/energy/energize', { post_id: post.id, form: 'heavy' })
  const before = await figures(author)
  expect(before.overview).toMatchObject({ likes: 1, comments: 1, favorites: 1, energy: 2 })
  await sumUp(world.db)
  expect(await figures(author)).toEqual(before)
  await reader.delete(`/api/comments/${id}`)
  expect((await figures(author)).overview).toMatchObject({
    likes: 1,
    comments: 0,
    favorites: 1,
    energy: 2,
  })
  await sumUp(world.db)
  expect((await figures(author)).overview).toMatchObject({
    likes: 1,
    comments: 0,
    favorites: 1,
    energy: 2,
  })
})

test('a day is summed up once and stays fresh until its likes are in a digest', async ({
  world,
  reader,
  post,
}) => {
  await digestAll(world.db, world.now)
  await sumUp(world.db)
  await reader.post(`/api/posts/${post.id}/like`)
  expect([await sumUp(world.db), await digestAll(world.db, world.now)]).toEqual([1, 1])
  expect([await sumUp(world.db), await sumUp(world.db)]).toEqual([1, 0])
})

async function setUp() {
  const world = new World()
  const [author, reader] = await world.members([{ level: 2 }, { level: 4 }])
  for (const person of [author, reader]) await person.get('/api/level/info')
  const post = await world.post({ author: author.user, tags: ['slices'] })
  const ranks = async () => {
    const found = await world.db.first(sql<{ post: number; tag: number }>`
      SELECT p.hot AS post, t.hot AS tag FROM posts p JOIN post_tags t ON t.post_id = p.id WHERE p.id = ${post.id}`)
    return found ?? { post: 0, tag: 0 }
  }
  return { world, author, reader, post, ranks }
}

type Reading = { get(path: string): Promise<{ json: unknown; text: string }> }

async function figures(author: Reading) {
  const [overview, trends] = [
    await author.get('/api/studio/overview'),
    await author.get('/api/studio/trends?range=7d'),
  ]
  const { text } = await author.get('/studio/analytics')
  return {
    overview: overview.json,
    trends: trends.json,
    top: text.match(/class="top-post[\s\S]*?<\/li>/g),
  }
}
