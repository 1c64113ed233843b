import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import { repairCommentSearch } from '#features/community/comments/searchable.ts'
import { rowsRead } from '#test/cost.ts'
import { expect, test } from '#test/test.ts'

const numbers = sql`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)`
const minutesAfter = (day: string): SQL =>
  sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${day}, '+' || i || ' minutes')`
const AT = '2026-01-01T00:00:00.000Z'

interface List {
  path: string
  /** 3,000 entries of a user. */
  fill: (uid: number, post: number) => Statement[]
  queries: (uid: number, post: number) => string[]
  rowsMax: number
}

const LISTS: List[] = [
  {
    path: '/api/admin/audit-log',
    fill: (uid) => [
      sql`INSERT INTO audit_log (actor_id, action, target_type, target_id, subject_id, ip, public, created_at)
          ${numbers} SELECT ${uid}, 'post.lock', 'post', i, ${uid}, '', 1, ${AT} FROM n`,
    ],
    queries: (uid) => [
      '',
      `&actor=${uid}`,
      '&action=post.lock',
      '&target_type=post',
      `&subject=${uid}`,
    ],
    rowsMax: 100,
  },
  {
    path: '/api/admin/energy/logs',
    fill: (uid) => [
      sql`INSERT INTO energy_log (user_id, amount, reason, balance_after, created_at)
          ${numbers} SELECT ${uid}, 1, iif(i % 2, 'checkin', 'admin_adjust'), i, ${minutesAfter('2026-05-01')} FROM n`,
    ],
    queries: (uid) => [
      '',
      '&reason=checkin',
      '&reason=energize&from=2026-05-01',
      '&from=2026-05-01&to=2026-05-02',
      `&uid=${uid}`,
      '&reason=checkin&from=2026-05-02&to=2026-05-02',
      `&uid=${uid}&from=2026-05-01&to=2026-05-02`,
    ],
    rowsMax: 100,
  },
  {
    path: '/api/admin/posts',
    fill: (uid) => [
      sql`INSERT INTO posts (author_id, status, title, summary, body, created_at, updated_at, published_at)
          ${numbers} SELECT ${uid}, iif(i % 3, 'approved', 'pending'), 'bulk ' || i, '', '', ${AT},
            ${minutesAfter('2026-01-01')}, ${AT} FROM n`,
    ],
    queries: (uid) => [
      '',
      '&status=pending',
      '&status=approved',
      `&author=${uid}`,
      `&author=${uid}&status=pending`,
    ],
    rowsMax: 100,
  },
  {
    path: '/api/admin/users',
    fill: () => [
      sql`INSERT INTO users (email, username, username_key, status, created_at)
          ${numbers} SELECT 'crowd' || i || '@example.com', 'crowd' || i, 'crowd' || i,
            iif(i % 50, 'active', 'banned'), ${AT} FROM n`,
    ],
    queries: () => [
      '',
      '&status=active',
      '&status=banned',
      '&role=user',
      '&role=user&status=banned',
      '&role=admin',
    ],
    rowsMax: 60,
  },
  {
    path: '/api/admin/comments',
    fill: (uid, post) => [
      sql`INSERT INTO comments (post_id, author_id, body, created_at)
          ${numbers} SELECT ${post}, ${uid}, 'crowded ' || i, ${AT} FROM n`,
      // The query must not scan the deleted comments in between.
      sql`UPDATE comments SET deleted_at = created_at WHERE post_id = ${post} AND id % 10 <> 0`,
    ],
    queries: (uid, post) => [
      '',
      `&author=${uid}`,
      `&post=${post}`,
      '&q=crowded',
      `&q=crowded&author=${uid}`,
    ],
    rowsMax: 150,
  },
]

test.for(LISTS)(
  'a page of $path costs the same with thousands of entries',
  async (list, { world, admin, user }) => {
    const post = await world.post({ author: await world.user() })
    await world.db.batch(list.fill(user.uid, post.id))
    if (list.path.endsWith('comments'))
      for (let isThrough = false; !isThrough; )
        ({ isThrough } = await repairCommentSearch(world.db, world.search))
    for (const query of list.queries(user.uid, post.id)) {
      const path = `${list.path}?limit=20${query}`
      const first = await admin.get(path)
      const { items, next_cursor } = first.json
      const next = next_cursor === null ? first : await admin.get(`${path}&cursor=${next_cursor}`)
      expect(Math.max(rowsRead(first), rowsRead(next)), query).toBeLessThanOrEqual(list.rowsMax)
      if (!/reason=energize|role=admin/.test(query))
        expect([query, items.length]).toEqual([query, 20])
    }
  },
)

test('a search for people reads at most a thousand users with the same prefix', async ({
  world,
  admin,
}) => {
  await world.db.batch([
    sql`INSERT INTO users (email, created_at)
        ${numbers} SELECT 'prefix' || i || '@example.com', ${AT} FROM n`,
  ])
  expect(rowsRead(await admin.get('/api/admin/users?limit=20&q=prefix'))).toBeLessThanOrEqual(6_500)
})
