import { sql } from 'drizzle-orm'
import { beforeAll } from 'vitest'
import { Meter, openDb, rowidIs } from '#db/client.ts'
import { newestMatches } from '#features/publishing/search/fts/newest-matches.ts'
import { indexComments, indexPost } from '#features/publishing/search/fts/post-index.ts'
import { SORTED_MAX, withBest } from '#features/publishing/search/fts/search-posts.ts'
import { termsOf } from '#kernel/search/tokens.ts'
import { wordsOf } from '#kernel/search/words.ts'
import { planOf, rowsRead } from '#test/cost.ts'
import { freshName } from '#test/profiles.ts'
import { expect, test } from '#test/test.ts'
import { World } from '#test/world.ts'

const POSTS = 600
const PAGE = 20
const ROWS_PER_HIT = 6
/** A prefix is looked up in the list of words, at most this many. */
const WORDS_LOOKED_UP = 64

const world = new World()
const word = 'w1a2b3c4d5'
const firstId = 2_000_000

// The word is in half of the texts and a few titles. All posts have the same tag, and each has one
// comment.
beforeAll(async () => {
  for (let n = 0; n < POSTS; n += 50) {
    const posts = Array.from({ length: 50 }, (_, i) => ({
      id: firstId + n + i,
      version: 1,
      author_id: 1,
      title: i === 0 ? `About ${word}` : 'A title',
      tags: [['crowd', 'Crowd']] as const,
      body: i % 2 ? `It holds ${word}, they say` : `It holds ${word}${i}er`,
      status: 'approved' as const,
      digest: '',
      language: i % 10 === 0 ? 'zh' : 'en',
      published_at: world.now.toISOString(),
    }))
    await world.search.batch([
      ...posts.flatMap((post) =>
        indexPost({ ...post, words: wordsOf({ ...post, tags: ['Crowd'] }) }),
      ),
      ...indexComments(
        posts.map(({ id }) => id),
        posts.map(({ id, body }) => ({ id, author_id: 1, post_id: id, body })),
      ),
    ])
  }
})

const searches = [
  ['a word', word],
  ['a word under a tag that all have', `${word}&tag=crowd`],
  ['two words', `${word}+holds`],
  ['a prefix of other words', `${word.slice(0, -1)}`],
  ['a prefix under a tag', `${word.slice(0, -1)}&tag=crowd`],
] as const

test.each(searches)(
  'a search for %s reads the rows of one page, not of all matches',
  async (name, q) => {
    let cursor = ''
    for (let page = 0; page < 12; page++) {
      const response = await world.visitor().get(`/api/posts?q=${q}${cursor}`)
      const { items, next_cursor } = response.json
      // The posts are only in the index, so each page is empty but has a next page.
      expect([items, next_cursor]).toEqual([[], expect.any(String)])
      expect(rowsRead(response)).toBeLessThanOrEqual(
        PAGE * ROWS_PER_HIT + (name.includes('prefix') ? WORDS_LOOKED_UP : 0),
      )
      cursor = `&cursor=${next_cursor}`
    }
  },
)

/** Matches are found and counted; one page of rows is read in addition. */
const ROWS_PER_PAGE = 2 * 101 + PAGE * ROWS_PER_HIT

test.each(['', '&language=zh', '&time=day', '&time=year&language=en', '&sort=new', '&type=people'])(
  'a search with "%s" counts at most a hundred matches',
  async (choices) => {
    const { json, headers } = await world.visitor().get(`/api/search?q=${word}${choices}`)
    // With sort=new the posts are looked up in the main database, which does not have them.
    expect(json.counts.posts).toBe({ '&sort=new': 0, '&language=zh': 60 }[choices] ?? 101)
    expect(rowsRead({ headers })).toBeLessThanOrEqual(
      choices === '&sort=new' ? 4 * SORTED_MAX : ROWS_PER_PAGE,
    )
  },
)

test('an admin search reads the rows of one page', async () => {
  const admin = await world.member({ role: 'admin' })
  for (const path of ['posts', 'comments']) {
    for (const q of [word, word.slice(0, -1)]) {
      const { headers } = await admin.get(`/api/admin/${path}?q=${q}`)
      expect(rowsRead({ headers })).toBeLessThanOrEqual(PAGE * ROWS_PER_HIT + WORDS_LOOKED_UP)
    }
  }
})

test('the repair of the comment index reads one range of comments, however large the index is', async () => {
  const meter = new Meter()
  const range = sql`${rowidIs('>', firstId + 100)} AND ${rowidIs('<=', firstId + 110)}`
  const ids = await openDb(world.env.SEARCH, meter).all(
    sql`SELECT rowid AS id FROM comment_words WHERE ${range}`,
  )
  expect(ids).toHaveLength(10)
  expect(meter.rowsRead).toBeLessThanOrEqual(20)
})

test('the search index is read from the newest entry, without sorting the matches', async () => {
  for (const q of ['energy', 'energy 数据库 go', '数据库']) {
    for (const after of [null, [1, 900] as const]) {
      const found = sql`${withBest(termsOf(q), ['"·author1"'], { limit: PAGE, after })} SELECT rank, id FROM found`
      for (const statement of [found, ...newestMatches('comment', q, [], [0, 900], PAGE)]) {
        const plan = await planOf(world.search, statement)
        // M: by MATCH; <: below an id. The other scans are of the words of a prefix and of the
        // matches.
        expect(plan).toMatch(/SCAN \w+_words VIRTUAL TABLE INDEX \d+:.*M/)
        expect(plan).not.toContain('FOR ORDER BY')
      }
    }
  }
})

/** More than the admin list reads. */
const FEW = 1200

test('searching a prefix reads the same number of rows, however many names start with it', async ({
  world,
}) => {
  const prefix = freshName()
  const [member, admin] = await world.members([{ level: 3 }, { role: 'admin' }])
  const names = (from: number, to: number) => sql`
    WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${to})
    SELECT ${prefix} || i AS name FROM n`
  const add = (from: number, to: number) =>
    world.db.batch([
      sql`INSERT INTO users (email, username, username_key, created_at)
          SELECT name || '@example.com', name, name, '2026-01-01T00:00:00.000Z' FROM (${names(from, to)})`,
      sql`INSERT INTO tags (tag_key, name, posts_count) SELECT name, name, 1 FROM (${names(from, to)})`,
    ])
  const costs = async () => {
    const spent: [path: string, rows: number][] = []
    for (const path of [
      `/api/users/search?q=${prefix}`,
      `/api/tags?q=${prefix}`,
      `/search?q=${prefix}`,
    ]) {
      spent.push([path, rowsRead(await member.get(path))])
    }
    const found = `/api/admin/users?limit=20&q=${prefix}`
    return [...spent, [found, rowsRead(await admin.get(found))]]
  }
  await add(1, FEW)
  await costs()
  const before = await costs()
  await add(FEW + 1, 3000)
  expect(await costs()).toEqual(before)
})
