import { sql } from 'drizzle-orm'
import type { Statement, Statements } from '#db/client.ts'
import type { SiteDay } from '#db/schema/core.ts'

/** Maximum number of ids per batch, and of batches per run. */
const IDS_A_BATCH = 5_000
const BATCHES_A_RUN = 20

type CountedTable = 'posts' | 'comments'

/**
 * The figures of each day from `since`, oldest first. The triggers users_daily and check_ins_daily
 * count users and check-ins. The cron counts posts and comments; this query adds those that the
 * cron has not counted yet.
 */
export function daysSince(since: string): Statement<SiteDay> {
  return sql`
    SELECT day, SUM(users) AS users, SUM(posts) AS posts, SUM(comments) AS comments, SUM(check_ins) AS check_ins
    FROM (
      SELECT day, users, posts, comments, check_ins FROM site_daily WHERE day >= ${since}
      UNION ALL SELECT day, 0, created, 0, 0 FROM (${uncountedByDay('posts')}) WHERE day >= ${since}
      UNION ALL SELECT day, 0, 0, created, 0 FROM (${uncountedByDay('comments')}) WHERE day >= ${since})
    GROUP BY day ORDER BY day`
}

/**
 * The number of posts, without deleted ones. The trigger posts_totals subtracts a post when it is
 * deleted.
 */
export const postCount: Statement<{ posts: number }> = sql`
  SELECT value + (SELECT COUNT(*) FROM posts NOT INDEXED WHERE ${isNew('posts')} AND deleted_at IS NULL) AS posts
  FROM site_totals WHERE name = 'posts'`

/**
 * For the cron: counts each post and each comment once, on its day. It is safe to interrupt and to
 * run twice.
 */
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

function count(table: CountedTable): Statement[] {
  const figure = sql.raw(table)
  return [
    sql`
      INSERT INTO site_daily (day, ${figure}) SELECT day, created FROM (${uncountedByDay(table, upTo(table))}) WHERE TRUE
      ON CONFLICT (day) DO UPDATE SET ${figure} = ${figure} + excluded.${figure}`,
    sql`
      UPDATE site_state SET value = ${upTo(table)}
      WHERE key = ${`counted.${table}`} AND CAST(value AS INTEGER) < ${upTo(table)} RETURNING 1`,
  ]
}

function uncountedByDay(table: CountedTable, last?: Statement): Statement {
  const upToLast = last === undefined ? sql`` : sql` AND id <= ${last}`
  return sql`
    SELECT date(created_at, '+8 hours') AS day, COUNT(*) AS created FROM ${sql.raw(table)} NOT INDEXED
    WHERE ${isNew(table)}${upToLast} GROUP BY 1`
}

/** A condition: the row is not counted yet. */
function isNew(table: CountedTable): Statement {
  return sql`id > ${lastCounted(table)}`
}

function lastCounted(table: CountedTable): Statement {
  return sql.raw(
    `(SELECT CAST(s.value AS INTEGER) FROM site_state s WHERE s.key = 'counted.${table}')`,
  )
}

function upTo(table: CountedTable): Statement {
  return sql`MIN(${lastCounted(table)} + ${IDS_A_BATCH}, (SELECT COALESCE(MAX(id), 0) FROM ${sql.raw(table)}))`
}
