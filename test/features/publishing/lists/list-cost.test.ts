import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { readingOf } from '#features/pages/reading/reading.ts'
import { rank } from '#features/publishing/lists/hot-rank.ts'
import { type ListQuery, listOf, listPosts, postsKey } from '#features/publishing/lists/list.ts'
import { cardColumns, listPath } from '#features/publishing/posts/post.ts'
import { decodeCursor, encodeCursor, type PageRequest } from '#kernel/paging.ts'
import { planOf, rowsRead } from '#test/cost.ts'
import { World } from '#test/world.ts'

const POSTS = 3_000
const SHOWN = 20
const ROWS_PER_POST = 5

const world = new World()
let author = 0
let other = 0

// One third of the posts are by `author`, the rest by `other`. One in 50 is in Chinese and one in
// 47 has no language. All have the same tag, and every two share a timestamp.
beforeAll(async () => {
  author = (await world.user()).uid
  other = (await world.user()).uid
  await world.db.batch([
    sql`
      INSERT INTO posts (author_id, status, title, summary, tags, body, created_at, updated_at, published_at)
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${POSTS})
      SELECT iif(i % 3 = 0, ${author}, ${other}), 'approved', CASE WHEN i % 50 = 0 THEN '文章 ' WHEN i % 47 = 0 THEN '' ELSE 'Post ' END || i, '', '[["crowd","Crowd"]]', '<p>x</p>',
        at, at, at
      FROM (SELECT i, strftime('%Y-%m-%dT%H:%M:%fZ', '2026-01-01', '+' || (i / 2) || ' minutes') AS at FROM n)`,
    sql`UPDATE posts SET likes_count = 40 WHERE id % 7 = 0`,
    rank(sql`SELECT id FROM posts`),
  ])
})

const kinds: [string, () => Omit<ListQuery, 'sort'>][] = [
  ['all posts', () => ({})],
  ['a tag', () => ({ tag: 'crowd' })],
  ['an author', () => ({ author })],
  ['an author under a tag', () => ({ tag: 'crowd', author })],
  ['posts in Chinese', () => ({ language: 'zh' })],
  ['posts in English', () => ({ language: 'en' })],
  ['posts in Chinese under a tag', () => ({ tag: 'crowd', language: 'zh' })],
  ['posts in English under a tag', () => ({ tag: 'crowd', language: 'en' })],
]
const lists = kinds.flatMap(([name, query]) =>
  (['new', 'hot'] as const).map((sort) => ({ name, sort, query })),
)

test.each(lists)(
  'the $sort list of $name reads at most five rows per post, on the first page and on later pages',
  async (list) => {
    const query = { ...list.query(), sort: list.sort }
    // The language of a page is a cookie, and its cursors do not depend on it.
    const onPage = { ...query, language: undefined }
    for (const [path, asked] of [['/api/posts', query] as const, ['/posts', onPage] as const]) {
      const list = listPath(path, asked)
      for (const after of ['', `cursor=${await deepCursor(asked)}`]) {
        const reader = world.visitor()
        if (query.language) reader.cookies.set('reads', query.language)
        const response = await reader.get(`${list}${list.includes('?') ? '&' : '?'}${after}`)
        expect(response.status).toBe(200)
        const shown = response.json?.items.length ?? response.text.match(/<li><h2/g)?.length
        expect(shown).toBe(SHOWN)
        expect(rowsRead(response)).toBeGreaterThan(0)
        expect(rowsRead(response)).toBeLessThanOrEqual(SHOWN * ROWS_PER_POST)
        expect(response.headers.get('server-timing')).toContain('round trips: 1"')
      }
    }
  },
)

test.each(lists)(
  'the $sort list of $name reads one index in order, with one range per language',
  async (list) => {
    const query = { ...list.query(), sort: list.sort }
    for (const after of [null, ['2026-01-02T00:00:00.000Z', 900] as const]) {
      const plan = await planOf(world.db, listOf(cardColumns, query, { limit: SHOWN, after }))
      expect(plan.match(RANGE) ?? []).toHaveLength(wantedRanges(query))
      expect(plan).not.toContain('TEMP B-TREE')
      // `t` is the merged page, so only `t` may be scanned.
      expect((plan.match(/^SCAN .*$/gm) ?? []).filter((scan) => scan !== 'SCAN t')).toEqual([])
    }
  },
)

test.each(lists)(
  'the $sort list of $name has every post once across pages',
  async ({ sort, query }) => {
    const { author, language } = query()
    const listed = sql`p.author_id = ${author ?? null} OR ${author === undefined}`
    const key = sql.raw(sort === 'new' ? 'published_at' : 'hot')
    const all = await world.db.all(sql<{ id: number }>`
    SELECT id FROM posts p NOT INDEXED
    WHERE (${listed}) AND (language IN ('', ${language ?? null}) OR ${language === undefined})
    ORDER BY ${key} DESC, id DESC`)
    const seen: number[] = []
    let cursor: string | null = null
    do {
      const request: PageRequest = {
        limit: 500,
        ...(cursor === null ? { after: null } : decodeCursor(cursor)),
      }
      const { page } = await listPosts(world.db, { ...query(), sort }, request, 'en')
      seen.push(...page.items.map(({ id }) => id))
      cursor = page.next_cursor
    } while (cursor !== null)
    expect(seen).toEqual(all.map(({ id }) => id))
  },
)

test('a post and its neighbours are read in at most 26 rows, however many posts exist', async () => {
  const { headers, text } = await world.visitor().get('/posts/1500')
  expect(text).toContain('href="/posts/1497"')
  expect(text).toContain('href="/posts/1503"')
  // Half of the rows are the suggestions under "Read next": by the same author, and the hottest. No
  // post here has likes.
  expect(rowsRead({ headers })).toBeLessThanOrEqual(26)
  for (const statement of readingOf(null, 1_500, 'en').statements) {
    const plan = await planOf(world.db, statement)
    expect(plan).not.toContain('TEMP B-TREE')
    // The suggestions are selected from a few ids.
    const scans = (plan.match(/^SCAN .*$/gm) ?? []).filter(
      (scan) => !/^SCAN (\(subquery|json_each|c$)/.test(scan),
    )
    expect(scans).toEqual([])
  }
})

test('feeds read 20 posts, however many exist', async () => {
  for (const path of ['/feed.xml', '/tags/crowd/feed.xml', `/space/${author}/feed.xml`]) {
    const { headers, text } = await world.visitor().get(path)
    expect(text.match(/<entry>/g)).toHaveLength(20)
    expect(rowsRead({ headers })).toBeLessThanOrEqual(20 * ROWS_PER_POST)
  }
})

const RANGE =
  /^SEARCH [pt] USING ((COVERING )?INDEX (posts|post_tags)_(of_author_)?(new|hot) \(|PRIMARY KEY \(tag_key=\?).*$/gm

/** Without an author: one range per language and one for posts without a language. */
function wantedRanges({ author, language }: ListQuery): number {
  if (author !== undefined) return 1
  return language ? 2 : 3
}

async function deepCursor({ sort, tag, author, language }: ListQuery): Promise<string> {
  const key = sort === 'new' ? 'published_at' : 'hot'
  const rows = await world.db.all(sql<{ id: number; key: string | number }>`
    SELECT id, ${sql.raw(key)} AS key FROM posts ORDER BY ${sql.raw(key)}, id LIMIT 1 OFFSET 1200`)
  const [row] = rows
  return encodeCursor(postsKey({ sort, tag, author, language }), [row?.key ?? 0, row?.id ?? 0])
}
