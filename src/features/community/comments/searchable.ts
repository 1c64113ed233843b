import { sql } from 'drizzle-orm'
import { type Database, rowidIs, type Statements } from '#db/client.ts'
import { readProgress, saveProgress } from '#features/publishing/search/fts/merge-segments.ts'
import { indexComments } from '#features/publishing/search/fts/post-index.ts'

interface SearchableRow {
  id: number
  author_id: number
  post_id: number
  body: string
}

/** Updates the index entries of these comments from the main database. */
export async function syncComments(db: Statements, search: Statements, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const rows = await db.all(sql<SearchableRow>`
    SELECT c.id, c.author_id, c.post_id, c.body
    FROM json_each(${JSON.stringify(ids)}) j CROSS JOIN comments c ON c.id = j.value WHERE c.deleted_at IS NULL`)
  const live = rows.map(({ id, author_id, post_id, body }) => ({ id, authorId: author_id, postId: post_id, body }))
  await search.batch(indexComments(ids, live))
}

/** The limits of one run. The next run continues where this one stopped. */
const COMPARED_A_RUN = 5_000
const MENDED_PER_BATCH = 200

interface CommentRepair {
  repaired: number
  /** Whether the run reached the last comment; the next run then starts with the first. */
  isThrough: boolean
}

/** Compares the index with the comments, adds missing entries and removes outdated ones. */
export async function repairCommentSearch(db: Database, search: Database): Promise<CommentRepair> {
  const from = await readProgress(search, 'comments')
  const reindexUpTo = await readProgress(search, 'comments anew')
  const rows = await db.all(sql<{ id: number }>`
    SELECT id FROM comments WHERE id > ${from} AND deleted_at IS NULL ORDER BY id LIMIT ${COMPARED_A_RUN}`)
  const isThrough = rows.length < COMPARED_A_RUN
  const upTo = isThrough ? Number.MAX_SAFE_INTEGER : (rows.at(-1)?.id ?? from)
  const indexed = await search.all(
    sql<{ id: number }>`SELECT rowid AS id FROM comment_words WHERE ${rowidIs('>', from)} AND ${rowidIs('<=', upTo)}`,
  )
  const [live, known] = [new Set(rows.map(({ id }) => id)), new Set(indexed.map(({ id }) => id))]
  const wrong = [
    ...[...live].filter((id) => !known.has(id) || id <= reindexUpTo),
    ...[...known].filter((id) => !live.has(id)),
  ]
  for (let n = 0; n < wrong.length; n += MENDED_PER_BATCH) {
    await syncComments(db, search, wrong.slice(n, n + MENDED_PER_BATCH))
  }
  await search.batch([
    saveProgress('comments', isThrough ? 0 : upTo),
    ...(isThrough ? [saveProgress('comments anew', 0)] : []),
  ])
  return { repaired: wrong.length, isThrough }
}

/** Marks every comment for reindexing. The old entries stay searchable until they are replaced. */
export async function beginCommentReindex(search: Database): Promise<void> {
  await search.batch([saveProgress('comments anew', Number.MAX_SAFE_INTEGER), saveProgress('comments', 0)])
}
