import { sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import { authorMark, postMark } from '#features/publishing/search/fts/marks.ts'
import { newestMatches } from '#features/publishing/search/fts/newest-matches.ts'
import type { Ranked } from '#features/publishing/search/fts/sequential.ts'
import { tokensOf } from '#features/publishing/search/fts/tokens.ts'
import type { Cursor } from '#kernel/paging.ts'

interface SearchableComment {
  id: number
  authorId: number
  postId: number
  body: string
}

/** Replaces the index entries of `ids` by the given comments. */
export function indexComments(ids: readonly number[], comments: readonly SearchableComment[]): Statement[] {
  const rows = comments.map(({ id, authorId, postId, body }) => ({
    id,
    body: tokensOf(body.normalize('NFC')),
    marks: `${authorMark(authorId)} ${postMark(postId)}`,
  }))
  return [
    sql`DELETE FROM comment_words WHERE rowid IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
    sql`INSERT INTO comment_words (rowid, body, marks)
        SELECT value ->> 'id', value ->> 'body', value ->> 'marks' FROM json_each(${JSON.stringify(rows)})`,
  ]
}

/** Matching comments, newest first. */
export async function searchComments(
  search: Database,
  { q, author, post }: { q: string; author?: number | undefined; post?: number | undefined },
  after: Cursor | null,
  limit: number,
): Promise<Ranked[]> {
  const byAuthor = author === undefined ? [] : [authorMark(author)]
  const byPost = post === undefined ? [] : [postMark(post)]
  const found = await search.batch(newestMatches('comment', q, [...byAuthor, ...byPost], after, limit))
  return found.flat()
}
