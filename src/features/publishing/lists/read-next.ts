import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import type { PostRow } from '#db/schema/publishing.ts'
import { blockedBy } from '#features/core/blocks/block.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { LISTED_LANGUAGES } from '#features/publishing/posts/language.ts'

/**
 * Suggestions per post in the table read_next. The trigger posts_leave_read_next deletes them with
 * the post.
 */
export const NEXT_STORED_MAX = 6
/**
 * More posts are read than shown, because some may be duplicates, by an author that the viewer
 * blocks, made by AI, or linked above the suggestions.
 */
const NEXT_READ = 7
const NEXT_SHOWN = 4

/**
 * How many users who liked and who saved a post the cron samples, and how many likes and favourites
 * of each user.
 */
const READERS_SAMPLED = 12
const POSTS_PER_READER = 8
/**
 * From READERS_SAMPLED readers on, the cron computes the suggestions again only after this many new
 * readers, because most of the sample stays the same.
 */
const READERS_BETWEEN = 3
/** A suggestion based on one reader would reveal what that reader likes. */
const READERS_MIN = 2

/** `cover_url` is null also for an image of another site. */
export type NextPost = Pick<
  PostRow,
  'id' | 'title' | 'cover_url' | 'reading_minutes' | 'likes_count'
>

/**
 * Suggestions after the post `p`, as JSON in its row: posts that its readers also liked, then the
 * hottest posts with its first tags in its language, then the newest of the author, then the
 * hottest of the site. LIMIT stops reading once enough posts are found.
 */
export const nextColumn: SQL = sql.raw(`(
  SELECT json_group_array(json_array(n.id, n.author_id, n.title, n.reading_minutes, n.likes_count,
    iif(n.cover_url LIKE '/images/%', n.cover_url, NULL), n.ai_made))
  FROM (
    SELECT value AS id FROM json_each((SELECT ids FROM read_next WHERE post_id = p.id))
    ${ofTags()}
    UNION ALL SELECT id FROM (
      SELECT a.id FROM posts a INDEXED BY posts_of_author_new
      WHERE a.author_id = p.author_id AND a.status = 'approved' AND a.deleted_at IS NULL AND a.id <> p.id
      ORDER BY a.listed_at DESC, a.id DESC LIMIT ${NEXT_READ})
    UNION ALL SELECT id FROM (${hottest()} ORDER BY hot DESC, id DESC LIMIT ${NEXT_READ})
    LIMIT ${NEXT_READ}
  ) c CROSS JOIN posts n ON n.id = c.id
  WHERE n.status = 'approved' AND n.deleted_at IS NULL)`)

/** Two tags only, because D1 allows at most five parts in a compound SELECT. */
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

/** Without the posts in `linked`, which the page links already. */
export function nextFor(
  viewer: Viewer | null,
  column: string,
  linked: readonly number[] = [],
): NextPost[] {
  const blocked = blockedBy(viewer)
  const found = new Map<number, NextPost>()
  for (const [id, author, title, reading_minutes, likes_count, cover_url, aiMade] of JSON.parse(
    column,
  ) as Found[]) {
    const isHidden =
      blocked.includes(author) || (viewer?.hides_ai === 1 && aiMade === 1) || linked.includes(id)
    if (!isHidden) found.set(id, { id, title, reading_minutes, likes_count, cover_url })
  }
  return [...found.values()].slice(0, NEXT_SHOWN)
}

type Found = [
  id: number,
  author: number,
  title: string,
  minutes: number,
  likes: number,
  cover: string | null,
  aiMade: number | null,
]

/**
 * A condition for a day `d` of the post `p` that is not summed up yet: its new likes and favourites
 * require new suggestions.
 */
export const hasNewReaders: SQL = sql.raw(`(
  p.deleted_at IS NULL AND (d.likes <> d.summed_likes OR d.favorites <> d.summed_favorites)
  AND (p.likes_count + p.favorites_count < ${READERS_SAMPLED}
    OR (p.likes_count + p.favorites_count) / ${READERS_BETWEEN}
      <> (p.likes_count - d.likes + d.summed_likes + p.favorites_count - d.favorites + d.summed_favorites) / ${READERS_BETWEEN}))`)

/**
 * For the cron: computes the suggestions of these posts. A post ranks higher if most of its few
 * likes come from readers of this post, and lower if everyone likes it.
 */
export function storeSuggestions(posts: readonly number[]): Statement {
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
          WHERE post_id = w.value ORDER BY created_at DESC LIMIT ${READERS_SAMPLED})
        UNION
        SELECT user_id FROM (
          SELECT user_id FROM favorites INDEXED BY favorites_of_post
          WHERE post_id = w.value ORDER BY user_id DESC LIMIT ${READERS_SAMPLED})
      ) r CROSS JOIN json_each((
        SELECT json_group_array(post_id) FROM (
          SELECT post_id FROM (
            SELECT post_id FROM post_likes WHERE user_id = r.user_id ORDER BY post_id DESC LIMIT ${POSTS_PER_READER})
          UNION
          SELECT post_id FROM (
            SELECT post_id FROM favorites WHERE user_id = r.user_id ORDER BY post_id DESC LIMIT ${POSTS_PER_READER})))) e
      WHERE e.value <> w.value GROUP BY e.value HAVING COUNT(*) >= ${READERS_MIN}
    ) shared CROSS JOIN posts p ON p.id = shared.post_id
    WHERE p.status = 'approved' AND p.deleted_at IS NULL
    ORDER BY shared.readers * shared.readers * 1.0 / MAX(1, p.likes_count + p.favorites_count) DESC, p.id DESC
    LIMIT ${NEXT_STORED_MAX})`
