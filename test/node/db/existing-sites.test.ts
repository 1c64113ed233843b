import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot } from '../../../scripts/build/paths.ts'
import { DatabaseSync } from '../../../scripts/site/sqlite.ts'

const AT = '2026-01-01T00:00:00.000Z'

/** A database with all migrations. `rows` are inserted before the migration with this name. */
function migrated(name: string, rows: string): DatabaseSync {
  const db = new DatabaseSync(':memory:')
  for (const file of readdirSync(inRoot('migrations/db')).toSorted()) {
    if (file.endsWith(`_${name}.sql`)) db.exec(rows)
    db.exec(readFileSync(inRoot('migrations/db', file), 'utf8'))
  }
  return db
}

const USERS = `INSERT INTO users (uid, email, password_hash, created_at) VALUES (1, 'a@b.c', '', '${AT}'), (2, 'd@b.c', '', '${AT}');`

test('the migration counts the stored data of existing users, and keeps the first and the newest unseen edit', () => {
  const db = migrated(
    'storage',
    `${USERS}
    INSERT INTO posts (id, author_id, status, title, summary, body, created_at, updated_at, published_at, edit_unseen_since)
      VALUES (1, 1, 'approved', '', '', '好', '${AT}', '${AT}', '${AT}', '${AT}'),
        (2, 1, 'approved', '', '', 'ab', '${AT}', '${AT}', '${AT}', NULL);
    INSERT INTO post_revisions VALUES (1, 1, '${AT}', 'draft', '', '[]', 'abcd');
    INSERT INTO images (key, user_id, purpose, type, width, height, bytes, created_at)
      VALUES ('a', 2, 'avatar', 'image/png', 1, 1, 10, '${AT}'), ('b', 2, 'avatar', 'image/png', 1, 1, 20, '${AT}');
    INSERT INTO post_edits (id, post_id, version, before, after, created_at)
      VALUES (1, 1, 1, '{}', '{}', '2025-01-01T00:00:00.000Z'), (2, 1, 2, '{}', '{}', '${AT}'), (3, 1, 3, '{}', '{}', '${AT}'),
        (4, 1, 4, '{}', '{}', '${AT}'), (5, 2, 2, '{}', '{}', '${AT}')`,
  )
  const stats = db.prepare(
    'SELECT user_id, text_bytes, revisions, images, image_bytes FROM author_stats ORDER BY user_id',
  )
  expect(stats.all()).toMatchObject([
    { user_id: 1, text_bytes: 9, revisions: 1, images: 0, image_bytes: 0 },
    { user_id: 2, text_bytes: 0, revisions: 0, images: 2, image_bytes: 30 },
  ])
  expect(db.prepare('SELECT id FROM post_edits').all()).toMatchObject([{ id: 2 }, { id: 4 }])
})

test('a site with users keeps showing external images, and a new site does not show them', () => {
  const setting = "SELECT value FROM site_settings WHERE key = 'images.external'"
  expect(migrated('external_images', USERS).prepare(setting).get()).toMatchObject({ value: 1 })
  expect(migrated('external_images', '').prepare(setting).get()).toMatchObject({ value: 0 })
})

test('after the migration, users with two check-ins are regular, and other users become regular with their second check-in', () => {
  const checkIn = (uid: number, day: string) =>
    `INSERT INTO user_check_ins VALUES (${uid}, '${day}', '${AT}');`
  const before = [
    checkIn(1, '2026-01-01'),
    checkIn(1, '2026-01-02'),
    checkIn(2, '2026-01-01'),
  ].join('')
  const db = migrated('regular_users', USERS + before)
  const regular = () => db.prepare('SELECT is_regular FROM users ORDER BY uid').all()
  expect(regular()).toMatchObject([{ is_regular: 1 }, { is_regular: 0 }])
  db.exec(checkIn(2, '2026-01-02'))
  expect(regular()).toMatchObject([{ is_regular: 1 }, { is_regular: 1 }])
})
