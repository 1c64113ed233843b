import { sql } from 'drizzle-orm'
import { type Database, rowidIs, type Statements } from '#db/client.ts'
import {
  indexComments,
  type SearchableComment,
} from '#features/publishing/search/fts/post-index.ts'
import {
  COMPARED_PER_RUN,
  type Repair,
  readScan,
  saveScan,
} from '#features/publishing/search/fts/scans.ts'

/**
 * Updates the index entries of these comments from the main database. A deleted comment loses its
 * entry.
 */
export async function syncComments(
  db: Statements,
  search: Statements,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  const live = await db.all(sql<SearchableComment>`
    SELECT c.id, c.author_id, c.post_id, c.body
    FROM json_each(${JSON.stringify(ids)}) j CROSS JOIN comments c ON c.id = j.value WHERE c.deleted_at IS NULL`)
  await search.batch(indexComments(ids, live))
}

const MENDED_PER_BATCH = 200

/**
 * For the cron: compares the index with the comments, adds missing entries and removes those of
 * deleted comments. Each run continues where the run before stopped.
 */
export async function repairCommentSearch(db: Database, search: Database): Promise<Repair> {
  const { from, reindexUpTo } = await readScan(search, 'comments')
  const rows = await db.all(sql<{ id: number }>`
    SELECT id FROM comments WHERE id > ${from} AND deleted_at IS NULL ORDER BY id LIMIT ${COMPARED_PER_RUN}`)
  const isThrough = rows.length < COMPARED_PER_RUN
  const upTo = isThrough ? Number.MAX_SAFE_INTEGER : (rows.at(-1)?.id ?? from)
  const indexed = await search.all(
    sql<{
      id: number
    }>`SELECT rowid AS id FROM comment_words WHERE ${rowidIs('>', from)} AND ${rowidIs('<=', upTo)}`,
  )
  const [live, known] = [new Set(rows.map(({ id }) => id)), new Set(indexed.map(({ id }) => id))]
  const wrong = [
    ...[...live].filter((id) => !known.has(id) || id <= reindexUpTo),
    ...[...known].filter((id) => !live.has(id)),
  ]
  for (let n = 0; n < wrong.length; n += MENDED_PER_BATCH) {
    await syncComments(db, search, wrong.slice(n, n + MENDED_PER_BATCH))
  }
  await saveScan(search, 'comments', upTo, isThrough)
  return { repaired: wrong.length, isThrough }
}
