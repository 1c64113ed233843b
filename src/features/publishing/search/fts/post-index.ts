import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import {
  authorMark,
  IN_TAGS,
  IN_TITLE,
  languageMark,
  marked,
  marksOfTime,
  tagMark,
} from '#features/publishing/search/fts/marks.ts'
import { tokensOf } from '#features/publishing/search/fts/tokens.ts'

/** A public post for the index. */
export interface SearchablePost {
  id: number
  version: number
  authorId: number
  title: string
  tags: readonly (readonly [key: string, name: string])[]
  /** The text without markup. */
  text: string
  /** `zh`, `en`, or empty for other languages. */
  language: string
  publishedAt: string | null
}

/** Replaces the entry of a post, unless the index has this version or a newer one. */
export function indexPost(post: SearchablePost): Statement[] {
  const { id, version } = post
  const [title, text] = [post.title.normalize('NFC'), post.text.normalize('NFC')]
  const [inTitle, inTags] = [tokensOf(title), tokensOf(post.tags.map(([, name]) => name.normalize('NFC')).join(' '))]
  const filters = [
    authorMark(post.authorId),
    ...post.tags.map(([key]) => tagMark(key)),
    languageMark(post.language),
    ...(post.publishedAt === null ? [] : marksOfTime(post.publishedAt)),
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

/** Removes a post from the index, unless the index has a newer version. */
export function unindexPost({ id, version }: { id: number; version: number }): Statement[] {
  return [
    sql`DELETE FROM post_words WHERE rowid = ${id}
        AND EXISTS (SELECT 1 FROM public_texts WHERE post_id = ${id} AND version <= ${version})`,
    sql`DELETE FROM public_texts WHERE post_id = ${id} AND version <= ${version}`,
  ]
}
