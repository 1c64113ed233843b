import { sql } from 'drizzle-orm'
import type { Statements } from '#db/client.ts'
import { indexComments } from '#features/publishing/search/fts/comment-index.ts'

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
