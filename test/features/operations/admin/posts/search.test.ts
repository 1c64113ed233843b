import { sql } from 'drizzle-orm'
import { beginReindex } from '#features/publishing/search/fts/scans.ts'
import { indexNow, repairNow } from '#test/search-queue.ts'
import { expect, test } from '#test/test.ts'
import { type Client, World } from '#test/world.ts'
import { idsIn } from '../support.ts'

/** An author with a draft, a post that waits for a review, and a locked post. */
async function postsOfAuthor(world: World, admin: Client) {
  await world.setting('audit.enabled', true)
  const author = await world.member({ level: 1 })
  const word = `quux${crypto.randomUUID().slice(0, 8)}`
  const write = async (title: string) =>
    (await author.post('/api/studio/posts', { title, body: `<p>${word} 量子纠缠</p>` })).json
      .id as number
  const [draft, pending, locked] = [
    await write(`draft ${word}`),
    await write('waits'),
    await write('locked'),
  ]
  for (const id of [pending, locked]) await author.post(`/api/studio/posts/${id}/submit`)
  await admin.post(`/api/admin/posts/${locked}/lock`, { reason: 'no' })
  const find = async (query: string) => idsIn(await admin.get(`/api/admin/posts?${query}`))
  return { uid: author.user.uid, word, draft, pending, locked, find }
}

test('an admin finds posts of every status by words, also within the posts of an author', async ({
  world,
  admin,
}) => {
  const { uid, word, draft, pending, locked, find } = await postsOfAuthor(world, admin)
  expect(await find(`q=${word}`)).toEqual([locked, pending, draft])
  expect(await find(`q=${encodeURIComponent('纠缠')}&author=${uid}`)).toEqual([locked, pending])
})

test('the status filter of the admin search follows the decisions of admins, and visitors find only the approved post', async ({
  world,
  admin,
}) => {
  const { word, draft, pending, find } = await postsOfAuthor(world, admin)
  expect(await find(`q=${word}&status=draft`)).toEqual([draft])
  expect(await find(`q=${word}&status=pending`)).toEqual([pending])
  await admin.post(`/api/admin/posts/${pending}/approve`)
  expect(await find(`q=${word}&status=pending`)).toEqual([])
  expect(await find(`q=${word}&status=approved`)).toEqual([pending])
  expect((await world.visitor().get(`/api/posts?q=${word}`)).json.items).toHaveLength(1)
})

test('an admin finds a post by its id, with or without a number sign', async ({ world, admin }) => {
  const { draft, locked, find } = await postsOfAuthor(world, admin)
  expect(await find(`q=${draft}`)).toContain(draft)
  expect(await find(`q=%23${locked}`)).toContain(locked)
})

test('an admin finds the posts of an author by the uid, page by page', async ({ world, admin }) => {
  const { uid, draft, pending, locked, find } = await postsOfAuthor(world, admin)
  expect(await find(`q=${uid}`)).toEqual([locked, pending, draft])
  const first = await admin.get(`/api/admin/posts?q=${uid}&limit=2`)
  expect(await find(`q=${uid}&limit=2&cursor=${first.json.next_cursor}`)).toEqual([draft])
})

test('the admin search does not find a deleted post', async ({ world, admin }) => {
  const { word, draft, pending, locked, find } = await postsOfAuthor(world, admin)
  await admin.delete(`/api/admin/posts/${locked}`)
  expect(await find(`q=${word}`)).toEqual([pending, draft])
})

test('the cron repairs the search index of hidden posts as it does for public posts', async ({
  world,
  admin,
}) => {
  const author = await world.user()
  const word = `corge${Date.now()}`
  const post = await world.post({ author, status: 'pending', title: word })
  const find = async () => idsIn(await admin.get(`/api/admin/posts?q=${word}`))
  expect(await find()).toEqual([])
  await beginReindex(world.search, 'posts')
  await repairNow(world)
  expect(await find()).toEqual([post.id])
  await world.db.batch([
    sql`UPDATE posts SET status = 'draft', title = 'Mine again', version = 2 WHERE id = ${post.id}`,
  ])
  await repairNow(world)
  expect([await find(), await entryOf(world, post.id)]).toEqual([
    [],
    { title: 'mine again', tags: '', body: '' },
  ])
  await world.db.batch([
    sql`UPDATE posts SET deleted_at = ${world.now.toISOString()}, version = 3 WHERE id = ${post.id}`,
  ])
  await repairNow(world)
  expect(await entryOf(world, post.id)).toBeNull()
})

