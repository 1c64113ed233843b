import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ADMIN_STORAGE_MAX, STORAGE_MAX } from '#features/core/storage/quotas.ts'
import { inRoot } from '../../../scripts/build/paths.ts'
import { DatabaseSync } from '../../../scripts/site/sqlite.ts'

const AT = '2026-01-01T00:00:00.000Z'

test('the migration counts what existing users store, and keeps the first and the newest unseen edit', () => {
  const db = new DatabaseSync(':memory:')
  const files = readdirSync(inRoot('migrations/db')).toSorted()
  const storage = files.findIndex((file) => file.endsWith('_storage.sql'))
  const migrate = (some: string[]) => {
    for (const file of some) db.exec(readFileSync(inRoot('migrations/db', file), 'utf8'))
  }
  migrate(files.slice(0, storage))
  db.exec(`
    INSERT INTO users (uid, email, password_hash, created_at) VALUES (1, 'a@b.c', '', '${AT}'), (2, 'd@b.c', '', '${AT}');
    INSERT INTO posts (id, author_id, status, title, summary, body, created_at, updated_at, published_at, edit_unseen_since)
      VALUES (1, 1, 'approved', '', '', '好', '${AT}', '${AT}', '${AT}', '${AT}'),
        (2, 1, 'approved', '', '', 'ab', '${AT}', '${AT}', '${AT}', NULL);
    INSERT INTO post_revisions VALUES (1, 1, '${AT}', 'draft', '', '[]', 'abcd');
    INSERT INTO images (key, user_id, purpose, type, width, height, bytes, created_at)
      VALUES ('a', 2, 'avatar', 'image/png', 1, 1, 10, '${AT}'), ('b', 2, 'avatar', 'image/png', 1, 1, 20, '${AT}');
    INSERT INTO post_edits (id, post_id, version, before, after, created_at)
      VALUES (1, 1, 1, '{}', '{}', '2025-01-01T00:00:00.000Z'), (2, 1, 2, '{}', '{}', '${AT}'), (3, 1, 3, '{}', '{}', '${AT}'),
        (4, 1, 4, '{}', '{}', '${AT}'), (5, 2, 2, '{}', '{}', '${AT}')`)
  migrate(files.slice(storage))
  const stats = db.prepare(
    'SELECT user_id, text_bytes, revisions, images, image_bytes FROM author_stats ORDER BY user_id',
  )
  expect(stats.all()).toMatchObject([
    { user_id: 1, text_bytes: 9, revisions: 1, images: 0, image_bytes: 0 },
    { user_id: 2, text_bytes: 0, revisions: 0, images: 2, image_bytes: 30 },
  ])
  expect(db.prepare('SELECT id FROM post_edits').all()).toMatchObject([{ id: 2 }, { id: 4 }])
})

test('docs/limits.md has the quotas of every level', () => {
  const lines = readFileSync(inRoot('docs/limits.md'), 'utf8').split('\n')
  const written = (bytes: number) => (bytes >= 2 ** 30 ? `${bytes / 2 ** 30} GB` : `${bytes / 2 ** 20} MB`)
  const count = (amount: number) => amount.toLocaleString('en-US')
  for (const [level, quota] of [...STORAGE_MAX, ADMIN_STORAGE_MAX].entries()) {
    const name = level < STORAGE_MAX.length ? `Lv${level}` : 'admins'
    const counts = [quota.posts, quota.drafts, quota.revisions].map(count)
    const cells = [name, ...counts, written(quota.text_bytes), count(quota.images), written(quota.image_bytes)]
    expect(lines).toContain(`| ${cells.join(' | ')} |`)
  }
})
