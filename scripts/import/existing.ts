import { sql } from 'drizzle-orm'
import type { Statements } from '#db/client.ts'
import { binnedSince } from '#features/publishing/posts/post.ts'

const KEYS_PER_QUERY = 5_000

/** The import keys of all posts. Posts in the bin count: an import does not bring them back. */
export async function existingKeys(db: Statements, now: Date): Promise<Set<string>> {
  const keys = new Set<string>()
  let last: KeyRow = { author_id: 0, import_key: '' }
  for (;;) {
    const rows: KeyRow[] = await db.all(sql<KeyRow>`
      SELECT author_id, import_key FROM posts INDEXED BY posts_import_keys
      WHERE import_key IS NOT NULL AND (author_id, import_key) > (${last.author_id}, ${last.import_key})
        AND (deleted_at IS NULL OR deleted_at > ${binnedSince(now)})
      ORDER BY author_id, import_key LIMIT ${KEYS_PER_QUERY}`)
    for (const { import_key } of rows) keys.add(import_key)
    last = rows.at(-1) ?? last
    if (rows.length < KEYS_PER_QUERY) return keys
  }
}

interface KeyRow {
  author_id: number
  import_key: string
}

/** Pairs `<blocker>:<blocked>` of these accounts. */
export async function blocksBetween(db: Statements, uids: readonly number[]): Promise<Set<string>> {
  const list = sql`(SELECT value FROM json_each(${JSON.stringify(uids)}))`
  const rows = await db.all(sql<{ user_id: number; blocked_id: number }>`
    SELECT user_id, blocked_id FROM user_blocks WHERE user_id IN ${list} AND blocked_id IN ${list}`)
  return new Set(rows.map(({ user_id, blocked_id }) => `${user_id}:${blocked_id}`))
}

export async function pathsInUse(db: Statements, paths: readonly string[]): Promise<Set<string>> {
  if (paths.length === 0) return new Set()
  const rows = await db.all(sql<{ path: string }>`
    SELECT path FROM redirects WHERE path IN (SELECT value FROM json_each(${JSON.stringify(paths)}))`)
  return new Set(rows.map(({ path }) => path))
}
