import { sql } from 'drizzle-orm'
import type { Statement, Statements } from '#db/client.ts'
import type { PostStatus } from '#db/schema/posts.ts'
import { isHidden, isPublic } from '#features/publishing/posts/visibility.ts'
import { indexHiddenPost, unindexHiddenPost } from '#features/publishing/search/fts/hidden-post-index.ts'
import { indexPost, type SearchablePost, unindexPost } from '#features/publishing/search/fts/post-index.ts'
import type { Tag } from '#features/publishing/tags/tags.ts'
import { textOf } from '#kernel/html/text.ts'

/** The columns of a post for the index. Only the title of a draft is indexed, so its text is not read. */
interface SearchableRow {
  id: number
  version: number
  author_id: number
  status: PostStatus
  is_public: 0 | 1
  is_hidden: 0 | 1
  title: string
  tags: string
  body: string
  language: string
  published_at: string | null
}

function searchableRows(ids: number[]): Statement<SearchableRow> {
  return sql`
    SELECT p.id, p.version, p.author_id, p.status, ${isPublic} AS is_public, ${isHidden} AS is_hidden, p.title,
      iif(p.status = 'draft', '[]', p.tags) AS tags, iif(p.status = 'draft', '', p.body) AS body,
      p.language, p.published_at
    FROM json_each(${JSON.stringify(ids)}) j CROSS JOIN posts p ON p.id = j.value`
}

/** Posts in memory at a time, because posts can be long. */
const POSTS_PER_BATCH = 10

/** Updates the index entries of these posts from the main database. */
export async function syncPosts(db: Statements, search: Statements, ids: readonly number[]): Promise<void> {
  for (let n = 0; n < ids.length; n += POSTS_PER_BATCH) {
    const rows = await db.all(searchableRows(ids.slice(n, n + POSTS_PER_BATCH)))
    await search.batch(rows.flatMap(statementsFor))
  }
}

function statementsFor(row: SearchableRow): Statement[] {
  return [
    ...(row.is_public ? indexPost(asSearchable(row)) : unindexPost(row)),
    ...(row.is_hidden ? indexHiddenPost({ ...asSearchable(row), status: row.status }) : unindexHiddenPost(row)),
  ]
}

function asSearchable(row: SearchableRow): SearchablePost {
  return {
    id: row.id,
    version: row.version,
    authorId: row.author_id,
    title: row.title,
    tags: JSON.parse(row.tags) as Tag[],
    text: textOf(row.body),
    language: row.language,
    publishedAt: row.published_at,
  }
}
