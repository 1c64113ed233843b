import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Database, Statement } from '#db/client.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import {
  binnedSince,
  type FullRow,
  fullColumns,
  type ImportedPost,
} from '#features/publishing/posts/post.ts'
import { problem, text } from '#kernel/fields.ts'
import { IMPORT_KEY_MAX } from '#kernel/post-limits.ts'

/** The maximum number of keys in one lookup. */
const IMPORT_KEYS_MAX = 100

/** Not trimmed, so that a lookup returns the same key. */
const ImportKey = text({ min: 1, max: IMPORT_KEY_MAX, trim: false })

/** Identifies a post in the source of an import. Null removes the key. */
export const ImportKeyInput = ImportKey.nullable().optional()

/** A JSON array of keys, in a query. */
export const ImportKeysInput = z
  .string()
  .meta({
    contentMediaType: 'application/json',
    contentSchema: {
      type: 'array',
      minItems: 1,
      maxItems: IMPORT_KEYS_MAX,
      items: { type: 'string', minLength: 1, maxLength: IMPORT_KEY_MAX },
    },
    examples: ['["ghost:5ddc9063"]'],
  })
  .transform((value, context) => {
    try {
      return JSON.parse(value) as unknown
    } catch {
      context.addIssue(problem('invalid'))
      return z.NEVER
    }
  })
  .pipe(z.array(ImportKey).min(1).max(IMPORT_KEYS_MAX))

/**
 * The viewer's own posts with these keys, also those in the bin. Keys without a post are left out.
 */
export async function importedPosts(
  db: Database,
  viewer: Viewer,
  keys: string[],
  now: Date,
): Promise<ImportedPost[]> {
  return db.all(sql<ImportedPost>`
    SELECT p.import_key, p.id AS post_id, p.created_at, p.updated_at, p.version, p.status, p.deleted_at
    FROM (SELECT DISTINCT value FROM json_each(${JSON.stringify(keys)})) k
      CROSS JOIN posts p INDEXED BY posts_import_keys ON p.author_id = ${viewer.uid} AND p.import_key = k.value
    WHERE p.deleted_at IS NULL OR p.deleted_at > ${binnedSince(now)}`)
}

/** The viewer's own post with this key, also if it is in the bin. Null if there is none. */
export async function importedPost(
  db: Database,
  viewer: Viewer,
  key: string,
): Promise<FullRow | null> {
  return db.first(sql<FullRow>`
    SELECT ${fullColumns} FROM posts p INDEXED BY posts_import_keys CROSS JOIN users u ON u.uid = p.author_id
    WHERE p.author_id = ${viewer.uid} AND p.import_key = ${key}`)
}

/**
 * For the batch of an edit: sets or removes the key. The unique index refuses the batch if another
 * post of the author has the key.
 */
export function giveImportKey(
  { id, author_id }: FullRow,
  key: string | null,
  now: Date,
): Statement[] {
  const set = sql`UPDATE posts SET import_key = ${key} WHERE id = ${id} AND import_key IS NOT ${key}`
  return key === null ? [set] : [freeImportKey(author_id, key, now), set]
}

/**
 * For a batch that gives the key to a post: removes it from deleted posts that their author can no
 * longer restore, but that the cron has not erased yet.
 */
export function freeImportKey(uid: number, key: string, now: Date): Statement {
  return sql`
    UPDATE posts SET import_key = NULL
    WHERE author_id = ${uid} AND import_key = ${key} AND deleted_at <= ${binnedSince(now)}`
}
