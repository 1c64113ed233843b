import { sql } from 'drizzle-orm'
import {
  ALL_AT_ONCE,
  enqueue,
  indexChanges,
  type MakeWords,
  makeWordsHere,
} from '#features/publishing/search/queue.ts'
import { after, MINUTE } from '#kernel/clock.ts'
import { INDEXED_MAX, tokensOf } from '#kernel/search/tokens.ts'
import type { WordSource } from '#kernel/search/words.ts'
import { runOnly } from '#test/cron.ts'
import { indexNow, repairNow } from '#test/search-queue.ts'
import { expect } from '#test/test.ts'
import type { World } from '#test/world.ts'
import { found, freshWord, publish, test } from './posts.ts'

interface Row {
  post_id: number
  claim: string | null
  tries: number
  problem: string | null
}

function rowOf({ db }: World, id: number): Promise<Row | null> {
  return db.first(sql<Row>`
    SELECT post_id, claim, tries, problem FROM search_queue WHERE post_id = ${id}`)
}

/** Runs the queue, and returns the titles of the posts whose words were made, in this order. */
async function titlesMade(world: World, makeWords: MakeWords = makeWordsHere): Promise<string[]> {
  const titles: string[] = []
  const { db, search, now } = world
  await indexChanges(db, search, now, {
    ...ALL_AT_ONCE,
    makeWords: (source) => {
      titles.push(source.title)
      return makeWords(source)
    },
  })
  return titles
}

function edit({ db }: World, id: number, title: string): Promise<unknown> {
  return db.batch([sql`UPDATE posts SET title = ${title}, version = version + 1 WHERE id = ${id}`])
}

/** A body that is one turn of its own. */
const LONG_BODY = `<p>${'word '.repeat(5_000)}</p>`

test('twenty edits of a title make the words of the post once', async ({ world, word }) => {
  await indexNow(world)
  const { id } = await world.post({ author: await world.user(), body: LONG_BODY })
  for (let n = 1; n <= 20; n++) await edit(world, id, `${word} ${n}`)
  expect(await titlesMade(world)).toEqual([`${word} 20`])
  expect([await found(world.visitor(), word), await rowOf(world, id)]).toEqual([[id], null])
})

test.for(['<p>Short.</p>', LONG_BODY])(
  'a change that leaves the texts of a post alone does not rewrite its index entry',
  async (body, { world, word }) => {
    const { id } = await world.post({ author: await world.user(), title: word, body })
    await indexNow(world, id)
    // A rewritten entry would have the word again.
    await world.search.batch([sql`DELETE FROM post_words WHERE rowid = ${id}`])
    await world.db.batch([sql`UPDATE posts SET version = version + 1 WHERE id = ${id}`])
    expect(await rowOf(world, id)).toMatchObject({ post_id: id })
    await indexNow(world)
    expect([await rowOf(world, id), await found(world.visitor(), word)]).toEqual([null, []])
    const version = await world.search.first(
      sql`SELECT version FROM public_texts WHERE post_id = ${id}`,
    )
    expect(version).toEqual({ version: 2 })
    expect((await repairNow(world)).repaired).toBe(0)
  },
)

test('a turn indexes one long post, or several short ones', async ({ world }) => {
  await indexNow(world)
  const author = await world.user()
  const claimed = async () => {
    const row = await world.db.first(
      sql<{ n: number }>`SELECT COUNT(*) AS n FROM search_queue WHERE claim IS NOT NULL`,
    )
    return row?.n ?? 0
  }
  const sizes = async (body: string) => {
    const posts = await world.posts(Array.from({ length: 3 }, () => ({ author, body })))
    await world.db.batch([enqueue(posts.map(({ id }) => id))])
    const sizes: number[] = []
    await titlesMade(world, async (source) => {
      sizes.push(await claimed())
      return makeWordsHere(source)
    })
    return sizes
  }
  expect(await sizes(LONG_BODY)).toEqual([1, 1, 1])
  expect(await sizes('<p>Short.</p>')).toEqual([3, 3, 3])
})

test('a short post does not wait for many long posts of another author', async ({
  world,
  writer,
  word,
}) => {
  await indexNow(world)
  const flooder = await world.user()
  // Without World.posts, which removes the posts from the queue.
  await world.db.batch([
    sql`INSERT INTO posts (author_id, status, title, summary, body, created_at, updated_at, published_at)
        SELECT ${flooder.uid}, 'approved', 'flood ' || value, '', ${LONG_BODY}, ${world.now.toISOString()},
          ${world.now.toISOString()}, ${world.now.toISOString()} FROM json_each('[1,2,3,4,5]')`,
    sql`INSERT INTO posts (author_id, status, title, summary, body, created_at, updated_at, published_at)
        VALUES (${writer.user.uid}, 'approved', ${word}, '', 'x', ${world.now.toISOString()},
          ${world.now.toISOString()}, ${world.now.toISOString()})`,
  ])
  // The post whose turn it is stays first.
  expect((await titlesMade(world)).slice(0, 2)).toEqual(['flood 1', word])
})

