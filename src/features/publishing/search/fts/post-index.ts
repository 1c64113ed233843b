import { and, type SQL, sql } from 'drizzle-orm'
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
import { tokensOf } from '#features/publishing/search/fts/tokens.ts'
import type { Cursor } from '#kernel/paging.ts'

/** A public post as the index needs it. */
export interface SearchablePost
  extends Pick<PostRow, 'id' | 'version' | 'author_id' | 'title' | 'published_at'> {
  tags: readonly (readonly [key: string, name: string])[]
  /** The body without markup. */
  text: string
  /** `zh`, `en`, or empty for other languages. */
  language: string
}

/** Replaces the entry of a post, unless the index has this version or a newer one. */
export function indexPost(post: SearchablePost): Statement[] {
  const { id, version } = post
  const [title, text] = [post.title.normalize('NFC'), post.text.normalize('NFC')]
  const [inTitle, inTags] = [
    tokensOf(title),
    tokensOf(post.tags.map(([, name]) => name.normalize('NFC')).join(' ')),
  ]
  const filters = [
    authorMark(post.author_id),
    ...post.tags.map(([key]) => tagMark(key)),
    languageMark(post.language),
    ...(post.published_at === null ? [] : marksOfTime(post.published_at)),
  ]
  const marks = [...filters, marked(IN_TITLE, inTitle), marked(IN_TAGS, inTags)].join(' ')
  const isNewer = sql`NOT EXISTS (SELECT 1 FROM public_texts WHERE post_id = ${id} AND version >= ${version})`
  return [
    sql`DELETE FROM post_words WHERE rowid = ${id} AND ${isNewer}`,
    sql`INSERT INTO post_words (rowid, body, title, tags, marks)
        SELECT ${id}, ${tokensOf(text)}, ${inTitle}, ${inTags}, ${marks} WHERE ${isNewer}`,
    sql`INSERT INTO public_texts (post_id, version, title, body) VALUES (${id}, ${version}, ${title}, ${text})
        ON CONFLICT (post_id) DO UPDATE SET version = excluded.version, title = excluded.title, body = excluded.body
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

/**
 * A post that only admins can search for, with its status. A draft has no tags and no text here.
 */
type HiddenPost = SearchablePost & { status: string }

/**
 * Replaces the entry of a post, unless the index has this version or a newer one. A draft is saved
 * every few seconds, so as long as its title stays the same only the version is written.
 */
export function indexHiddenPost(post: HiddenPost): Statement[] {
  const { id, version, status } = post
  const [title, text] = [
    tokensOf(post.title.normalize('NFC')),
    tokensOf(post.text.normalize('NFC')),
  ]
  const tags = tokensOf(post.tags.map(([, name]) => name.normalize('NFC')).join(' '))
  const marks = `${authorMark(post.author_id)} ${statusMark(status)}`
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
