import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import { tokensOf } from '#features/search/tokens.ts'

/** A public post as it is searched. */
export interface SearchablePost {
  id: number
  version: number
  authorId: number
  publishedAt: string
  title: string
  tags: readonly (readonly [key: string, name: string])[]
  /** What a reader reads, without markup. */
  text: string
}

/** Replaces the entry of a post, unless the index already holds this version or a newer one. */
export function indexPost(post: SearchablePost): Statement[] {
  const { id, version, publishedAt } = post
  const [title, text] = [post.title.normalize('NFC'), post.text.normalize('NFC')]
  const tags = post.tags.map(([, name]) => name.normalize('NFC')).join(' ')
  const facets = [authorFacet(post.authorId), ...post.tags.map(([key]) => tagFacet(key))].join(' ')
  const isNewer = sql`NOT EXISTS (SELECT 1 FROM post_texts WHERE post_id = ${id} AND version >= ${version})`
  return [
    sql`DELETE FROM post_index WHERE rowid = ${id} AND ${isNewer}`,
    sql`INSERT INTO post_index (rowid, title, tags, body, facets)
        SELECT ${id}, ${tokensOf(title)}, ${tokensOf(tags)}, ${tokensOf(text)}, ${facets} WHERE ${isNewer}`,
    sql`INSERT INTO post_texts (post_id, version, published_at, title, body)
        VALUES (${id}, ${version}, ${publishedAt}, ${title}, ${text})
        ON CONFLICT (post_id) DO UPDATE
        SET version = excluded.version, published_at = excluded.published_at, title = excluded.title, body = excluded.body
        WHERE excluded.version > post_texts.version`,
  ]
}

/** Takes a post out of the index, unless what is there is newer than the version that is not public. */
export function unindexPost({ id, version }: { id: number; version: number }): Statement[] {
  return [
    sql`DELETE FROM post_index WHERE rowid = ${id}
        AND EXISTS (SELECT 1 FROM post_texts WHERE post_id = ${id} AND version <= ${version})`,
    sql`DELETE FROM post_texts WHERE post_id = ${id} AND version <= ${version}`,
  ]
}

export function authorFacet(uid: number): string {
  return `author${uid}`
}

/** A tag may hold anything, so it is spelled in digits: one token, whatever is in it. */
export function tagFacet(key: string): string {
  const bytes = new TextEncoder().encode(key)
  return `tag${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
