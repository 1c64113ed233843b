import { type SQL, sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import type { CommentRow } from '#db/schema/community.ts'
import type { PostRow } from '#db/schema/publishing.ts'
import {
  authorMark,
  IN_TAGS,
  IN_TITLE,
  languageMark,
  marked,
  marksOfTime,
  postMark,
  statusMark,
  tagMark,
} from '#features/publishing/search/fts/marks.ts'
import {
  merged,
  newestMatches,
  type Ranked,
} from '#features/publishing/search/fts/newest-matches.ts'
import type { Cursor } from '#kernel/paging.ts'
import { tokensOf } from '#kernel/search/tokens.ts'
import type { Words } from '#kernel/search/words.ts'

/** A post as the indexes need it. */
export interface SearchablePost
  extends Pick<PostRow, 'id' | 'version' | 'author_id' | 'status' | 'published_at'> {
  tags: readonly (readonly [key: string, name: string])[]
  /** `zh`, `en`, or empty for other languages. */
  language: string
  /** The original title, for highlights. */
  title: string
  words: Words
  /** A hash of everything above except the version. */
  digest: string
}

/**
 * Stores that the entry of a post is right for this version too, if it was made from the same text.
 * Returns a row if it was.
 */
export const keepPost = keepIn(sql.raw('public_texts'))
export const keepHiddenPost = keepIn(sql.raw('hidden_entries'))

type Dated = Pick<SearchablePost, 'id' | 'version' | 'digest'>

function keepIn(entries: SQL) {
  return ({ id, version, digest }: Dated): Statement<{ id: number }> => sql`
    UPDATE ${entries} SET version = ${version}, digest = ${stamp(version, digest)}
    WHERE post_id = ${id} AND version <= ${version} AND digest = version || ${`:${digest}`}
    RETURNING post_id AS id`
}

/**
 * The digest is stored with the version. An older release updates the version but not the digest,
 * so its entries never look as if they were made from the same text.
 */
const stamp = (version: number, digest: string) => `${version}:${digest}`

/** Replaces the entry of a post, unless the index has this version or a newer one. */
export function indexPost(post: SearchablePost): Statement[] {
  const { id, version, title, words } = post
  const filters = [
    authorMark(post.author_id),
    ...post.tags.map(([key]) => tagMark(key)),
    languageMark(post.language),
    ...(post.published_at === null ? [] : marksOfTime(post.published_at)),
  ]
  const marks = [...filters, marked(IN_TITLE, words.title), marked(IN_TAGS, words.tags)].join(' ')
  const isNewer = sql`NOT EXISTS (SELECT 1 FROM public_texts WHERE post_id = ${id} AND version >= ${version})`
  return [
    sql`DELETE FROM post_words WHERE rowid = ${id} AND ${isNewer}`,
    sql`INSERT INTO post_words (rowid, body, title, tags, marks)
        SELECT ${id}, ${words.body}, ${words.title}, ${words.tags}, ${marks} WHERE ${isNewer}`,
    sql`INSERT INTO public_texts (post_id, version, title, body, digest)
        VALUES (${id}, ${version}, ${title.normalize('NFC')}, ${words.text}, ${stamp(version, post.digest)})
        ON CONFLICT (post_id) DO UPDATE
        SET version = excluded.version, title = excluded.title, body = excluded.body, digest = excluded.digest
        WHERE excluded.version > public_texts.version`,
  ]
}

/** Removes a post from an index, unless the index has a newer version. */
function unindexFrom(words: SQL, versions: SQL) {
  return ({ id, version }: { id: number; version: number }): Statement[] => [
    sql`DELETE FROM ${words} WHERE rowid = ${id}
        AND EXISTS (SELECT 1 FROM ${versions} WHERE post_id = ${id} AND version <= ${version})`,
    sql`DELETE FROM ${versions} WHERE post_id = ${id} AND version <= ${version}`,
  ]
}

/** Removes a post from the index of public posts, unless the index has a newer version. */
export const unindexPost = unindexFrom(sql.raw('post_words'), sql.raw('public_texts'))
/** Removes a post from the index of hidden posts, unless the index has a newer version. */
export const unindexHiddenPost = unindexFrom(sql.raw('hidden_words'), sql.raw('hidden_entries'))

/** Removes the entries of these posts, whatever their versions. */
export function removeEntries(ids: readonly number[]): Statement[] {
  const these = among(ids)
  return [
    sql`DELETE FROM post_words WHERE rowid IN ${these}`,
    sql`DELETE FROM public_texts WHERE post_id IN ${these}`,
    sql`DELETE FROM hidden_words WHERE rowid IN ${these}`,
    sql`DELETE FROM hidden_entries WHERE post_id IN ${these}`,
  ]
}

/** Marks the entries of these posts as older than any version. They stay searchable. */
export function outdateEntries(ids: readonly number[]): Statement[] {
  const these = among(ids)
  return [
    sql`UPDATE public_texts SET version = -1, digest = NULL WHERE post_id IN ${these}`,
    sql`UPDATE hidden_entries SET version = -1, digest = NULL WHERE post_id IN ${these}`,
  ]
}

const among = (ids: readonly number[]) => sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`

export type SearchableComment = Pick<CommentRow, 'id' | 'author_id' | 'post_id' | 'body'>

/** Replaces the entries of `ids` by the given comments. An id without a comment is removed. */
export function indexComments(
  ids: readonly number[],
  comments: readonly SearchableComment[],
): Statement[] {
  const rows = comments.map(({ id, author_id, post_id, body }) => ({
    id,
    body: tokensOf(body.normalize('NFC')),
    marks: `${authorMark(author_id)} ${postMark(post_id)}`,
  }))
  return [
    sql`DELETE FROM comment_words WHERE rowid IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
    sql`INSERT INTO comment_words (rowid, body, marks)
        SELECT value ->> 'id', value ->> 'body', value ->> 'marks' FROM json_each(${JSON.stringify(rows)})`,
  ]
}

