import { sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import { nextNotice } from '#db/ids.ts'

/** How many entries the cron writes in one batch, and how many batches in one run. */
const ROWS_A_BATCH = 500
const BATCHES_A_RUN = 20

/**
 * Likes are not told one by one: a post has one entry a day. It grows, and one that grows is unread again and comes to the top.
 * Of one's own likes, and of those across a block, nobody is told: likes_of_others leaves them out.
 * Run twice, or by two visits at once, no like is told twice: what has been told is stored in the same batch.
 */
export function digestStatements(uid: number, now: Date): [Statement, Statement] {
  return digest(sql`SELECT post_id, day FROM post_days WHERE author_id = ${uid} AND ${UNTOLD}`, now)
}

export async function tellOfLikes(db: Database, uid: number, now: Date): Promise<void> {
  await db.batch(digestStatements(uid, now))
}

/** For the cron: tells everybody, a bounded number of entries a run. Returns how many it told. */
export async function digestAll(db: Database, now: Date): Promise<number> {
  const some = sql`
    SELECT post_id, day FROM post_days WHERE ${UNTOLD}
    ORDER BY author_id, day, post_id LIMIT ${ROWS_A_BATCH}`
  let told = 0
  for (let batch = 0; batch < BATCHES_A_RUN; batch++) {
    const [, rows] = await db.batch(digest(some, now))
    told += rows.length
    if (rows.length < ROWS_A_BATCH) break
  }
  return told
}

/** `rows` selects the same rows in both statements, as a batch is one transaction. An erased account is not told. */
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

/** Likes that wait to be told keep their day fresh, so the index post_days_fresh finds them. */
const UNTOLD = sql`fresh = 1 AND likes_of_others > told`

const ONCE_KEY = sql`'like:' || post_id || ':' || day`

/** How many entries the next digest will make or turn unread, as a scalar. `user` gives a uid. */
export function untoldEntries(user: Statement): Statement {
  return sql`
    SELECT COUNT(*) FROM post_days
    WHERE author_id = ${user} AND ${UNTOLD} AND NOT EXISTS (
      SELECT 1 FROM notifications WHERE user_id = author_id AND once_key = ${ONCE_KEY} AND read = 0)`
}
