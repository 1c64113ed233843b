/**
 * What each sign of interest is worth in the hot rank. The database ranks by them: the triggers posts_rank_new, posts_rank
 * and posts_rank_in_tags, with the table hot_scale, and the index post_daily_top for the best of one day.
 */
export const HOT_WEIGHTS = { likes: 2, dislikes: -2, comments: 3, favorites: 4, energy: 2 } as const
