import { sql } from 'drizzle-orm'
import {
  indexPost,
  type SearchablePost,
  unindexPost,
} from '#features/publishing/search/fts/post-index.ts'
import { beginReindex, mergeSegments } from '#features/publishing/search/fts/scans.ts'
import { after, DAY } from '#kernel/clock.ts'
import { wordsOf } from '#kernel/search/words.ts'
import { runOnly } from '#test/cron.ts'
import { repairNow } from '#test/search-queue.ts'
import { expect } from '#test/test.ts'
import type { World } from '#test/world.ts'
import { found, freshWord, publish, test } from './posts.ts'

/** An index entry without a post. */
function unwritten(post: Pick<SearchablePost, 'id' | 'version' | 'title'>): SearchablePost {
  const words = wordsOf({ title: post.title, tags: [], body: '' })
  const digest = crypto.randomUUID()
  return { ...post, ...UNWRITTEN, tags: [], words, digest }
}

const UNWRITTEN = {
  author_id: 1,
  status: 'approved',
  language: 'en',
  published_at: null,
} as const

async function indexed(world: World, id: number): Promise<number | null> {
  const row = await world.search.first(
    sql<{ version: number }>`SELECT version FROM public_texts WHERE post_id = ${id}`,
  )
  return row?.version ?? null
}

test('the search index follows a publication, an edit, a lock, an unlock and a deletion immediately', async ({
  world,
  writer,
}) => {
  const [before, after] = [freshWord(), freshWord()]
  const admin = await world.member({ role: 'admin' })
  const visitor = world.visitor()
  const { id } = (
    await writer.post('/api/studio/posts', { title: before, body: '<p>x</p>', draft: true })
  ).json
  expect([await found(visitor, before), await indexed(world, id)]).toEqual([[], null])
  await writer.post(`/api/studio/posts/${id}/submit`)
  expect(await found(visitor, before)).toEqual([id])
  await writer.put(`/api/studio/posts/${id}`, { title: after })
  expect([await found(visitor, before), await found(visitor, after)]).toEqual([[], [id]])
  await admin.post(`/api/admin/posts/${id}/lock`, { reason: 'spam' })
  expect([await found(visitor, after), await indexed(world, id)]).toEqual([[], null])
  await admin.post(`/api/admin/posts/${id}/unlock`, {})
  expect(await found(visitor, after)).toEqual([id])
  await writer.delete(`/api/studio/posts/${id}`)
  expect([await found(visitor, after), await indexed(world, id)]).toEqual([[], null])
})

test.for(['', '&sort=new', '&sort=hot'])(
  'a search with "%s" on a stale index never shows a locked or deleted post',
  async (sort, { world, writer, word }) => {
    const [locked, deleted, open] = [
      await publish(writer, { title: word }),
      await publish(writer, { title: word }),
      await publish(writer, { title: word }),
    ]
    await world.db.batch([
      sql`UPDATE posts SET status = 'locked', locked_from = 'approved', version = version + 1 WHERE id = ${locked}`,
      sql`UPDATE posts SET deleted_at = ${world.now.toISOString()}, version = version + 1 WHERE id = ${deleted}`,
    ])
    expect([await indexed(world, locked), await indexed(world, deleted)]).toEqual([1, 1])
    expect(await found(world.visitor(), word, sort)).toEqual([open])
    const { text } = await world.visitor().get(`/search?q=${word}`)
    expect(text.match(/href="\/posts\/(\d+)"/g)).toEqual([`href="/posts/${open}"`])
  },
)

test('a late update of the index does not overwrite a newer version of the post', async ({
  world,
}) => {
  const { search } = world
  const [older, newer] = [freshWord(), freshWord()]
  const id = 900_001
  await search.batch(indexPost(unwritten({ id, version: 3, title: newer })))
  await search.batch(indexPost(unwritten({ id, version: 2, title: older })))
  await search.batch(unindexPost({ id, version: 2 }))
  const titles = (word: string) =>
    search.all(sql`SELECT rowid FROM post_words WHERE post_words MATCH ${`"${word}"`}`)
  expect([
    (await titles(older)).length,
    (await titles(newer)).length,
    await indexed(world, id),
  ]).toEqual([0, 1, 3])
  await search.batch(unindexPost({ id, version: 4 }))
  expect([(await titles(newer)).length, await indexed(world, id)]).toEqual([0, null])
})

test('the cron repairs entries of the index that are missing, wrong, too new or not public', async ({
  world,
  writer,
  word,
}) => {
  const { search } = world
  const ids: number[] = []
  for (let n = 0; n < 5; n++) ids.push(await publish(writer, { title: `${word} ${n}` }))
  const [missing = 0, outdated = 0, future = 0, gone = 0, right = 0] = ids
  const ghost = unwritten({ id: 999_999, version: 7, title: word })
  await search.batch([
    ...unindexPost({ id: missing, version: 9 }),
    sql`UPDATE public_texts SET version = 0, title = 'old' WHERE post_id = ${outdated}`,
    sql`UPDATE public_texts SET version = 99, title = 'new' WHERE post_id = ${future}`,
    ...indexPost(ghost),
  ])
  await world.db.batch([
    sql`UPDATE posts SET status = 'locked', locked_from = 'approved', version = version + 1 WHERE id = ${gone}`,
  ])
  await runOnly(['repair the search index'], world.env, world.now)
  const state = async (id: number) => indexed(world, id)
  expect(await Promise.all([missing, outdated, future, right].map(state))).toEqual([1, 1, 1, 1])
  expect(await Promise.all([gone, ghost.id].map(state))).toEqual([null, null])
  expect((await found(world.visitor(), word)).toSorted()).toEqual(
    [missing, outdated, future, right].toSorted(),
  )
  expect(await repairNow(world)).toEqual({ repaired: 0, indexed: 0, isThrough: true })
})

