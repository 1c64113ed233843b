/**
 * Sums of a post. An event writes the counter of its post and the day of the post (`post_days`).
 * The cron carries days that are not summed yet to the hot rank, to the sums of the author and to
 * "read next". "Read next" stores posts that at least two readers share, so it shows nothing about
 * one reader. Pages of authors add the days that are not summed yet, so their figures are exact.
 */

import { sql } from 'drizzle-orm'
import type { Statement, Statements } from '#db/client.ts'
import { hasNewReaders, storeSuggestions } from '#features/publishing/lists/read-next.ts'

/** The weights of reactions in the hot rank and in the top posts of a day (index post_days_top). */
export const HOT_WEIGHTS = { likes: 2, dislikes: -2, comments: 3, favorites: 4, energy: 2 } as const

/**
 * The initial rank of a post: its publication time. The triggers posts_rank_new and posts_rank use
 * the same value.
 */
export function firstRank(published: Date): number {
  return Math.floor(published.getTime() / 1000)
}

/**
 * Updates the rank of these posts from their counters. The trigger posts_rank_in_tags copies each
 * change to the tags.
 */
export function rank(ids: Statement): Statement {
  return sql`UPDATE posts SET hot = ${HOT} WHERE id IN (${ids}) AND published_at IS NOT NULL AND hot <> ${HOT}`
}

const { likes, dislikes, comments, favorites, energy } = HOT_WEIGHTS

/**
 * Publication time in seconds, plus the seconds that the score is worth. The value does not change
 * as time passes.
 */
const HOT = sql.raw(`(CAST(strftime('%s', published_at) AS INTEGER) + (
  SELECT seconds FROM hot_scale
  WHERE score <= MAX(0, ${likes} * likes_count + ${dislikes} * dislikes_count + ${comments} * comments_count
    + ${favorites} * favorites_count + ${energy} * posts.energy)
  ORDER BY score DESC LIMIT 1))`)

/** Days of posts per batch. A run has at most BATCHES_PER_RUN batches. */
const DAYS_PER_BATCH = 200
const BATCHES_PER_RUN = 50
/**
 * Posts per run that get new suggestions. Other posts with new readers wait until they get more
 * readers.
 */
export const SUGGESTED_PER_RUN = 200

interface DayOfPost {
  author_id: number
  day: string
  post_id: number
}

type FreshDay = DayOfPost & { has_new_readers: 0 | 1 | null }

/**
 * For the cron. An event only updates its counter and the day of its post (`post_days`). This job
 * updates the derived values once for all events since the last run: hot rank, suggestions and sums
 * of the author. A failed run loses nothing: unsummed days stay marked as fresh. Returns the number
 * of days that were summed up.
 */
export async function sumUp(db: Statements): Promise<number> {
  let done = 0
  let chosen = 0
  let last: DayOfPost = { author_id: 0, day: '', post_id: 0 }
  for (let batch = 0; batch < BATCHES_PER_RUN; batch++) {
    const days: FreshDay[] = await db.all(freshDaysAfter(last))
    const withNewReaders = new Set(
      days.filter((day) => day.has_new_readers).map((day) => day.post_id),
    )
    const posts = [...withNewReaders].slice(0, SUGGESTED_PER_RUN - chosen)
    if (days.length > 0) await db.batch(sumUpOf(days, posts))
    done += days.length
    chosen += posts.length
    if (days.length < DAYS_PER_BATCH) break
    last = days.at(-1) ?? last
  }
  return done
}

function freshDaysAfter({ author_id, day, post_id }: DayOfPost): Statement<FreshDay> {
  return sql`
    SELECT d.author_id, d.day, d.post_id, ${hasNewReaders} AS has_new_readers
    FROM post_days d INDEXED BY post_days_fresh LEFT JOIN posts p ON p.id = d.post_id
    WHERE d.fresh = 1 AND (d.author_id, d.day, d.post_id) > (${author_id}, ${day}, ${post_id})
    ORDER BY d.author_id, d.day, d.post_id LIMIT ${DAYS_PER_BATCH}`
}

/**
 * The statements for one batch of days: the ranks of their posts, the suggestions of `posts`, and
 * last the sums, because they mark the days as summed up.
 */
function sumUpOf(days: readonly DayOfPost[], posts: readonly number[]): Statement[] {
  const list = JSON.stringify(days.map(({ post_id, day }) => ({ post_id, day })))
  const which = sql`SELECT value ->> 'post_id', value ->> 'day' FROM json_each(${list})`
  return [
    rank(sql`SELECT value ->> 'post_id' FROM json_each(${list})`),
    ...(posts.length > 0 ? [storeSuggestions(posts)] : []),
    sumWhere(sql`(post_id, day) IN (${which})`),
  ]
}

/**
 * The triggers post_days_sum and post_days_sum_gone keep the author's sums equal to the summed
 * columns. post_days_become_fresh marks later events. A day stays fresh until a digest has reported
 * its likes.
 */
export function sumWhere(which: Statement): Statement {
  return sql`
    UPDATE post_days
    SET summed_energy = energy, summed_comments = comments, summed_likes = likes, summed_favorites = favorites,
      summed_views = views, summed_ends = ends,
      fresh = likes_of_others > told
    WHERE ${which}`
}
