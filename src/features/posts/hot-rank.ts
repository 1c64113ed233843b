import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'

/**
 * What each sign of interest is worth in the hot rank, and in the best posts of one day (the index post_days_top).
 */
export const HOT_WEIGHTS = { likes: 2, dislikes: -2, comments: 3, favorites: 4, energy: 2 } as const

/**
 * Ranks these posts by their counters. A post that is published begins with the time of publication: the triggers
 * posts_rank_new and posts_rank. posts_rank_in_tags carries each change on to the tags.
 */
export function rank(ids: Statement): Statement {
  return sql`UPDATE posts SET hot = ${HOT} WHERE id IN (${ids}) AND published_at IS NOT NULL AND hot <> ${HOT}`
}

const { likes, dislikes, comments, favorites, energy } = HOT_WEIGHTS

/** Publication time in seconds plus what the score is worth: it need not be computed anew as time passes. */
const HOT = sql.raw(`(CAST(strftime('%s', published_at) AS INTEGER) + (
  SELECT seconds FROM hot_scale
  WHERE score <= MAX(0, ${likes} * likes_count + ${dislikes} * dislikes_count + ${comments} * comments_count
    + ${favorites} * favorites_count + ${energy} * posts.energy)
  ORDER BY score DESC LIMIT 1))`)
