import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import { type GatheredDay, HOSTS_MAX } from '#features/community/views/gathered.ts'
import { isPublic } from '#features/publishing/posts/visibility.ts'
import { addDays } from '#kernel/clock.ts'

/** For so many days it is known where readers came from: a little longer than the longest range that is shown. */
const SOURCES_KEPT_FOR = 200

/**
 * Adds what was gathered of a post, if it is still public. The triggers post_days_count_views, post_days_count_views_new and
 * post_days_count_views_gone keep the post's sum; the author's follow with the cron, like all figures.
 */
export function addViews(postId: number, days: readonly GatheredDay[]): Statement[] {
  const list = JSON.stringify(days)
  const each = sql`FROM posts p CROSS JOIN json_each(${list}) d WHERE p.id = ${postId} AND ${isPublic}`
  const [first = ''] = days.map(({ day }) => day).sort()
  return [
    sql`
      INSERT INTO post_days (post_id, day, author_id, views, ends)
      SELECT p.id, d.value ->> 'day', p.author_id, d.value ->> 'views', d.value ->> 'ends' ${each}
      ON CONFLICT (post_id, day) DO UPDATE SET views = views + excluded.views, ends = ends + excluded.ends`,
    ...(days.some(({ hosts }) => Object.keys(hosts).length > 0) ? addSources(each, postId, first) : []),
  ]
}

/** The hosts of a day that most readers came from. */
function addSources(each: Statement, postId: number, first: string): Statement[] {
  return [
    sql`
      INSERT INTO author_sources (author_id, day, hosts)
      SELECT p.author_id, d.value ->> 'day', d.value -> 'hosts' ${each} AND d.value ->> 'hosts' <> '{}'
      ON CONFLICT (author_id, day) DO UPDATE SET hosts = (
        SELECT json_group_object(host, views) FROM (
          SELECT host, SUM(views) AS views FROM (
            SELECT key AS host, value AS views FROM json_each(author_sources.hosts)
            UNION ALL SELECT key, value FROM json_each(excluded.hosts))
          GROUP BY host ORDER BY SUM(views) DESC, host LIMIT ${HOSTS_MAX}))`,
    sql`
      DELETE FROM author_sources
      WHERE author_id = (SELECT author_id FROM posts WHERE id = ${postId}) AND day < ${addDays(first, -SOURCES_KEPT_FOR)}`,
  ]
}
