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

test('a site with users keeps showing external images, and a new site does not show them', () => {
  const setting = "SELECT value FROM site_settings WHERE key = 'images.external'"
  expect(migrated('external_images', USERS).prepare(setting).get()).toMatchObject({ value: 1 })
  expect(migrated('external_images', '').prepare(setting).get()).toMatchObject({ value: 0 })
})

test('users with two check-ins are regular after the migration, and others from their second check-in on', () => {
  const checkIn = (uid: number, day: string) => `INSERT INTO user_check_ins VALUES (${uid}, '${day}', '${AT}');`
  const before = [checkIn(1, '2026-01-01'), checkIn(1, '2026-01-02'), checkIn(2, '2026-01-01')].join('')
  const db = migrated('regular_users', USERS + before)
  const regular = () => db.prepare('SELECT is_regular FROM users ORDER BY uid').all()
  expect(regular()).toMatchObject([{ is_regular: 1 }, { is_regular: 0 }])
  db.exec(checkIn(2, '2026-01-02'))
  expect(regular()).toMatchObject([{ is_regular: 1 }, { is_regular: 1 }])
})
