import { sql } from 'drizzle-orm'
import type { Statement, Statements } from '#db/client.ts'
import type { SiteDay } from '#db/schema/admin.ts'

/** How many ids are counted in one batch, and how many batches in one run. */
const IDS_A_BATCH = 5_000
const BATCHES_A_RUN = 20

type Made = 'posts' | 'comments'

/**
 * What happened on the days from `since` on, oldest first. New people and check-ins move their figure themselves, by the
 * triggers users_daily and check_ins_daily. Posts and comments are counted by the cron, and here those that came since.
 */
export function daysSince(since: string): Statement<SiteDay> {
  return sql`
    SELECT day, SUM(users) AS users, SUM(posts) AS posts, SUM(comments) AS comments, SUM(check_ins) AS check_ins
    FROM (
      SELECT day, users, posts, comments, check_ins FROM site_daily WHERE day >= ${since}
      UNION ALL SELECT day, 0, made, 0, 0 FROM (${madeSince('posts')}) WHERE day >= ${since}
      UNION ALL SELECT day, 0, 0, made, 0 FROM (${madeSince('comments')}) WHERE day >= ${since})
    GROUP BY day ORDER BY day`
}

/** How many posts there are but for the deleted ones, which leave the figure by the trigger posts_totals. */
export const postsInAll: Statement<{ posts: number }> = sql`
  SELECT value + (SELECT COUNT(*) FROM posts NOT INDEXED WHERE ${isNew('posts')} AND deleted_at IS NULL) AS posts
  FROM site_totals WHERE name = 'posts'`

/** For the cron: counts each post and comment once, on its day. Cut short or run twice, it counts nothing twice. */
export async function countDays(db: Statements): Promise<void> {
  for (let batch = 0; batch < BATCHES_A_RUN; batch++) {
    const moved = await db.batch([
      sql`
        UPDATE site_totals SET value = value + (
          SELECT COUNT(*) FROM posts NOT INDEXED WHERE ${isNew('posts')} AND id <= ${upTo('posts')} AND deleted_at IS NULL)
        WHERE name = 'posts' AND ${upTo('posts')} > ${lastCounted('posts')}`,
      ...count('posts'),
      ...count('comments'),
    ])
    if (moved.flat().length === 0) return
  }
}

function count(table: Made): Statement[] {
  const figure = sql.raw(table)
  return [
    sql`
      INSERT INTO site_daily (day, ${figure}) SELECT day, made FROM (${madeSince(table, upTo(table))}) WHERE TRUE
      ON CONFLICT (day) DO UPDATE SET ${figure} = ${figure} + excluded.${figure}`,
    sql`
      UPDATE site_state SET value = ${upTo(table)}
      WHERE key = ${`counted.${table}`} AND CAST(value AS INTEGER) < ${upTo(table)} RETURNING 1`,
  ]
}

function madeSince(table: Made, last?: Statement): Statement {
  const upToLast = last === undefined ? sql`` : sql` AND id <= ${last}`
  return sql`
    SELECT date(created_at, '+8 hours') AS day, COUNT(*) AS made FROM ${sql.raw(table)} NOT INDEXED
    WHERE ${isNew(table)}${upToLast} GROUP BY 1`
}

/** Whether a row is not in the figures yet. */
function isNew(table: Made): Statement {
  return sql`id > ${lastCounted(table)}`
}

function lastCounted(table: Made): Statement {
  return sql.raw(`(SELECT CAST(s.value AS INTEGER) FROM site_state s WHERE s.key = 'counted.${table}')`)
}

function upTo(table: Made): Statement {
  return sql`MIN(${lastCounted(table)} + ${IDS_A_BATCH}, (SELECT COALESCE(MAX(id), 0) FROM ${sql.raw(table)}))`
}