test('rebuilding the search index keeps it searchable', async ({ world, writer, word }) => {
  const { search } = world
  const id = await publish(writer, { title: word })
  const title = () =>
    search.first(sql<{ title: string }>`SELECT title FROM public_texts WHERE post_id = ${id}`)
  await search.batch([
    sql`UPDATE public_texts SET title = 'of an older index' WHERE post_id = ${id}`,
  ])
  await repairNow(world)
  expect(await title()).toEqual({ title: 'of an older index' })
  await beginReindex(search, 'posts')
  expect(await found(world.visitor(), word)).toEqual([id])
  expect((await repairNow(world)).isThrough).toBe(true)
  expect([await found(world.visitor(), word), await indexed(world, id)]).toEqual([[id], 1])
  expect(await title()).toEqual({ title: word })
  expect(await repairNow(world)).toEqual({ repaired: 0, indexed: 0, isThrough: true })
})

async function segmentsOf(world: World): Promise<number> {
  const rows = await world.search.all(sql`SELECT DISTINCT segid FROM post_words_idx`)
  return rows.length
}

test('the cron merges index segments once a day without changing results', async ({
  world,
  writer,
  word,
}) => {
  const ids: number[] = []
  const publishThree = async () => {
    for (let n = 0; n < 3; n++) ids.unshift(await publish(writer, { title: `${word} ${n}` }))
  }
  await publishThree()
  await writer.delete(`/api/studio/posts/${ids.pop()}`)
  expect(await segmentsOf(world)).toBeGreaterThan(1)
  const tomorrow = after(world.now, DAY)
  await runOnly(['merge the search index'], world.env, tomorrow)
  expect([await segmentsOf(world), await found(world.visitor(), word)]).toEqual([1, ids])
  await publishThree()
  const before = await segmentsOf(world)
  await runOnly(['merge the search index'], world.env, tomorrow)
  expect(await segmentsOf(world)).toBe(before)
  await runOnly(['merge the search index'], world.env, after(tomorrow, DAY))
  expect([await segmentsOf(world), await found(world.visitor(), word)]).toEqual([1, ids])
})

test('the daily merge removes the words of deleted posts and comments from the files of the indexes', async ({
  world,
  writer,
}) => {
  // FTS5 stores only the end of a word that begins like the word before.
  const [post, draft, comment] = [1, 2, 3].map(() =>
    [...crypto.randomUUID().replaceAll('-', '')].toReversed().join(''),
  )
  const id = await publish(writer, { title: `One ${post}` })
  const other = await publish(writer, { title: 'Another' })
  const { json: hidden } = await writer.post('/api/studio/posts', {
    title: draft,
    body: '<p>x</p>',
    draft: true,
  })
  const { json: said } = await writer.post(`/api/posts/${other}/comments`, { body: comment })
  const words = [post, draft, comment].map((word = '') => word.slice(4))
  await expect.poll(() => wordsInFiles(world, words)).toEqual([true, true, true])
  await writer.delete(`/api/studio/posts/${id}`)
  await writer.delete(`/api/studio/posts/${hidden.id}`)
  await writer.delete(`/api/comments/${said.id}`)
  await runOnly(['merge the search index'], world.env, after(world.now, 5 * DAY))
  await expect.poll(() => wordsInFiles(world, words)).toEqual([false, false, false])
})

/** Whether the shadow tables of FTS5 contain the words. */
async function wordsInFiles(world: World, words: string[]): Promise<boolean[]> {
  const tables = ['post_words', 'hidden_words', 'comment_words']
  const rows = await Promise.all(
    tables.map((table) =>
      world.search.all(
        sql<{ block: string }>`SELECT hex(block) AS block FROM ${sql.raw(`${table}_data`)}`,
      ),
    ),
  )
  const hex = (word: string) =>
    Array.from(new TextEncoder().encode(word), (byte) => byte.toString(16).padStart(2, '0')).join(
      '',
    )
  return words.map((word) =>
    rows.flat().some(({ block }) => block.includes(hex(word).toUpperCase())),
  )
}

test('an index with too many pages for one day is merged in steps', async ({
  world,
  writer,
  word,
}) => {
  const ids = [
    await publish(writer, { title: word }),
    await publish(writer, { title: word }),
  ].reverse()
  const before = await segmentsOf(world)
  await mergeSegments(world.search, after(world.now, 3 * DAY), 1)
  expect(await segmentsOf(world)).toBeLessThan(before)
  expect(await found(world.visitor(), word)).toEqual(ids)
})

test('a post of maximum length is indexed completely', async ({ world, writer, word }) => {
  const id = await publish(writer, { body: `<p>${'词语'.repeat(90_000)} ${word} 末尾</p>` })
  expect(await found(world.visitor(), word)).toEqual([id])
  const { text } = await world.visitor().get(`/search?q=${encodeURIComponent(`${word} 末尾`)}`)
  expect(text).toContain(`<mark>${word}</mark> <mark>末尾</mark>`)
})