test('a post that is too complex is indexed by its title, and does not block the queue', async ({
  world,
  word,
}) => {
  const [secret, author] = [freshWord(), await world.user()]
  const [bad, good] = await world.posts([
    { author, title: `${word} bad`, body: `<p>${secret}</p>` },
    { author, title: `${word} good` },
  ])
  await world.db.batch([enqueue([bad.id, good.id])])
  const refuse = async (source: WordSource) =>
    source.title.endsWith('bad') ? null : makeWordsHere(source)
  await titlesMade(world, refuse)
  const visitor = world.visitor()
  expect(await found(visitor, word)).toEqual([good.id, bad.id])
  expect(await found(visitor, secret)).toEqual([])
  expect(await rowOf(world, bad.id)).toMatchObject({ problem: 'too_complex', claim: null })
  expect(await titlesMade(world)).toEqual([])
  await edit(world, bad.id, `${word} better`)
  expect(await titlesMade(world)).toEqual([`${word} better`])
  // Another query, because the response to the one above is cached.
  expect(await found(visitor, `${word} ${secret}`)).toEqual([bad.id])
  expect(await rowOf(world, bad.id)).toBeNull()
})

test('posts of a killed run are indexed after their claim expires', async ({ world, word }) => {
  await indexNow(world)
  const { id } = await world.post({ author: await world.user(), title: word })
  await world.db.batch([enqueue([id])])
  const killed = titlesMade(world, () => Promise.reject(new Error('killed')))
  await expect(killed).rejects.toThrow('killed')
  expect(await titlesMade(world)).toEqual([])
  world.wait(MINUTE)
  expect(await titlesMade(world)).toEqual([word])
  expect(await found(world.visitor(), word)).toEqual([id])
})

test('a post that killed three runs is indexed without its text', async ({ world, word }) => {
  const secret = freshWord()
  const { id } = await world.post({
    author: await world.user(),
    title: word,
    body: `<p>${secret}</p>`,
  })
  await world.db.batch([
    enqueue([id]),
    sql`UPDATE search_queue SET tries = 3 WHERE post_id = ${id}`,
  ])
  expect(await titlesMade(world)).not.toContain(word)
  const visitor = world.visitor()
  expect([await found(visitor, word), await found(visitor, secret)]).toEqual([[id], []])
  expect(await rowOf(world, id)).toMatchObject({ problem: 'crashed' })
})

test('a post that changes while it is indexed is indexed again', async ({ world, word }) => {
  await indexNow(world)
  const { id } = await world.post({ author: await world.user(), title: `${word} 1` })
  await world.db.batch([enqueue([id])])
  const titles = await titlesMade(world, async (source) => {
    if (source.title === `${word} 1`) await edit(world, id, `${word} 2`)
    return makeWordsHere(source)
  })
  expect(titles).toEqual([`${word} 1`, `${word} 2`])
  const title = await world.search.first(sql`SELECT title FROM public_texts WHERE post_id = ${id}`)
  expect([title, await rowOf(world, id)]).toEqual([{ title: `${word} 2` }, null])
})

test('two runs at the same time index each post once', async ({ world, word }) => {
  await indexNow(world)
  const author = await world.user()
  const posts = await world.posts(
    [1, 2, 3, 4].map((n) => ({ author, title: `${word} ${n}`, body: LONG_BODY })),
  )
  await world.db.batch([enqueue(posts.map(({ id }) => id))])
  const titles = await Promise.all([titlesMade(world), titlesMade(world)])
  expect(titles.flat().toSorted()).toEqual([1, 2, 3, 4].map((n) => `${word} ${n}`))
})

test('search finds the posts of concurrent requests after their responses', async ({
  world,
  writer,
  word,
}) => {
  const ids = await Promise.all(
    [1, 2, 3, 4].map((n) => publish(writer, { title: `${word} ${n}`, body: LONG_BODY })),
  )
  expect((await found(world.visitor(), word)).toSorted()).toEqual(ids.toSorted())
})

test('the cron indexes posts whose run after the response failed', async ({ world, word }) => {
  const author = await world.user()
  const { id } = await world.post({ author, title: word })
  await world.db.batch([enqueue([id])])
  await runOnly(['index changed posts'], world.env, after(world.now, MINUTE))
  expect(await found(world.visitor(), word)).toEqual([id])
})

test('the index contains a bounded number of characters of a text that grows when it is folded', () => {
  const grown = tokensOf('\ufdfa '.repeat(100_000))
  expect(grown.replaceAll(' ', '').length).toBeLessThanOrEqual(INDEXED_MAX + 40)
  expect(tokensOf('\ufdfa'.repeat(200_000)).length).toBeLessThanOrEqual(40)
  expect(new TextEncoder().encode(tokensOf('㌖'.repeat(200_000))).length).toBeLessThan(2_000_000)
})