test('a draft is found only in the admin search, and only by its current title', async ({
  world,
  admin,
}) => {
  const author = await world.member({ level: 1 })
  const [before, after, secret] = ['waldo', 'fred', 'plugh'].map((word) => `${word}${Date.now()}`)
  const draft = { title: before, body: `<p>${secret}</p>`, tags: [secret], draft: true }
  const { id } = (await author.post('/api/studio/posts', draft)).json
  const find = async (q = '') => idsIn(await admin.get(`/api/admin/posts?q=${q}`))
  expect([await find(before), await find(secret)]).toEqual([[id], []])
  await author.put(`/api/studio/posts/${id}`, { title: after })
  expect([await find(before), await find(after)]).toEqual([[], [id]])
  for (const who of [world.visitor(), author, admin]) {
    expect((await who.get(`/api/posts?q=${after}`)).json.items).toEqual([])
  }
  await author.delete(`/api/studio/posts/${id}`)
  expect([await find(after), await entryOf(world, id)]).toEqual([[], null])
})

const taken = {
  rejected: (author: Client, id: number) =>
    author.put(`/api/studio/posts/${id}`, { body: '<p>Other words</p>' }),
  pending: (author: Client, id: number) => author.post(`/api/studio/posts/${id}/withdraw`),
}

test.each(['rejected', 'pending'] as const)(
  'the body of a %s post leaves the index when the post becomes a draft again',
  async (status) => {
    const world = new World()
    await world.setting('audit.enabled', true)
    const author = await world.member({ level: 1 })
    const post = await world.post({ author: author.user, status, reason: 'no', title: 'Garply' })
    await indexNow(world, post.id)
    expect((await entryOf(world, post.id))?.body).not.toBe('')
    expect((await taken[status](author, post.id)).json.status).toBe('draft')
    expect(await entryOf(world, post.id)).toEqual({ title: 'garply', tags: '', body: '' })
  },
)

test('saving the body of a draft leaves the index alone', async ({ world, beginner: author }) => {
  const { id } = (
    await author.post('/api/studio/posts', { title: 'Xyzzy', body: '<p>One</p>', draft: true })
  ).json
  await world.search.batch([
    sql`DELETE FROM hidden_words WHERE rowid = ${id}`,
    sql`INSERT INTO hidden_words (rowid, body) VALUES (${id}, 'untouched')`,
  ])
  await author.put(`/api/studio/posts/${id}`, { body: '<p>Two</p>' })
  expect((await entryOf(world, id))?.body).toBe('untouched')
  expect(await world.db.all(sql`SELECT 1 FROM search_queue WHERE post_id = ${id}`)).toEqual([])
  await repairNow(world)
  expect((await entryOf(world, id))?.body).toBe('untouched')
})

/** The words of an index entry, rebuilt from the token positions: the index is contentless. */
async function entryOf({ search }: World, id: number): Promise<Record<string, string> | null> {
  const words = await search.all(sql<{ term: string; col: string }>`
    SELECT term, col FROM hidden_vocabulary WHERE doc = ${id} AND col <> 'marks' ORDER BY offset`)
  const known = await search.first(sql`SELECT 1 FROM hidden_entries WHERE post_id = ${id}`)
  if (known === null && words.length === 0) return null
  const inColumn = (name: string) =>
    words.flatMap(({ term, col }) => (col === name ? [term] : [])).join(' ')
  return { title: inColumn('title'), tags: inColumn('tags'), body: inColumn('body') }
}
