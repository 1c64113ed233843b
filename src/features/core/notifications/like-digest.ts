import { sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import { nextNotice } from '#db/ids.ts'

/** Entries per batch, and batches per cron run. */
const ROWS_A_BATCH = 500
const BATCHES_A_RUN = 20

/**
 * Likes are reported as one notice per post and day. New likes update the notice, mark it unread
 * and move it to the top. likes_of_others excludes the author's own likes and likes across a block.
 * The same batch stores the reported number in `told`, so concurrent runs report no like twice.
 */
export function digestStatements(uid: number | Statement, now: Date): [Statement, Statement] {
  return digest(
    sql`SELECT post_id, day FROM post_days WHERE author_id = ${uid} AND ${PENDING}`,
    now,
  )
}

/**
 * For the cron: writes the digests of all users, a bounded number per run. Returns the number of
 * entries.
 */
export async function digestAll(db: Database, now: Date): Promise<number> {
  const some = sql`
    SELECT post_id, day FROM post_days WHERE ${PENDING}
    ORDER BY author_id, day, post_id LIMIT ${ROWS_A_BATCH}`
  let written = 0
  for (let batch = 0; batch < BATCHES_A_RUN; batch++) {
    const [, rows] = await db.batch(digest(some, now))
    written += rows.length
    if (rows.length < ROWS_A_BATCH) break
  }
  return written
}

/**
 * `rows` selects the same rows in both statements, because a batch is one transaction. Deleted
 * users get no digest.
 */
function digest(rows: Statement, now: Date): [Statement, Statement] {
  return [
    sql`
    INSERT INTO notifications (id, user_id, kind, category, related_id, data, once_key, created_at)
    SELECT ${nextNotice} + row_number() OVER (ORDER BY day, post_id), s.author_id, 'NotifyLikeAggregated', 'like', post_id,
      json_object('likes', likes_of_others, 'day', day, 'title', posts.title), ${ONCE_KEY}, ${now.toISOString()}
    FROM post_days s JOIN users ON uid = s.author_id LEFT JOIN posts ON posts.id = post_id
    WHERE (post_id, day) IN (${rows}) AND users.status <> 'deleted'
    ORDER BY day, post_id
    ON CONFLICT (user_id, once_key) WHERE once_key IS NOT NULL
    DO UPDATE SET data = json_patch(data, excluded.data), read = 0, created_at = excluded.created_at`,
    sql`UPDATE post_days SET told = likes_of_others WHERE (post_id, day) IN (${rows}) RETURNING post_id`,
  ]
}

/** Days with unreported likes have fresh = 1, so the index post_days_fresh finds them. */
const PENDING = sql`fresh = 1 AND likes_of_others > told`

const ONCE_KEY = sql`'like:' || post_id || ':' || day`

/**
 * A scalar: the number of entries that the next digest will add or mark as unread. `user` is an SQL
 * expression for a uid.
 */
export function pendingEntries(user: Statement): Statement {
  return sql`
    SELECT COUNT(*) FROM post_days
    WHERE author_id = ${user} AND ${PENDING} AND NOT EXISTS (
      SELECT 1 FROM notifications WHERE user_id = author_id AND once_key = ${ONCE_KEY} AND read = 0)`
}
