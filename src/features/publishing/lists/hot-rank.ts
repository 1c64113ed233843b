import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'

/** The weights of reactions in the hot rank and in the top posts of a day (index post_days_top). */
export const HOT_WEIGHTS = { likes: 2, dislikes: -2, comments: 3, favorites: 4, energy: 2 } as const

/** The initial rank of a post: its publication time. The triggers posts_rank_new and posts_rank use the same value. */
export function firstRank(published: Date): number {
  return Math.floor(published.getTime() / 1000)
}

/** Updates the rank of these posts from their counters. The trigger posts_rank_in_tags copies each change to the tags. */
export function rank(ids: Statement): Statement {
  return sql`UPDATE posts SET hot = ${HOT} WHERE id IN (${ids}) AND published_at IS NOT NULL AND hot <> ${HOT}`
}

const { likes, dislikes, comments, favorites, energy } = HOT_WEIGHTS

/** Publication time in seconds, plus the seconds that the score is worth. The value does not change as time passes. */
const HOT = sql.raw(`(CAST(strftime('%s', published_at) AS INTEGER) + (
  SELECT seconds FROM hot_scale
  WHERE score <= MAX(0, ${likes} * likes_count + ${dislikes} * dislikes_count + ${comments} * comments_count
    + ${favorites} * favorites_count + ${energy} * posts.energy)
  ORDER BY score DESC LIMIT 1))`)
