import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { noticeToEach } from '#features/core/notifications/notices.ts'
import { isPublic } from '#features/publishing/posts/post.ts'
import { after, DAY } from '#kernel/clock.ts'

/** Followers per batch. A run has at most BATCHES_A_RUN batches. */
const FOLLOWERS_A_BATCH = 500
const BATCHES_A_RUN = 20
/** Batches for the new parts of one author. The next run continues with the others. */
const BATCHES_OF_AUTHOR = 5
/** A told part stays longer than the day in which series_posts_are_news would add it again. */
const TOLD_KEPT_FOR = 2 * DAY

interface NewsRow {
  post_id: number
  series_id: number
  told_up_to: number
  title: string
  author: number
  /**
   * The last follower of the next batch; null if all have their notice, or if the post is no longer
   * public.
   */
  last: number | null
}

/**
 * For the cron: notifies the followers of a series of a new part. Each batch also records how far
 * it came, so that the run after a failed one repeats nothing. The row of a told part stays for
 * some days, so that a part that leaves its series and returns is not told again.
 */
export async function tellFollowers(db: Database, now: Date): Promise<void> {
  // Batches of this run by uid of the author. Authors take turns, so one author with many new parts
  // does not delay the notices of others.
  const taken: Record<number, number> = {}
  for (let batch = 0; batch < BATCHES_A_RUN; batch++) {
    const news = await db.first(sql<NewsRow>`
      SELECT n.*, p.title, s.user_id AS author, iif(${isPublic}, (
        SELECT MAX(user_id) FROM (
          SELECT user_id FROM series_follows WHERE series_id = n.series_id AND user_id > n.told_up_to
          ORDER BY user_id LIMIT ${FOLLOWERS_A_BATCH})), NULL) AS last
      FROM series_news n JOIN posts p ON p.id = n.post_id JOIN series s ON s.id = n.series_id
      WHERE n.told = 0
        AND COALESCE(${JSON.stringify(taken)} ->> ('$."' || s.user_id || '"'), 0) < ${BATCHES_OF_AUTHOR}
      ORDER BY COALESCE(${JSON.stringify(taken)} ->> ('$."' || s.user_id || '"'), 0), p.published_at, n.post_id LIMIT 1`)
    if (news === null) return
    const { post_id, series_id, told_up_to, title, author, last } = news
    taken[author] = (taken[author] ?? 0) + 1
    if (last === null) {
      await db.batch([
        sql`UPDATE series_news SET told = 1 WHERE post_id = ${post_id} AND told_up_to = ${told_up_to}`,
        sql`
          DELETE FROM series_news WHERE told = 1 AND NOT EXISTS (
            SELECT 1 FROM posts WHERE id = post_id AND published_at > ${after(now, -TOLD_KEPT_FOR).toISOString()})`,
      ])
      continue
    }
    const followers = sql`
      SELECT user_id AS uid, row_number() OVER (ORDER BY user_id) AS nth FROM series_follows
      WHERE series_id = ${series_id} AND user_id > ${told_up_to} AND user_id <= ${last}
        AND EXISTS (SELECT 1 FROM posts p WHERE p.id = ${post_id} AND ${isPublic})`
    const about = {
      kind: 'NotifySystem',
      relatedId: post_id,
      actorId: author,
      data: { event: 'series_part', title },
    } as const
    await db.batch([
      noticeToEach(followers, { ...about, onceKey: `series:${post_id}` }, now),
      sql`UPDATE series_news SET told_up_to = ${last} WHERE post_id = ${post_id}`,
    ])
  }
}
