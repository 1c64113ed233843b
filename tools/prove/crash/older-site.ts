import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../../../scripts/site/migrate.ts'
import { readSettings } from '../../../scripts/site/settings.ts'
import { openStorage } from '../../../scripts/site/storage-alone.ts'
import { putMigrations } from './next-migrations.ts'

const PEOPLE = 40
const POSTS = 400

/** Leaves a data folder with people and posts, whose main database has only some of the next migrations. */
export async function leaveOlderSite(data: string, next: number): Promise<void> {
  const { storage, close } = await openStorage({ ...readSettings({ JOULE_DATA: data, PORT: '0' }), logs: false })
  const folder = await mkdtemp(join(tmpdir(), 'joule-older-'))
  try {
    await putMigrations(folder, next)
    await migrate(storage.DB, join(folder, 'db'))
    await migrate(storage.SEARCH, join(folder, 'search'))
    for (const sql of contents()) await storage.DB.prepare(sql).run()
  } finally {
    await close()
    await rm(folder, { recursive: true })
  }
}

function contents(): string[] {
  const numbers = (count: number) =>
    `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${count})`
  const person = (n: string) => `10000 + 1 + ${n} % ${PEOPLE}`
  return [
    `INSERT INTO users (uid, email, password_hash, exp, role, created_at) ${numbers(PEOPLE)}
      SELECT 10000 + n, 'p' || n || '@older.test', 'none', 100, iif(n = 1, 'owner', 'user'), ${AT} FROM n`,
    `INSERT INTO posts (author_id, status, title, summary, body, tags, created_at, updated_at, published_at) ${numbers(POSTS)}
      SELECT ${person('n')}, 'approved', 'Post ' || n, 'In short', '<p>Words</p>', '[["a","A"]]', ${AT}, ${AT}, ${AT} FROM n`,
    `INSERT INTO comments (post_id, author_id, body, created_at) ${numbers(2 * POSTS)}
      SELECT 1 + n % ${POSTS}, ${person('n * 7')}, 'Comment ' || n, ${AT} FROM n`,
    `INSERT INTO post_likes (user_id, post_id, created_at) ${numbers(2 * POSTS)}
      SELECT DISTINCT ${person('n / 9')}, 1 + n % ${POSTS}, ${AT} FROM n`,
    `INSERT INTO user_follows (follower_id, followed_id, created_at) ${numbers(PEOPLE)}
      SELECT 10000 + n, ${person('n')}, ${AT} FROM n`,
  ]
}

const AT = `'2026-10-01T00:00:00.000Z'`

/** The rows of the older site, and those that the next migrations make of them. */
export const OLDER_ROWS = `SELECT (SELECT COUNT(*) || ' ' || SUM(followers_count) FROM users WHERE email LIKE '%@older.test') || ', '
  || (SELECT COUNT(*) || ' ' || SUM(likes_count) || ' ' || SUM(comments_count) || ' ' || SUM(length(title || body)) FROM posts) || ', '
  || (SELECT COUNT(*) || ' ' || SUM(length(body)) FROM comments) || ', ' || (SELECT COUNT(*) FROM post_likes) || ', '
  || (SELECT COUNT(*) FROM next_pairs) || ', ' || (SELECT SUM(next_length) FROM comments) AS rows`
