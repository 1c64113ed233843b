import { and, type SQL, sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import type { LetterRow } from '#db/schema/letters.ts'
import { subjectLine } from '#features/core/mail/mail-text.ts'
import { LEVEL_FLOORS } from '#features/core/people/level.ts'
import { displayName } from '#features/core/people/user-ref.ts'
import { recall, remember } from '#features/core/site/state.ts'
import { isPublic } from '#features/publishing/posts/post.ts'
import { after, DAY, HOUR, MINUTE } from '#kernel/clock.ts'
import type { Language } from '#kernel/i18n.ts'

/**
 * A post is put into a letter this long after its publication, so that its author can correct it.
 */
export const LETTER_DELAY = 10 * MINUTE
/** An author has at most one letter in this time. More posts wait and share the next letter. */
export const LETTER_PAUSE = DAY
/** Posts are sent as letters from this level of their author on. */
export const LETTER_LEVEL_MIN = 2
/** The maximum number of posts in a letter or digest. */
export const LETTER_POSTS_MAX = 20
const POSTS_A_RUN = 50
/** If letters were off for longer than this, the posts from before are not sent. */
const LOOKBACK_MAX = DAY

/** A post as a letter shows it. `body` is null if the author chose the summary. */
export interface LetterPost {
  id: number
  title: string
  summary: string
  author: string
  body: string | null
  cover_url: string | null
  /** Null for a draft, which only a test letter contains. */
  published_at: string | null
  reading_minutes: number
}

interface Row {
  /**
   * `part`: the next subscribers of the letter `ref`. `digests`: the next digests that are due. The
   * others are single mails.
   */
  kind: 'confirm' | 'part' | 'digests' | 'test'
  ref?: number
  payload?: SQL
}

/**
 * Adds rows to the outbox: one for each row of `from`, whose columns the payload may use; without
 * it, one row. The outbox sends rows with the same target one after the other.
 */
export function toSend(
  { kind, ref, payload = sql`'{}'` }: Row,
  from: SQL | null,
  now: Date,
  at = now,
): Statement {
  return sql`
    INSERT INTO outbox (channel, kind, target, ref, payload, status, next_attempt_at, created_at)
    SELECT 'letter', ${kind}, ${targetOf(kind)}, ${ref ?? null}, ${payload}, 'queued', ${at.toISOString()}, ${now.toISOString()}
    ${from ? sql`FROM ${from}` : sql``}`
}

/**
 * The number of targets of confirmations, so that this many are sent at the same time. With one
 * target, each confirmation would wait for those before it, or for the cron.
 */
const CONFIRMATIONS_AT_ONCE = 8

/** The target of a row in the outbox. For confirmations, `from` must have the id of the request. */
function targetOf(kind: Row['kind']): SQL {
  if (kind === 'confirm') return sql`'confirm-' || (id % ${CONFIRMATIONS_AT_ONCE})`
  return kind === 'test' ? sql`'test'` : sql`'letters'`
}

/**
 * A condition for the tables of POSTS_WITH_AUTHORS: the post is public, and its author may send
 * letters and has not switched them off, neither for all posts nor for this one. Imported posts are
 * excluded, because they are older than their publication here.
 */
const MAY_BE_SENT: SQL = sql`${isPublic} AND p.import_key IS NULL AND u.exp >= ${LEVEL_FLOORS[LETTER_LEVEL_MIN]}
  AND u.status = 'active' AND u.silenced_at IS NULL AND a.blocked_at IS NULL AND COALESCE(a.content, 'summary') <> 'off'
  AND NOT EXISTS (SELECT 1 FROM posts_without_letter WHERE post_id = p.id)`

export const POSTS_WITH_AUTHORS: SQL = sql`
  posts p JOIN users u ON u.uid = p.author_id LEFT JOIN letter_authors a ON a.user_id = p.author_id`

export interface PostColumns extends Omit<LetterPost, 'author'> {
  author_id: number
  username: string | null
  author_status: 'active' | 'banned' | 'deleted'
}

export const POST_COLUMNS = sql<PostColumns>`
  p.id, p.author_id, p.title, p.summary, p.cover_url, p.published_at, p.reading_minutes, u.username, u.status AS author_status,
  iif(a.content = 'whole', p.body, NULL) AS body`

/** The post as a letter in this language shows it. */
export function asLetterPost(
  { author_id, username, author_status, ...post }: PostColumns,
  language: Language,
): LetterPost {
  return {
    ...post,
    author: displayName({ uid: author_id, username, status: author_status }, language),
  }
}

export function postsOfLetter(letter: number): Statement<PostColumns> {
  return sql`
    SELECT ${POST_COLUMNS} FROM ${POSTS_WITH_AUTHORS}
    WHERE p.id IN (SELECT post_id FROM letter_posts WHERE letter_id = ${letter}) AND ${MAY_BE_SENT}
    ORDER BY p.published_at, p.id LIMIT ${LETTER_POSTS_MAX}`
}

/**
 * The newest posts of a digest, each once. `topics` is JSON: kind, ref and time of the last digest.
 * Each part walks one index from that time.
 */
export function postsOfDigest(topics: string, until: string): Statement<PostColumns> {
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
    SELECT ${POST_COLUMNS} FROM ${POSTS_WITH_AUTHORS} WHERE p.id IN (${found}) AND ${MAY_BE_SENT}
    ORDER BY p.published_at DESC, p.id DESC LIMIT ${LETTER_POSTS_MAX}`
}

/**
 * For the cron: puts new posts into letters, starts letters and digests that are due. Without
 * subscribers this is one read.
 */
export async function planLetters(db: Database, now: Date): Promise<void> {
  const topics = await db.first(
    sql`SELECT 1 AS any FROM letter_topics WHERE subscribers > 0 LIMIT 1`,
  )
  // There are no subscribers. Forget the position, so that the next subscriber gets no posts from
  // before the subscription.
  if (topics === null) {
    await db.batch([sql`DELETE FROM site_state WHERE key = 'letters'`])
    return
  }
  await collectPosts(db, now)
  const due = await db.all(sql<Pick<LetterRow, 'id'>>`
    SELECT id FROM letters INDEXED BY letters_due WHERE state = 'waiting' AND due_at <= ${now.toISOString()}
    ORDER BY due_at, id LIMIT ${POSTS_A_RUN}`)
  for (const { id } of due) await startLetter(db, id, now)
  if ((await db.first(sql`SELECT 1 FROM ${digestDue(now)}`)) !== null)
    await db.batch([
      toSend({ kind: 'digests' }, sql`${digestDue(now)} WHERE NOT EXISTS (${digestsInQueue})`, now),
    ])
}

const digestDue = (now: Date) => sql`(
  SELECT 1 FROM letter_subscriptions INDEXED BY letter_subscriptions_due WHERE digest_at <= ${now.toISOString()} LIMIT 1)`

const digestsInQueue = sql`
  SELECT 1 FROM outbox INDEXED BY outbox_queued
  WHERE status = 'queued' AND channel = 'letter' AND target = ${targetOf('digests')} AND kind = 'digests'`

/** Puts the posts since the last run that have subscribers into letters. */
async function collectPosts(db: Database, now: Date): Promise<void> {
  const until = after(now, -LETTER_DELAY).toISOString()
  const since = await recall(db, 'letters')
  if (since === null) {
    await db.batch([remember('letters', until)])
    return
  }
  const from = [since, after(now, -LOOKBACK_MAX).toISOString()].toSorted().at(-1) ?? since
  const posts = await db.all(sql<{ id: number; author_id: number; published_at: string }>`
    SELECT p.id, p.author_id, p.published_at FROM ${POSTS_WITH_AUTHORS}
    WHERE p.language IN ('', 'en', 'zh') AND p.published_at > ${from} AND p.published_at <= ${until}
      AND ${MAY_BE_SENT} AND NOT EXISTS (SELECT 1 FROM letter_posts WHERE post_id = p.id)
      AND EXISTS (SELECT 1 FROM letter_topics t WHERE t.subscribers > 0 AND (t.kind, t.ref) IN (
        SELECT 'site', '' UNION ALL SELECT 'author', CAST(p.author_id AS TEXT)
        UNION ALL SELECT 'series', CAST(series_id AS TEXT) FROM series_posts WHERE post_id = p.id
        UNION ALL SELECT 'tag', json_extract(value, '$[0]') FROM json_each(p.tags)))
    ORDER BY p.published_at, p.id LIMIT ${POSTS_A_RUN}`)
  const reached = posts.length === POSTS_A_RUN ? (posts.at(-1)?.published_at ?? until) : until
  // If nothing is new, the position is written only once an hour, which saves writes. The next run
  // then finds the posts in between again: they are in a letter already or need none.
  if (posts.length === 0 && after(new Date(since), HOUR).toISOString() > until) return
  await db.batch([...posts.flatMap((post) => addToLetter(post, now)), remember('letters', reached)])
}

/**
 * Adds a post to the waiting letter of its author. If there is none, creates one, which is due
 * LETTER_PAUSE after the author's last letter.
 */
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

/**
 * Starts a letter, or drops it if none of its posts is public any more. Changes nothing if a
 * concurrent run has started it.
 */
async function startLetter(db: Database, id: number, now: Date): Promise<void> {
  const [first] = await db.all(postsOfLetter(id))
  const at = now.toISOString()
  const isWaiting = sql`id = ${id} AND state = 'waiting'`
  if (first === undefined) {
    await db.batch([sql`UPDATE letters SET state = 'dropped', ended_at = ${at} WHERE ${isWaiting}`])
    return
  }
  await db.batch([
    toSend({ kind: 'part', ref: id }, sql`letters WHERE ${isWaiting}`, now),
    sql`UPDATE letters SET state = 'sending', subject = ${subjectLine(first.title)}, started_at = ${at} WHERE ${isWaiting}`,
  ])
}
