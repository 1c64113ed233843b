import { sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import { matchOf } from '#features/search/match.ts'
import { authorFacet } from '#features/search/post-index.ts'
import { tokensOf } from '#features/search/tokens.ts'

/** A comment as it is searched. */
export interface SearchableComment {
  id: number
  authorId: number
  postId: number
  body: string
}

/** Makes the index hold, of the comments with these `ids`, the given ones and no others. */
export function indexComments(ids: readonly number[], comments: readonly SearchableComment[]): Statement[] {
  const rows = comments.map(({ id, authorId, postId, body }) => ({
    id,
    body: tokensOf(body.normalize('NFC')),
    facets: `${authorFacet(authorId)} ${postFacet(postId)}`,
  }))
  return [
    sql`DELETE FROM comment_index WHERE rowid IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
    sql`INSERT INTO comment_index (rowid, body, facets)
        SELECT value ->> 'id', value ->> 'body', value ->> 'facets' FROM json_each(${JSON.stringify(rows)})`,
  ]
}

export interface CommentSearch {
  q: string
  author?: number | undefined
  post?: number | undefined
}

/** Ids of matching comments, newest first from below `before` on. */
export async function searchComments(
  search: Database,
  { q, author, post }: CommentSearch,
  before: number,
  limit: number,
): Promise<number[]> {
  const byAuthor = author === undefined ? [] : [authorFacet(author)]
  const byPost = post === undefined ? [] : [postFacet(post)]
  const match = matchOf(q, [...byAuthor, ...byPost], 'body')
  if (match === null) return []
  const rows = await search.all(sql<{ id: number }>`
    SELECT rowid AS id FROM comment_index
    WHERE comment_index MATCH ${match} AND rowid < ${before} ORDER BY rowid DESC LIMIT ${limit}`)
  return rows.map(({ id }) => id)
}

function postFacet(id: number): string {
  return `post${id}`
}
