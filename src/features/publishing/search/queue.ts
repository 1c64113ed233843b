/**
 * The queue of the search index. The triggers posts_change_search and posts_change_search_new add a
 * row to `search_queue` with each change of a post that search shows, in the same transaction. A
 * run (`indexChanges`) takes the next posts, indexes them, removes their rows and pauses, so that
 * readers are served in between. Runs begin after a response and by the cron. A killed run loses
 * nothing: its claim expires. If a post changes while it is indexed, its row stays for another
 * turn.
 */

import { sql } from 'drizzle-orm'
import type { Statement, Statements } from '#db/client.ts'
import type { PostStatus } from '#db/schema/publishing.ts'
import {
  indexHiddenPost,
  indexPost,
  keepHiddenPost,
  keepPost,
  type SearchablePost,
  unindexHiddenPost,
  unindexPost,
} from '#features/publishing/search/fts/post-index.ts'
import type { Tag } from '#features/publishing/tags/tags.ts'
import { after, type Clock, SECOND, systemClock } from '#kernel/clock.ts'
import { hashOf } from '#kernel/crypto/secrets.ts'
import { randomId } from '#kernel/ids.ts'
import { pause } from '#kernel/pause.ts'
import { type WordSource, type Words, wordsOf } from '#kernel/search/words.ts'

/** Makes the words of a post. Null if the text is too complex. */
export type MakeWords = (source: WordSource) => Promise<Words | null>

export const makeWordsHere: MakeWords = async (source) => wordsOf(source)

export interface Run {
  makeWords: MakeWords
  /** After this time, in milliseconds, the run takes no further posts. */
  time: number
  /** Does not pause. */
  isAlone?: boolean
  /** Measures the time of the run. */
  clock?: Clock
}

/** For operator commands, which work alone and have no compute Worker. */
export const ALL_AT_ONCE: Run = {
  makeWords: makeWordsHere,
  time: Number.POSITIVE_INFINITY,
  isAlone: true,
}

/** Other runs take a post again after this time. Longer than any turn takes. */
const CLAIMED_FOR = 30 * SECOND
/** A turn indexes one long post, or several short ones up to this size. */
const POSTS_PER_TURN = 10
const SIZE_PER_TURN = 20
/** A run works at most a quarter of the time, so that an attack cannot occupy the site. */
const PAUSE_RATIO = 3
const PAUSE_MAX = 2 * SECOND
/** If a post kills this many runs, it is indexed without its text. */
const TRIES_MAX = 3

/** Indexes the posts in the queue, next ones first. Returns their number. */
export async function indexChanges(
  db: Statements,
  search: Statements,
  now: Date,
  { makeWords, time, isAlone = false, clock = systemClock }: Run,
): Promise<number> {
  const began = clock().getTime()
  let indexed = 0
  let turn = await next(db, now, [])
  while (turn.posts.length > 0) {
    const turnBegan = clock().getTime()
    const problems = await indexTurn(search, turn.posts, makeWords).catch(async (error) => {
      // The posts are tried again when the claim expires. An outage is no fault of the posts.
      await db.batch([forgiveTry(turn)])
      throw error
    })
    indexed += turn.posts.length
    const done = settle(turn, problems)
    const [spent, total] = [clock().getTime() - turnBegan, clock().getTime() - began]
    if (total > time) {
      await db.batch(done)
      break
    }
    turn = await next(db, after(now, total), done)
    if (turn.posts.length > 0 && !isAlone) await pause(Math.min(PAUSE_RATIO * spent, PAUSE_MAX))
  }
  return indexed
}

/** The unit of `size`, also in the triggers. */
export const CHARACTERS_PER_SIZE = 1_000

/** Adds posts to the queue, as the triggers do after a change. */
export function enqueue(ids: readonly number[]): Statement {
  return sql`
    INSERT INTO search_queue (post_id, author_id, size, place)
    SELECT p.id, p.author_id, 1 + length(p.body) / ${sql.raw(`${CHARACTERS_PER_SIZE}`)}, p.id
    FROM json_each(${JSON.stringify(ids)}) j CROSS JOIN posts p ON p.id = j.value WHERE TRUE
    ON CONFLICT (post_id) DO UPDATE SET claim = NULL, problem = NULL, tries = 0`
}

/** The posts of a turn, as they were when they were claimed. */
interface Turn {
  claim: string
  posts: QueuedPost[]
}

interface QueuedPost extends Pick<SearchablePost, 'id' | 'version' | 'author_id' | 'published_at'> {
  status: PostStatus
  deleted_at: string | null
  title: string
  tags: string
  body: string
  language: string
  tries: number
}

/** Claims the next posts, after the statements that settle the turn before. */
async function next(db: Statements, now: Date, settled: readonly Statement[]): Promise<Turn> {
  const claim = randomId()
  const results = await db.batch([...settled, claimNext(claim, now)])
  const posts = (results.at(-1) ?? []) as QueuedPost[]
  // FTS5 writes a segment whenever an id is lower than the one before.
  return { claim, posts: posts.sort((a, b) => a.id - b.id) }
}

/**
 * The statement returns the columns of the posts, so that a claim takes one round trip. Only the
 * title of a draft is indexed, so its text is not read.
 */
