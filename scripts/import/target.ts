import { sql } from 'drizzle-orm'
import { Meter, openDb, type Statements } from '#db/client.ts'
import { sumUp } from '#features/publishing/lists/hot-rank.ts'
import { binnedSince } from '#features/publishing/posts/post.ts'
import { MENDED_PER_RUN } from '#features/publishing/search/search-repair.ts'
import type { PreparedImage } from '#kernel/image-types.ts'
import { statementsOn } from '../cloudflare/database.ts'
import type { RemoteBucket } from '../cloudflare/deployed.ts'
import type { CommandSite } from '../commands/command.ts'
import { catchUp } from '../commands/reindex.ts'
import type { Print } from '../site/control.ts'

/** The site that an import writes to. */
export interface ImportTarget {
  db: Statements
  putImage(key: string, image: PreparedImage): Promise<void>
  /** Updates everything that is derived from the posts: sums and the search index. */
  derive(print: Print): Promise<void>
}

export function targetOf({ storage, remote }: CommandSite): ImportTarget {
  return storage ? here(storage) : atCloudflare(remote)
}

function here(storage: NonNullable<CommandSite['storage']>): ImportTarget {
  const db = openDb(storage.DB, new Meter())
  return {
    db,
    async putImage(key, { bytes, type }) {
      await storage.IMAGES.put(key, bytes, { httpMetadata: { contentType: type } })
    },
    async derive(print) {
      await sumUp(db)
      const { posts, comments } = await catchUp(storage)
      print(`${posts} posts and ${comments} comments were added to the search index.`)
    },
  }
}

function atCloudflare(remote: NonNullable<CommandSite['remote']>): ImportTarget {
  // Looked up with the first image, so that an import without images needs no permission for R2.
  let bucket: Promise<RemoteBucket> | undefined
  return {
    db: statementsOn(remote.db),
    async putImage(key, { bytes, type }) {
      bucket ??= remote.images()
      await (await bucket).put(key, new Uint8Array(bytes), type)
    },
    async derive(print) {
      print(`The cron adds the posts to the search index, ${MENDED_PER_RUN} posts a run.`)
    },
  }
}

const KEYS_PER_QUERY = 5_000

/**
 * The import keys of all posts, also of posts in the bin, so that an import does not bring them
 * back.
 */
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

/** Those of the paths that redirects of the site have already. */
export async function pathsInUse(db: Statements, paths: readonly string[]): Promise<Set<string>> {
  if (paths.length === 0) return new Set()
  const rows = await db.all(sql<{ path: string }>`
    SELECT path FROM redirects WHERE path IN (SELECT value FROM json_each(${JSON.stringify(paths)}))`)
  return new Set(rows.map(({ path }) => path))
}
