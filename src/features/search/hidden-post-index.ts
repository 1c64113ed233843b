import { and, sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import { matchOf } from '#features/search/match.ts'
import { authorFacet, type SearchablePost } from '#features/search/post-index.ts'
import { tokensOf } from '#features/search/tokens.ts'

/** A post that only admins may search for, and why it is not public. A draft comes without tags and text. */
export type HiddenPost = Omit<SearchablePost, 'publishedAt'> & { status: string }

/**
 * Replaces the entry of a post, unless the index already holds this version or a newer one. A draft is saved every few seconds:
 * as long as its title stays, only its version is written.
 */
export function indexHiddenPost(post: HiddenPost): Statement[] {
  const { id, version } = post
  const [title, text] = [tokensOf(post.title.normalize('NFC')), tokensOf(post.text.normalize('NFC'))]
  const tags = tokensOf(post.tags.map(([, name]) => name.normalize('NFC')).join(' '))
  const facets = `${authorFacet(post.authorId)} ${statusFacet(post.status)}`
  const isNewer = sql`NOT EXISTS (SELECT 1 FROM hidden_posts WHERE post_id = ${id} AND version >= ${version})`
  const isOther =
    post.status === 'draft'
      ? sql`NOT EXISTS (SELECT 1 FROM hidden_post_index WHERE rowid = ${id} AND title = ${title} AND facets = ${facets})`
      : undefined
  return [
    sql`DELETE FROM hidden_post_index WHERE rowid = ${id} AND ${and(isNewer, isOther)}`,
    sql`INSERT INTO hidden_post_index (rowid, title, tags, body, facets)
        SELECT ${id}, ${title}, ${tags}, ${text}, ${facets} WHERE ${and(isNewer, isOther)}`,
    sql`INSERT INTO hidden_posts (post_id, version) VALUES (${id}, ${version})
        ON CONFLICT (post_id) DO UPDATE SET version = excluded.version WHERE excluded.version > hidden_posts.version`,
  ]
}

/** Removes the entry of a post, unless the index holds a newer version. */
export function unindexHiddenPost({ id, version }: { id: number; version: number }): Statement[] {
  return [
    sql`DELETE FROM hidden_post_index WHERE rowid = ${id}
        AND EXISTS (SELECT 1 FROM hidden_posts WHERE post_id = ${id} AND version <= ${version})`,
    sql`DELETE FROM hidden_posts WHERE post_id = ${id} AND version <= ${version}`,
  ]
}

export interface AllPostsSearch {
  q: string
  status?: string | undefined
  author?: number | undefined
}

/**
 * Ids of matching posts, public or not, newest first from below `before` on. Nothing is ranked, so nothing is read
 * twice.
 */
export async function searchAllPosts(
  search: Database,
  { q, status, author }: AllPostsSearch,
  before: number,
  limit: number,
): Promise<number[]> {
  const byAuthor = author === undefined ? [] : [authorFacet(author)]
  const hidden = matchOf(q, status === undefined ? byAuthor : [...byAuthor, statusFacet(status)])
  const shown = matchOf(q, byAuthor)
  if (hidden === null || shown === null) return []
  const from = (table: string, match: string): Statement<{ id: number }> => sql`
    SELECT rowid AS id FROM ${sql.raw(table)}
    WHERE ${sql.raw(table)} MATCH ${match} AND rowid < ${before} ORDER BY rowid DESC LIMIT ${limit}`
  const found = await search.batch([
    ...(status === undefined || status === 'approved' ? [from('post_index', shown)] : []),
    ...(status === 'approved' ? [] : [from('hidden_post_index', hidden)]),
  ])
  // A post can be in both indexes for a moment.
  const ids = new Set(found.flatMap((rows) => rows.map(({ id }) => id)))
  return [...ids].sort((a, b) => b - a).slice(0, limit)
}

function statusFacet(status: string): string {
  return `status${status}`
}