function claimNext(claim: string, now: Date): Statement<QueuedPost> {
  const columns = [
    ...['version', 'status', 'deleted_at', 'title', 'language', 'published_at'].map(columnOf),
    sql`(SELECT iif(p.status = 'draft', '[]', p.tags) FROM posts p WHERE p.id = post_id) AS tags`,
    sql`(SELECT iif(p.status = 'draft' OR p.deleted_at IS NOT NULL, '', p.body)
         FROM posts p WHERE p.id = post_id) AS body`,
  ]
  return sql`
    UPDATE search_queue
    SET claim = ${claim}, claimed_until = ${after(now, CLAIMED_FOR).toISOString()}, tries = tries + 1
    WHERE post_id IN (
      SELECT post_id FROM (
        SELECT post_id, ROW_NUMBER() OVER turn AS number, SUM(size) OVER turn AS total
        FROM (
          SELECT post_id, place, size FROM search_queue INDEXED BY search_queue_next
          WHERE problem IS NULL AND (claimed_until IS NULL OR claimed_until <= ${now.toISOString()})
          ORDER BY place, post_id LIMIT ${POSTS_PER_TURN})
        WINDOW turn AS (ORDER BY place, post_id ROWS UNBOUNDED PRECEDING))
      WHERE number = 1 OR total <= ${SIZE_PER_TURN})
    RETURNING post_id AS id, author_id, tries, ${sql.join(columns, sql`, `)}`
}

const columnOf = (name: string) =>
  sql`(SELECT ${sql.raw(`p.${name}`)} FROM posts p WHERE p.id = post_id) AS ${sql.raw(name)}`

/** A post that was indexed without its text, and why. */
interface Problem {
  id: number
  problem: 'too_complex' | 'crashed'
}

/** The first posts that were indexed without their text, at most `max`. */
export function postsWithoutText(db: Statements, max: number): Promise<Problem[]> {
  return db.all(sql<Problem>`
    SELECT post_id AS id, problem FROM search_queue WHERE problem IS NOT NULL ORDER BY post_id LIMIT ${max}`)
}

/** Removes the rows of a turn. A post that changed meanwhile has lost its claim and stays. */
function settle({ claim, posts }: Turn, problems: readonly Problem[]): Statement[] {
  const ids = sql`(SELECT value FROM json_each(${JSON.stringify(posts.map(({ id }) => id))}))`
  return [
    ...problems.map(
      ({ id, problem }) => sql`
        UPDATE search_queue SET problem = ${problem}, place = 0, claim = NULL, claimed_until = NULL
        WHERE post_id = ${id} AND claim = ${claim}`,
    ),
    sql`DELETE FROM search_queue WHERE post_id IN ${ids} AND claim = ${claim}`,
    sql`UPDATE search_queue SET claimed_until = NULL, tries = 0 WHERE post_id IN ${ids} AND claim IS NULL`,
  ]
}

function forgiveTry({ claim, posts }: Turn): Statement {
  return sql`
    UPDATE search_queue SET tries = 0
    WHERE post_id IN (SELECT value FROM json_each(${JSON.stringify(posts.map(({ id }) => id))})) AND claim = ${claim}`
}

/** A longer body is compared with its entry first, because making and storing its words is work. */
const LONG = 4_000

/** Indexes the posts of a turn. Returns those that were indexed without their text. */
async function indexTurn(
  search: Statements,
  posts: readonly QueuedPost[],
  makeWords: MakeWords,
): Promise<Problem[]> {
  const entries = await Promise.all(posts.map(async (post) => ({ post, ...(await entryOf(post)) })))
  const long = entries.flatMap(({ post, keep }) => (keep && post.body.length > LONG ? [keep] : []))
  const kept = new Set((await search.batch(long)).flat().map(({ id }) => id))
  const problems: Problem[] = []
  const statements: Statement[] = []
  for (const { post, keep, removals, index } of entries) {
    statements.push(...removals)
    if (!keep || kept.has(post.id)) continue
    const source = { title: post.title, tags: namesOf(post), body: post.body }
    const words = post.tries > TRIES_MAX ? null : await makeWords(source)
    if (words === null)
      problems.push({ id: post.id, problem: post.tries > TRIES_MAX ? 'crashed' : 'too_complex' })
    // After `keep`, the statements of an entry that was made from the same text change nothing.
    statements.push(keep, ...index(words ?? wordsOf({ ...source, body: '' })))
  }
  await search.batch(statements)
  return problems
}

/** The statements for the entry of a post. Without `keep`, the post is in no index. */
interface EntryStatements {
  /** Keeps an entry that was made from the same text. */
  keep: Statement<{ id: number }> | null
  index: (words: Words) => Statement[]
  /** Removes the entries of the post in other indexes. */
  removals: Statement[]
}

async function entryOf(post: QueuedPost): Promise<EntryStatements> {
  if (post.deleted_at !== null)
    return {
      keep: null,
      index: () => [],
      removals: [...unindexPost(post), ...unindexHiddenPost(post)],
    }
  const entry = { ...post, tags: JSON.parse(post.tags) as Tag[], digest: await digestOf(post) }
  return post.status === 'approved'
    ? {
        keep: keepPost(entry),
        index: (words) => indexPost({ ...entry, words }),
        removals: unindexHiddenPost(post),
      }
    : {
        keep: keepHiddenPost(entry),
        index: (words) => indexHiddenPost({ ...entry, words }),
        removals: unindexPost(post),
      }
}

const namesOf = ({ tags }: QueuedPost) => (JSON.parse(tags) as Tag[]).map(([, name]) => name)

/** A hash of everything that an entry is made of. */
function digestOf(post: QueuedPost): Promise<string> {
  const { author_id, status, published_at, language, title, tags, body } = post
  return hashOf(JSON.stringify([author_id, status, published_at, language, title, tags, body]))
}
