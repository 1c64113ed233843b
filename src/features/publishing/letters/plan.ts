import { and, type SQL, sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import type { LetterRow } from '#db/schema/publishing.ts'
import { subjectLine } from '#features/core/mail/mail-text.ts'
import { nextDigest } from '#features/core/mail/notice-prefs.ts'
import { LEVEL_FLOORS } from '#features/core/people/level.ts'
import { recall, remember } from '#features/core/site/state.ts'
import { toSend } from '#features/publishing/letters/queue.ts'
import { isPublic } from '#features/publishing/posts/post.ts'
import { after, DAY, HOUR, MINUTE } from '#kernel/clock.ts'

/** Time to correct a post before its letter starts. */
export const LETTER_DELAY = 10 * MINUTE
/** An author has at most one letter in this time. More posts wait and share the next letter. */
export const LETTER_PAUSE = DAY
/** Level of an author whose posts go out as letters. */
export const LETTER_LEVEL_MIN = 2
/** Posts of a letter or digest. */
export const LETTER_POSTS_MAX = 20
const POSTS_A_RUN = 50
const DIGESTS_A_RUN = 200
/** After letters were off for longer, older posts are not sent. */
const LOOKBACK_MAX = DAY

/** Expects `posts p JOIN users u LEFT JOIN letter_authors a`. Posts of an import are older than the site shows. */
export const MAY_BE_SENT: SQL = sql`${isPublic} AND p.import_key IS NULL AND u.exp >= ${LEVEL_FLOORS[LETTER_LEVEL_MIN]}
  AND u.status = 'active' AND u.silenced_at IS NULL AND a.blocked_at IS NULL AND COALESCE(a.content, 'summary') <> 'off'`

export const postsWithAuthors: SQL = sql`
  posts p JOIN users u ON u.uid = p.author_id LEFT JOIN letter_authors a ON a.user_id = p.author_id`

/** The public posts of a letter that may still be sent, the first one first. */
export function postsOfLetter<Row>(columns: SQL<Row>, letter: number): Statement<Row> {
  return sql`
    SELECT ${columns} FROM ${postsWithAuthors}
    WHERE p.id IN (SELECT post_id FROM letter_posts WHERE letter_id = ${letter}) AND ${MAY_BE_SENT}
    ORDER BY p.published_at, p.id LIMIT ${LETTER_POSTS_MAX}`
}

/** For the cron: puts new posts into letters, starts letters and digests that are due. Without subscribers this is one read. */
export async function planLetters(db: Database, now: Date): Promise<void> {
  const topics = await db.first(sql`SELECT 1 AS any FROM letter_topics WHERE subscribers > 0 LIMIT 1`)
  // Without subscribers, the next ones get posts from their own time on.
  if (topics === null) return void (await db.batch([sql`DELETE FROM site_state WHERE key = 'letters'`]))
  await collectPosts(db, now)
  await startLetters(db, now)
  await startDigests(db, now)
}

async function collectPosts(db: Database, now: Date): Promise<void> {
  const until = after(now, -LETTER_DELAY).toISOString()
  const since = await recall(db, 'letters')
  if (since === null) return void (await db.batch([remember('letters', until)]))
  const from = [since, after(now, -LOOKBACK_MAX).toISOString()].toSorted().at(-1) ?? since
  const posts = await db.all(sql<{ id: number; author_id: number; published_at: string }>`
    SELECT p.id, p.author_id, p.published_at FROM ${postsWithAuthors}
    WHERE ${isIn(from, until)} AND ${MAY_BE_SENT} AND NOT EXISTS (SELECT 1 FROM letter_posts WHERE post_id = p.id)
      AND EXISTS (SELECT 1 FROM letter_topics t WHERE t.subscribers > 0 AND (t.kind, t.ref) IN (
        SELECT 'site', '' UNION ALL SELECT 'author', CAST(p.author_id AS TEXT)
        UNION ALL SELECT 'series', CAST(series_id AS TEXT) FROM series_posts WHERE post_id = p.id
        UNION ALL SELECT 'tag', json_extract(value, '$[0]') FROM json_each(p.tags)))
    ORDER BY p.published_at, p.id LIMIT ${POSTS_A_RUN}`)
  const reached = posts.length === POSTS_A_RUN ? (posts.at(-1)?.published_at ?? until) : until
  // Nothing new: the place is written once an hour only. Posts in between are found again, and are in a letter or need none.
  if (posts.length === 0 && after(new Date(since), HOUR).toISOString() > until) return
  await db.batch([...posts.flatMap((post) => addToLetter(post, now)), remember('letters', reached)])
}

const isIn = (from: string, until: string): SQL =>
  sql`p.language IN ('', 'en', 'zh') AND p.published_at > ${from} AND p.published_at <= ${until}`

/** The letter of the author that waits, or a new one. */
function addToLetter({ id, author_id }: { id: number; author_id: number }, now: Date): Statement[] {
  const at = now.toISOString()
  const afterLast = sql`
    SELECT strftime('%Y-%m-%dT%H:%M:%fZ', MAX(started_at), '+' || ${LETTER_PAUSE / 1000} || ' seconds') FROM letters
    WHERE author_id = ${author_id}`
  return [
    sql`INSERT INTO letters (author_id, due_at, created_at)
        SELECT ${author_id}, MAX(${at}, COALESCE((${afterLast}), '')), ${at}
        WHERE NOT EXISTS (SELECT 1 FROM letters WHERE author_id = ${author_id} AND state = 'waiting')`,
    sql`INSERT INTO letter_posts (post_id, letter_id)
        SELECT ${id}, id FROM letters WHERE author_id = ${author_id} AND state = 'waiting'
        ON CONFLICT DO NOTHING`,
  ]
}

async function startLetters(db: Database, now: Date): Promise<void> {
  const due = await db.all(sql<Pick<LetterRow, 'id'>>`
    SELECT id FROM letters INDEXED BY letters_due WHERE state = 'waiting' AND due_at <= ${now.toISOString()}
    ORDER BY due_at, id LIMIT ${POSTS_A_RUN}`)
  for (const { id } of due) {
    const [first] = await db.all(postsOfLetter(sql<{ title: string }>`p.title`, id))
    const at = now.toISOString()
    await db.batch(
      first === undefined
        ? [sql`UPDATE letters SET state = 'dropped', ended_at = ${at} WHERE id = ${id} AND state = 'waiting'`]
        : [
            // Nothing, if a concurrent run has started it.
            toSend(
              { kind: 'part', ref: id, payload: sql`'{}'` },
              sql`letters WHERE id = ${id} AND state = 'waiting'`,
              now,
            ),
            sql`UPDATE letters SET state = 'sending', subject = ${subjectLine(first.title)}, started_at = ${at}
                WHERE id = ${id} AND state = 'waiting'`,
          ],
    )
  }
}

interface DueDigest {
  subscriber_id: number
  cadence: 'daily' | 'weekly'
  zone: string
  /** JSON: kind, ref and digest_from of each subscription. */
  topics: string
}

async function startDigests(db: Database, now: Date): Promise<void> {
  const at = now.toISOString()
  const due = await db.all(sql<DueDigest>`
    SELECT s.subscriber_id, s.cadence, r.time_zone AS zone,
      json_group_array(json_object('kind', s.kind, 'ref', s.ref, 'since', s.digest_from)) AS topics
    FROM letter_subscriptions s JOIN letter_subscribers r ON r.id = s.subscriber_id
    WHERE s.subscriber_id IN (
        SELECT subscriber_id FROM letter_subscriptions INDEXED BY letter_subscriptions_due
        WHERE digest_at <= ${at} ORDER BY digest_at LIMIT ${DIGESTS_A_RUN})
      AND s.digest_at <= ${at}
    GROUP BY s.subscriber_id, s.cadence`)
  for (const { subscriber_id, cadence, zone, topics } of due) {
    const posts = await db.all(newPosts(topics, at))
    const isDue = sql`subscriber_id = ${subscriber_id} AND cadence = ${cadence} AND digest_at <= ${at}`
    const payload = sql`json_object('subscriber', ${subscriber_id}, 'cadence', ${cadence},
      'posts', json(${JSON.stringify(posts.map(({ id }) => id))}))`
    const isPending = sql`letter_subscribers WHERE id = ${subscriber_id}
      AND EXISTS (SELECT 1 FROM letter_subscriptions WHERE ${isDue})`
    await db.batch([
      ...(posts.length > 0 ? [toSend({ kind: 'digest', payload }, isPending, now)] : []),
      sql`UPDATE letter_subscriptions
          SET digest_from = ${at}, digest_at = ${nextDigest(cadence, zone, now).toISOString()} WHERE ${isDue}`,
    ])
  }
}

/** The newest posts of these topics, each once. Each part walks one index from the time of the last digest. */
function newPosts(topics: string, until: string): Statement<{ id: number }> {
  const given = (kind: string) => sql`
    SELECT value ->> 'ref' AS ref, value ->> 'since' AS since FROM json_each(${topics}) WHERE value ->> 'kind' = ${kind}`
  const published = (column: SQL) => and(sql`${column} > t.since`, sql`${column} <= ${until}`)
  const found = sql`
    SELECT post_id FROM (${given('tag')}) t CROSS JOIN post_tags
      ON tag_key = t.ref AND language IN ('', 'en', 'zh') AND ${published(sql`post_tags.published_at`)}
    UNION SELECT post_id FROM (${given('series')}) t CROSS JOIN series_posts
      ON series_id = CAST(t.ref AS INTEGER) AND ${published(sql`series_posts.listed_at`)}
    UNION SELECT x.id FROM (${given('author')}) t CROSS JOIN posts x INDEXED BY posts_of_author_new
      ON x.author_id = CAST(t.ref AS INTEGER) AND x.status = 'approved' AND x.deleted_at IS NULL AND ${published(sql`x.listed_at`)}
    UNION SELECT x.id FROM (${given('site')}) t CROSS JOIN posts x INDEXED BY posts_new
      ON x.language IN ('', 'en', 'zh') AND x.status = 'approved' AND x.deleted_at IS NULL AND ${published(sql`x.published_at`)}`
  return sql`
    SELECT p.id FROM ${postsWithAuthors} WHERE p.id IN (${found}) AND ${MAY_BE_SENT}
    ORDER BY p.published_at DESC, p.id DESC LIMIT ${LETTER_POSTS_MAX}`
}
