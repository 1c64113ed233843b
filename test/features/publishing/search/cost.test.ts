import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { Meter, openDb, rowidIs } from '#db/client.ts'
import { termsOf } from '#features/publishing/search/fts/match.ts'
import { newestMatches } from '#features/publishing/search/fts/newest-matches.ts'
import { indexComments, indexPost } from '#features/publishing/search/fts/post-index.ts'
import { SORTED_MAX, withBest } from '#features/publishing/search/fts/search-posts.ts'
import { planOf, rowsRead } from '#test/cost.ts'
import { World } from '#test/world.ts'

const POSTS = 600
const PAGE = 20
const ROWS_PER_HIT = 6
/** A prefix is looked up in the list of words, at most this many. */
const WORDS_LOOKED_UP = 64

const world = new World()
const word = 'w1a2b3c4d5'
const firstId = 2_000_000

// The word is in half of the texts and a few titles. All posts have the same tag, and each has one comment.
beforeAll(async () => {
  for (let n = 0; n < POSTS; n += 50) {
    const posts = Array.from({ length: 50 }, (_, i) => ({
      id: firstId + n + i,
      version: 1,
      authorId: 1,
      title: i === 0 ? `About ${word}` : 'A title',
      tags: [['crowd', 'Crowd']] as const,
      text: i % 2 ? `It holds ${word}, they say` : `It holds ${word}${i}er`,
      language: i % 10 === 0 ? 'zh' : 'en',
      publishedAt: world.now.toISOString(),
    }))
    await world.search.batch([
      ...posts.flatMap(indexPost),
      ...indexComments(
        posts.map(({ id }) => id),
        posts.map(({ id, text }) => ({ id, authorId: 1, postId: id, body: text })),
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

test.each(searches)('a search for %s reads the rows of a page, not of all matches', async (name, q) => {
  let cursor = ''
  for (let page = 0; page < 12; page++) {
    const { items, next_cursor, rows } = await searched(`${q}${cursor}`)
    // The posts are only in the index, so each page is empty but has a next page.
    expect([items, next_cursor]).toEqual([[], expect.any(String)])
    expect(rows).toBeLessThanOrEqual(PAGE * ROWS_PER_HIT + (name.includes('prefix') ? WORDS_LOOKED_UP : 0))
    cursor = `&cursor=${next_cursor}`
  }
})

/** Matches are found and counted; one page of rows is read in addition. */
const ROWS_PER_PAGE = 2 * 101 + PAGE * ROWS_PER_HIT

test.each(['', '&language=zh', '&time=day', '&time=year&language=en', '&sort=new', '&type=people'])(
  'a search with "%s" counts at most a hundred matches',
  async (choices) => {
    const { json, headers } = await world.visitor().get(`/api/search?q=${word}${choices}`)
    // With sort=new the posts are looked up in the main database, which does not have them.
    expect(json.counts.posts).toBe(choices === '&sort=new' ? 0 : choices === '&language=zh' ? 60 : 101)
    expect(rowsRead({ headers })).toBeLessThanOrEqual(choices === '&sort=new' ? 4 * SORTED_MAX : ROWS_PER_PAGE)
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

test('comparing comments with their index reads one range, however large the index is', async () => {
  const meter = new Meter()
  const range = sql`${rowidIs('>', firstId + 100)} AND ${rowidIs('<=', firstId + 110)}`
  const ids = await openDb(world.env.SEARCH, meter).all(sql`SELECT rowid AS id FROM comment_words WHERE ${range}`)
  expect(ids).toHaveLength(10)
  expect(meter.rowsRead).toBeLessThanOrEqual(20)
})

test('the search index is read from the newest entry, without sorting the matches', async () => {
  for (const q of ['energy', 'energy 数据库 go', '数据库']) {
    for (const after of [null, [1, 900] as const]) {
      const found = sql`${withBest(termsOf(q), ['"·author1"'], { limit: PAGE, after })} SELECT rank, id FROM found`
      for (const statement of [found, ...newestMatches('comment', q, [], [0, 900], PAGE)]) {
        const plan = await planOf(world.search, statement)
        // M: by MATCH; <: below an id. The other scans are of the words of a prefix and of the matches.
        expect(plan).toMatch(/SCAN \w+_words VIRTUAL TABLE INDEX \d+:.*M/)
        expect(plan).not.toContain('FOR ORDER BY')
      }
    }
  }
})

async function searched(query: string): Promise<{ items: unknown[]; next_cursor: string | null; rows: number }> {
  const { json, headers } = await world.visitor().get(`/api/posts?q=${query}`)
  return { ...json, rows: rowsRead({ headers }) }
}
