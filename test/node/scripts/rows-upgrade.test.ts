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
