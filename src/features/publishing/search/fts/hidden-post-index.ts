import { and, sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import { authorMark, statusMark } from '#features/publishing/search/fts/marks.ts'
import { merged, newestMatches } from '#features/publishing/search/fts/newest-matches.ts'
import type { SearchablePost } from '#features/publishing/search/fts/post-index.ts'
import type { Ranked } from '#features/publishing/search/fts/sequential.ts'
import { tokensOf } from '#features/publishing/search/fts/tokens.ts'
import type { Cursor } from '#kernel/paging.ts'

/** A post that only admins can search for, with its status. A draft has no tags and no text here. */
type HiddenPost = SearchablePost & { status: string }

/**
 * Replaces the entry of a post, unless the index has this version or a newer one. A draft is saved every few seconds, so as
 * long as its title stays the same only the version is written.
 */
export function indexHiddenPost(post: HiddenPost): Statement[] {
  const { id, version, status } = post
  const [title, text] = [tokensOf(post.title.normalize('NFC')), tokensOf(post.text.normalize('NFC'))]
  const tags = tokensOf(post.tags.map(([, name]) => name.normalize('NFC')).join(' '))
  const marks = `${authorMark(post.authorId)} ${statusMark(status)}`
  const isNewer = sql`NOT EXISTS (SELECT 1 FROM hidden_entries WHERE post_id = ${id} AND version >= ${version})`
  const isOther =
    status === 'draft'
      ? sql`NOT EXISTS (SELECT 1 FROM hidden_entries WHERE post_id = ${id} AND status = ${status} AND title = ${title})`
      : undefined
  return [
    sql`DELETE FROM hidden_words WHERE rowid = ${id} AND ${and(isNewer, isOther)}`,
    sql`INSERT INTO hidden_words (rowid, body, title, tags, marks)
        SELECT ${id}, ${text}, ${title}, ${tags}, ${marks} WHERE ${and(isNewer, isOther)}`,
    sql`INSERT INTO hidden_entries (post_id, version, status, title) VALUES (${id}, ${version}, ${status}, ${title})
        ON CONFLICT (post_id) DO UPDATE SET version = excluded.version, status = excluded.status, title = excluded.title
        WHERE excluded.version > hidden_entries.version`,
  ]
}

/** Removes the entry of a post, unless the index has a newer version. */
export function unindexHiddenPost({ id, version }: { id: number; version: number }): Statement[] {
  return [
    sql`DELETE FROM hidden_words WHERE rowid = ${id}
        AND EXISTS (SELECT 1 FROM hidden_entries WHERE post_id = ${id} AND version <= ${version})`,
    sql`DELETE FROM hidden_entries WHERE post_id = ${id} AND version <= ${version}`,
  ]
}

/** Matching posts, public or not, newest first. */
export async function searchAllPosts(
  search: Database,
  { q, status, author }: { q: string; status?: string | undefined; author?: number | undefined },
  after: Cursor | null,
  limit: number,
): Promise<Ranked[]> {
  const byAuthor = author === undefined ? [] : [authorMark(author)]
  const byStatus = status === undefined ? [] : [statusMark(status)]
  const found = await search.batch([
    ...(status === undefined || status === 'approved' ? newestMatches('post', q, byAuthor, after, limit) : []),
    ...(status === 'approved' ? [] : newestMatches('hidden', q, [...byAuthor, ...byStatus], after, limit)),
  ])
  // A post can be in both indexes for a moment.
  return merged(found, limit)
}