/** The matching comments, newest first. */
export async function searchComments(
  search: Database,
  { q, author, post }: { q: string; author?: number | undefined; post?: number | undefined },
  after: Cursor | null,
  limit: number,
): Promise<Ranked[]> {
  const byAuthor = author === undefined ? [] : [authorMark(author)]
  const byPost = post === undefined ? [] : [postMark(post)]
  const found = await search.batch(
    newestMatches('comment', q, [...byAuthor, ...byPost], after, limit),
  )
  return found.flat()
}

/** Replaces the entry of a hidden post, unless the index has this version or a newer one. */
export function indexHiddenPost(post: SearchablePost): Statement[] {
  const { id, version, status, words } = post
  const marks = `${authorMark(post.author_id)} ${statusMark(status)}`
  const isNewer = sql`NOT EXISTS (SELECT 1 FROM hidden_entries WHERE post_id = ${id} AND version >= ${version})`
  return [
    sql`DELETE FROM hidden_words WHERE rowid = ${id} AND ${isNewer}`,
    sql`INSERT INTO hidden_words (rowid, body, title, tags, marks)
        SELECT ${id}, ${words.body}, ${words.title}, ${words.tags}, ${marks} WHERE ${isNewer}`,
    sql`INSERT INTO hidden_entries (post_id, version, status, title, digest)
        VALUES (${id}, ${version}, ${status}, ${words.title}, ${stamp(version, post.digest)})
        ON CONFLICT (post_id) DO UPDATE
        SET version = excluded.version, status = excluded.status, title = excluded.title, digest = excluded.digest
        WHERE excluded.version > hidden_entries.version`,
  ]
}

/** The matching posts, public or not, newest first. */
export async function searchAllPosts(
  search: Database,
  { q, status, author }: { q: string; status?: string | undefined; author?: number | undefined },
  after: Cursor | null,
  limit: number,
): Promise<Ranked[]> {
  const byAuthor = author === undefined ? [] : [authorMark(author)]
  const byStatus = status === undefined ? [] : [statusMark(status)]
  const found = await search.batch([
    ...(status === undefined || status === 'approved'
      ? newestMatches('post', q, byAuthor, after, limit)
      : []),
    ...(status === 'approved'
      ? []
      : newestMatches('hidden', q, [...byAuthor, ...byStatus], after, limit)),
  ])
  // While its status changes, a post can be in both indexes for a moment.
  return merged(found, limit)
}
