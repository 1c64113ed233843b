import { sql } from 'drizzle-orm'
import type { Statement, Statements } from '#db/client.ts'
import type { SiteDay } from '#db/schema/admin.ts'

/** How many ids are counted in one batch, and how many batches in one run. */
const IDS_A_BATCH = 5_000
const BATCHES_A_RUN = 20

/**
 * What happened on the days from `since` on, oldest first. New people and check-ins move their figure themselves, by the
 * triggers users_daily, posts_daily and check_ins_daily. What is made often is counted by the cron, and here what came since.
 */
export function daysSince(since: string): Statement<SiteDay> {
  return sql`
    SELECT day, SUM(users) AS users, SUM(posts) AS posts, SUM(comments) AS comments, SUM(check_ins) AS check_ins
    FROM (
      SELECT day, users, posts, comments, check_ins FROM site_daily WHERE day >= ${since}
      UNION ALL SELECT day, 0, 0, made, 0 FROM (${madeAfter(COUNTED, sql`9e18`)}) WHERE day >= ${since})
    GROUP BY day ORDER BY day`
}

/** For the cron: counts each comment once, on its day. Cut short or run twice, it counts nothing twice. */
export async function countDays(db: Statements): Promise<void> {
  const upTo = sql`MIN(${COUNTED} + ${IDS_A_BATCH}, (SELECT COALESCE(MAX(id), 0) FROM comments))`
  for (let batch = 0; batch < BATCHES_A_RUN; batch++) {
    const [, moved] = await db.batch([
      sql`
        INSERT INTO site_daily (day, comments) SELECT day, made FROM (${madeAfter(COUNTED, upTo)}) WHERE TRUE
        ON CONFLICT (day) DO UPDATE SET comments = comments + excluded.comments`,
      sql`
        UPDATE site_state SET value = ${upTo} WHERE key = 'counted.comments' AND CAST(value AS INTEGER) < ${upTo}
        RETURNING 1`,
    ])
    if (moved.length === 0) return
  }
}

/** The newest comment that is in the figures. */
const COUNTED = sql`(SELECT CAST(value AS INTEGER) FROM site_state WHERE key = 'counted.comments')`

function madeAfter(id: Statement, upTo: Statement): Statement {
  return sql`
    SELECT date(created_at, '+8 hours') AS day, COUNT(*) AS made FROM comments
    WHERE id > ${id} AND id <= ${upTo} GROUP BY 1`
}
