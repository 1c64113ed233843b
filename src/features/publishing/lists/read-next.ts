import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import { blockedBy } from '#features/core/blocks/touch.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { LISTED_LANGUAGES } from '#features/publishing/posts/language.ts'

/** What the table read_next keeps of a post; the trigger posts_leave_read_next takes it away with the post. */
export const NEXT_KEPT_MAX = 6
/** Read for a page, and shown: some may be there twice, or by somebody the viewer blocks. */
const NEXT_READ = 5
const NEXT_SHOWN = 4

/** Whom the cron asks about a post, those who liked it and those who saved it, and how much of what each of them liked and saved. */
const READERS_ASKED = 12
const ASKED_OF_READER = 8
/** From then on every third reader is news: until they come, three in four of those who were asked would be asked again. */
const READERS_BETWEEN = 3
/** What one reader alone has in common with a post would tell what that reader likes. */
const READERS_MIN = 2

export interface NextPost {
  id: number
  title: string
  reading_minutes: number
  likes_count: number
}

/**
 * What to read after the post `p`, as JSON in its row: what its readers liked too, then the hottest under its first tags in its
 * language, then the author's newest, then the hottest of the site. A part is read only as far as the ones before it leave room.
 */
export const nextColumn: SQL = sql.raw(`(
  SELECT json_group_array(json_array(n.id, n.author_id, n.title, n.reading_minutes, n.likes_count))
  FROM (
    SELECT value AS id FROM json_each((SELECT ids FROM read_next WHERE post_id = p.id))
    ${ofTags()}
    UNION ALL SELECT id FROM (
      SELECT a.id FROM posts a INDEXED BY posts_of_author_new
      WHERE a.author_id = p.author_id AND a.status = 'approved' AND a.deleted_at IS NULL AND a.id <> p.id
      ORDER BY a.published_at DESC, a.id DESC LIMIT ${NEXT_READ})
    UNION ALL SELECT id FROM (${hottest()} ORDER BY hot DESC, id DESC LIMIT ${NEXT_READ})
    LIMIT ${NEXT_READ}
  ) c CROSS JOIN posts n ON n.id = c.id
  WHERE n.status = 'approved' AND n.deleted_at IS NULL)`)

/** Two, for D1 takes five parts in one SELECT at most. */
function ofTags(): string {
  const ofTag = (n: number) => `
    UNION ALL SELECT post_id FROM (
      SELECT t.post_id FROM post_tags t INDEXED BY post_tags_hot
      WHERE t.tag_key = p.tags ->> '$[${n}][0]' AND t.language = p.language AND t.post_id <> p.id
      ORDER BY t.hot DESC, t.post_id DESC LIMIT ${NEXT_READ})`
  return [0, 1].map(ofTag).join('')
}

function hottest(): string {
  const ofLanguage = (language: string) => `
      SELECT h.id, h.hot FROM posts h INDEXED BY posts_hot
      WHERE h.language = '${language}' AND h.status = 'approved' AND h.deleted_at IS NULL AND h.id <> p.id`
  return LISTED_LANGUAGES.map(ofLanguage).join(' UNION ALL ')
}

export function nextFor(viewer: Viewer | null, column: string): NextPost[] {
  const blocked = blockedBy(viewer)
  const found = new Map<number, NextPost>()
  for (const [id, author, title, reading_minutes, likes_count] of JSON.parse(column) as Found[])
    if (!blocked.includes(author)) found.set(id, { id, title, reading_minutes, likes_count })
  return [...found.values()].slice(0, NEXT_SHOWN)
}

type Found = [id: number, author: number, title: string, minutes: number, likes: number]

/** Of a day `d` of the post `p` that is not summed up yet: whether its likes and favourites call for another choice. */
export const hasNewReaders: SQL = sql.raw(`(
  p.deleted_at IS NULL AND (d.likes <> d.summed_likes OR d.favorites <> d.summed_favorites)
  AND (p.likes_count + p.favorites_count < ${READERS_ASKED}
    OR (p.likes_count + p.favorites_count) / ${READERS_BETWEEN}
      <> (p.likes_count - d.likes + d.summed_likes + p.favorites_count - d.favorites + d.summed_favorites) / ${READERS_BETWEEN}))`)

/**
 * For the cron: chooses anew for each of these posts. A post that few have liked and most of them are readers of this one tells more
 * than one that everybody has liked.
 */
export function chooseNext(posts: readonly number[]): Statement {
  return sql`
    INSERT INTO read_next (post_id, ids)
    SELECT id, ids FROM (
      SELECT w.value AS id, (${sql.raw(LIKED_TOO)}) AS ids FROM json_each(${JSON.stringify(posts)}) w)
    WHERE ids <> '[]' OR id IN (SELECT post_id FROM read_next)
    ON CONFLICT (post_id) DO UPDATE SET ids = excluded.ids WHERE ids <> excluded.ids`
}

const LIKED_TOO = `
  SELECT json_group_array(id) FROM (
    SELECT p.id FROM (
      SELECT e.value AS post_id, COUNT(*) AS readers FROM (
        SELECT user_id FROM (
          SELECT user_id FROM post_likes INDEXED BY post_likes_of_post
          WHERE post_id = w.value ORDER BY created_at DESC LIMIT ${READERS_ASKED})
        UNION
        SELECT user_id FROM (
          SELECT user_id FROM favorites INDEXED BY favorites_of_post
          WHERE post_id = w.value ORDER BY user_id DESC LIMIT ${READERS_ASKED})
      ) r CROSS JOIN json_each((
        SELECT json_group_array(post_id) FROM (
          SELECT post_id FROM (
            SELECT post_id FROM post_likes WHERE user_id = r.user_id ORDER BY post_id DESC LIMIT ${ASKED_OF_READER})
          UNION
          SELECT post_id FROM (
            SELECT post_id FROM favorites WHERE user_id = r.user_id ORDER BY post_id DESC LIMIT ${ASKED_OF_READER})))) e
      WHERE e.value <> w.value GROUP BY e.value HAVING COUNT(*) >= ${READERS_MIN}
    ) shared CROSS JOIN posts p ON p.id = shared.post_id
    WHERE p.status = 'approved' AND p.deleted_at IS NULL
    ORDER BY shared.readers * shared.readers * 1.0 / MAX(1, p.likes_count + p.favorites_count) DESC, p.id DESC
    LIMIT ${NEXT_KEPT_MAX})`
