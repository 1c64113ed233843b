import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot } from '../../../scripts/build/paths.ts'
import { DatabaseSync } from '../../../scripts/site/sqlite.ts'

const AT = '2026-11-15T00:00:00.000Z'

/** A database as the migrations before this one left it, in which two people lived. */
function siteBefore(migration: string): { db: DatabaseSync; upgrade: () => void } {
  const db = new DatabaseSync(':memory:')
  const texts = readdirSync(inRoot('migrations/db')).sort()
  const apply = (names: string[]) => {
    for (const name of names) db.exec(readFileSync(inRoot('migrations/db', name), 'utf8'))
  }
  const from = texts.findIndex((name) => name.startsWith(migration))
  apply(texts.slice(0, from))
  db.exec(`
    PRAGMA foreign_keys = ON;
    INSERT INTO users (uid, email, exp, created_at)
    VALUES (10001, 'a@example.com', 100, '${AT}'), (10002, 'b@example.com', 100, '${AT}');`)
  return { db, upgrade: () => apply(texts.slice(from)) }
}

test('what was energized comes along to eleven rows an energize, under the ids of the ledger', () => {
  const { db, upgrade } = siteBefore('0034_eleven_rows_an_energize')
  db.exec(`
    INSERT INTO posts (author_id, status, title, summary, body, created_at, updated_at, published_at)
    VALUES (10001, 'approved', 'a title', '', '', '${AT}', '${AT}', '${AT}')`)
  const book = (uid: number, amount: number, reason: string, post: number | null, at: string) =>
    db
      .prepare(`
        INSERT INTO energy_log (user_id, amount, reason, balance_after, post_id, created_at)
        SELECT uid, ?, ?, energy + ?, ?, ? FROM users WHERE uid = ?`)
      .run(amount, reason, amount, post, at, uid)
  const energize = (amount: number, at: string) => {
    db.prepare(`
      INSERT INTO post_energize_log (user_id, post_id, amount, exp_gained, created_at) VALUES (10002, 1, ?, 10, ?)`).run(
      amount,
      at,
    )
    book(10002, -amount, 'energize', 1, at)
    book(10001, amount, 'energized', 1, at)
  }
  book(10002, 9, 'admin_adjust', null, '2026-11-01T00:00:00.000Z')
  energize(1, '2026-11-02T00:00:00.000Z')
  book(10001, 1, 'checkin', null, '2026-11-02T00:00:00.000Z')
  // Both within one millisecond.
  energize(2, '2026-11-03T00:00:00.000Z')
  energize(1, '2026-11-03T00:00:00.000Z')
  // Of the day before, and written down late.
  book(10001, 1, 'checkin', null, '2026-11-02T15:59:59.999Z')
  upgrade()
  expect(db.prepare('SELECT id, amount, created_at FROM post_energize_log ORDER BY id').all()).toEqual([
    { id: 2, amount: 1, created_at: '2026-11-02T00:00:00.000Z' },
    { id: 5, amount: 2, created_at: '2026-11-03T00:00:00.000Z' },
    { id: 7, amount: 1, created_at: '2026-11-03T00:00:00.000Z' },
  ])
  expect(db.prepare('SELECT * FROM ledger_days').all()).toEqual([
    { day: '2026-11-01', first_id: 1, last_id: 1 },
    { day: '2026-11-02', first_id: 2, last_id: 9 },
    { day: '2026-11-03', first_id: 5, last_id: 8 },
  ])
  expect(db.prepare('SELECT uid, exp, energy FROM users').all()).toEqual([
    { uid: 10001, exp: 100, energy: 6 },
    { uid: 10002, exp: 100, energy: 5 },
  ])
  db.exec(`INSERT INTO energy_log (user_id, amount, reason, balance_after, created_at, exp_gained)
    VALUES (10002, 1, 'checkin', 6, '2026-11-04T00:00:00.000Z', 5)`)
  expect(db.prepare('SELECT exp, energy FROM users WHERE uid = 10002').get()).toEqual({ exp: 105, energy: 6 })
  expect(db.prepare('PRAGMA foreign_key_check').all()).toEqual([])
})

test('the tags of posts that are listed, and how many posts there are, come along to fourteen rows a post', () => {
  const { db, upgrade } = siteBefore('0027_fourteen_rows_a_post')
  const post = (status: string, tags: string[][], day: number) => {
    const at = `2026-11-0${day}T00:00:00.000Z`
    db.prepare(`
      INSERT INTO posts (author_id, status, title, summary, body, tags, created_at, updated_at, published_at)
      VALUES (10001, ?, 'a title', '', '', ?, ?, ?, ?)`).run(status, JSON.stringify(tags), at, at, at)
  }
  post(
    'approved',
    [
      ['a', 'A'],
      ['b', 'B'],
    ],
    3,
  )
  post('approved', [['a', 'A']], 1)
  post('draft', [['a', 'A']], 2)
  post('approved', [['b', 'B']], 4)
  db.exec(`UPDATE posts SET deleted_at = '${AT}', version = version + 1 WHERE id = 4`)
  const listed = db.prepare('SELECT tag_key, post_id, author_id, published_at, hot FROM post_tags ORDER BY 1, 2')
  const before = listed.all()
  expect(before).toHaveLength(3)
  upgrade()
  expect(
    db.prepare('SELECT tag_key, post_id, author_id, published_at, hot FROM post_tags ORDER BY 1, 2').all(),
  ).toEqual(before)
  expect(db.prepare('SELECT tag_key, posts_count FROM tags ORDER BY 1').all()).toEqual([
    { tag_key: 'a', posts_count: 2 },
    { tag_key: 'b', posts_count: 1 },
  ])
  expect(db.prepare(`SELECT value FROM site_totals WHERE name = 'posts'`).get()).toEqual({ value: 3 })
  expect(db.prepare(`SELECT value FROM site_state WHERE key = 'counted.posts'`).get()).toEqual({ value: '4' })
  expect(db.prepare('PRAGMA foreign_key_check').all()).toEqual([])
})

test('the tags of posts come along to lists by language, each under the language of its post', () => {
  const { db, upgrade } = siteBefore('0043_languages')
  const titles = ['为什么选择 SQLite', 'Why SQLite', '42', '一', 'A', '二', 'B', '三', 'C']
  for (const [n, title] of titles.entries()) {
    const at = `2026-11-0${n + 1}T00:00:00.000Z`
    db.prepare(`
      INSERT INTO posts (author_id, status, title, summary, body, tags, created_at, updated_at, published_at)
      VALUES (10001, ?, ?, '', '', '[["a","A"]]', ?, ?, ?)`).run(n === 8 ? 'draft' : 'approved', title, at, at, at)
  }
  const before = db
    .prepare('SELECT tag_key, published_at, post_id, author_id, hot FROM post_tags ORDER BY post_id')
    .all()
  expect(before).toHaveLength(8)
  upgrade()
  const after = db.prepare('SELECT tag_key, published_at, post_id, author_id, hot FROM post_tags ORDER BY post_id')
  expect(after.all()).toEqual(before)
  const languages = db.prepare('SELECT language FROM post_tags ORDER BY post_id').all()
  expect(languages.map(({ language }) => language)).toEqual(['zh', 'en', '', 'zh', 'en', 'zh', 'en', 'zh'])
  expect(db.prepare('SELECT posts_count FROM tags').all()).toEqual([{ posts_count: 8 }])
  expect(db.prepare('PRAGMA foreign_key_check').all()).toEqual([])
})
