import { DAY, SECOND } from '#kernel/clock.ts'
import { readingMinutes } from '#kernel/html/plain.ts'
import { tagKey } from '#kernel/post-limits.ts'
import { randomFrom } from '../../../scripts/seed/random.ts'
import type { DatabaseSync } from '../../../scripts/site/sqlite.ts'
import { Texts } from './texts.ts'

export const FIRST_UID = 10_001
const YEARS = 3 * 365 * DAY

/** Writes the rows of a site with this many posts, published over three years until `now`. */
export function writeRows(file: DatabaseSync, posts: number, now: Date): void {
  const people = Math.max(posts / 10, 200)
  const end = Math.floor(now.getTime() / SECOND)
  writePeople(file, people, end)
  writePosts(file, posts, people, now)
  writeTalk(file, posts, people, end)
  writeReactions(file, posts, people, end)
}

/** The first user is the owner. Each user has enough energy to spend. */
function writePeople(file: DatabaseSync, people: number, end: number): void {
  file.exec(`
    ${numbers(people)}
    INSERT INTO users (uid, email, password_hash, username, username_key, signature, exp, role, created_at)
    SELECT ${FIRST_UID} - 1 + n, 'reader' || n || '@example.com', 'none', 'reader' || n, 'reader' || n, 'Reads before writing.',
      10 + ${hash('n')} % 12000, iif(n = 1, 'owner', 'user'), ${iso(`${end} - (3 * 366 - n % 300) * 86400`)}
    FROM numbers;
    ${numbers(people * 5)}
    INSERT INTO user_follows (follower_id, followed_id, created_at)
    SELECT follower, followed, MIN(at) FROM (
      SELECT ${user('n', people)} AS follower, ${user('n * 3 + 1', people)} AS followed, ${iso(`${end} - n % 86400 * 300`)} AS at
      FROM numbers)
    WHERE follower <> followed GROUP BY follower, followed;
    INSERT INTO folders (user_id, name, is_default, public, created_at)
    SELECT uid, 'Saved', 1, uid % 2, created_at FROM users`)
}

const HIDDEN = ['locked', 'draft', 'pending', 'draft', 'rejected', 'draft', 'pending', 'draft']

/** One in 25 posts is not public. Most posts are short, one in twenty is long. */
function writePosts(file: DatabaseSync, posts: number, people: number, now: Date): void {
  const insert = file.prepare(`
    INSERT INTO posts (id, author_id, status, title, summary, tags, reading_minutes, locked_from, created_at, updated_at,
      published_at, body)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  const [texts, random] = [new Texts('posts'), randomFrom('posts')]
  for (let id = 1; id <= posts; id++) {
    const at = new Date(now.getTime() - 60 * SECOND - ((posts - id) * YEARS) / posts).toISOString()
    const status = id % 25 > 0 ? 'approved' : (HIDDEN[(id / 25) % HIDDEN.length] ?? 'draft')
    const isLocked = status === 'locked'
    const body = texts.body(id % 20 === 0 ? 60 : 6 + (id % 7))
    const tags = JSON.stringify(tagsFrom(random.next(), random.next()))
    const publishedAt = isLocked || status === 'approved' ? at : null
    const author = FIRST_UID + random.integer(0, people - 1)
    const summary = `${texts.sentence()} ${texts.sentence()}`
    const from = isLocked ? 'approved' : null
    insert.run(
      id,
      author,
      status,
      texts.title(),
      summary,
      tags,
      readingMinutes(body),
      from,
      at,
      at,
      publishedAt,
      body,
    )
  }
}

/** The first tag is on a third of all posts, the last tag on few. */
function tagsFrom(...chances: number[]): [key: string, name: string][] {
  const names = chances.map((chance, n) =>
    n === 0 && chance < 1 / 3 ? 'SQLite' : `Tag ${Math.floor(chance * chance * 300)}`,
  )
  return [...new Map(names.map((name) => [tagKey(name), name]))]
}

const PHRASES = 997

/** Two comments per post, with one reply each, and a notice for every eighth comment. */
function writeTalk(file: DatabaseSync, posts: number, people: number, end: number): void {
  file.exec('CREATE TEMP TABLE phrases (n INTEGER PRIMARY KEY, text TEXT)')
  const phrase = file.prepare('INSERT INTO phrases VALUES (?, ?)')
  const texts = new Texts('comments')
  for (let n = 0; n < PHRASES; n++) phrase.run(n, texts.sentence())
  file.exec(`
    CREATE TEMP TABLE threads AS
    ${numbers(posts * 2)}
    SELECT n, p.id AS post, p.author_id AS author, ${momentAfter('n', end)} AS at,
      ${user('n * 5 + 1', people)} AS asks, ${user('n * 5 + 2', people)} AS replies
    FROM numbers CROSS JOIN posts p ON p.id = ${aboutPost('n', posts)} WHERE p.status = 'approved';
    INSERT INTO comments (id, post_id, root_id, reply_to_id, author_id, body, created_at)
    SELECT 2 * threads.n - 1, post, NULL, NULL, asks, a.text || ' ' || b.text, ${iso('at')}
    FROM threads CROSS JOIN phrases a ON a.n = threads.n % ${PHRASES} CROSS JOIN phrases b ON b.n = threads.n / 7 % ${PHRASES}
    UNION ALL
    SELECT 2 * threads.n, post, 2 * threads.n - 1, 2 * threads.n - 1, replies, text, ${iso('at + 1')}
    FROM threads CROSS JOIN phrases ON phrases.n = threads.n / 3 % ${PHRASES}
    ORDER BY 1;
    INSERT INTO notifications (user_id, kind, category, related_id, actor_id, data, read, created_at, comment_id)
    SELECT author, 'NotifyComment', 'comment', post, asks, json_object('title', 'A post', 'excerpt', 'A comment'), n % 16 > 0,
      ${iso('at')}, 2 * n - 1
    FROM threads WHERE n % 8 = 0 AND author <> asks`)
}

/** Likes, saved posts, and gifts of energy with their ledger entries. */
function writeReactions(file: DatabaseSync, posts: number, people: number, end: number): void {
  /** At most one reaction per user and post, and none by the author. */
  const reactions = (count: number, salt: number) => `
    ${numbers(count)}
    SELECT ${user(`n * 11 + ${salt}`, people)} AS uid, p.id AS post, p.author_id AS author,
      MIN(${momentAfter(`n + ${salt}`, end)}) AS at
    FROM numbers CROSS JOIN posts p ON p.id = ${aboutPost(`(n + ${salt})`, posts)}
    WHERE p.status = 'approved' GROUP BY 1, 2 HAVING uid <> author`
  file.exec(`
    INSERT INTO post_likes (user_id, post_id, created_at) SELECT uid, post, ${iso('at')} FROM (${reactions(posts * 6, 3)});
    INSERT INTO folder_items (folder_id, post_id, user_id, created_at)
    SELECT f.id, post, uid, ${iso('at')} FROM (${reactions(posts / 2, 4)}) JOIN folders f ON f.user_id = uid;
    CREATE TEMP TABLE given AS ${reactions(posts / 2, 5)};
    INSERT INTO energy_log (user_id, amount, reason, balance_after, post_id, created_at)
    SELECT user_id, amount, reason, SUM(amount) OVER (PARTITION BY user_id ORDER BY at, turn, post ROWS UNBOUNDED PRECEDING), post,
      ${iso('at')}
    FROM (
      SELECT uid AS user_id, 100000 AS amount, 'admin_adjust' AS reason, NULL AS post, 0 AS at, 0 AS turn FROM users
      UNION ALL SELECT uid, -1, 'energize', post, at, uid FROM given
      UNION ALL SELECT author, 1, 'energized', post, at, uid FROM given)
    ORDER BY at, turn, post, reason;
    INSERT INTO post_energize_log (id, user_id, post_id, amount, exp_gained, created_at)
    SELECT id, user_id, post_id, -amount, 0, created_at FROM energy_log WHERE reason = 'energize' ORDER BY id;
    UPDATE post_days SET told = likes_of_others`)
}

/** A common table expression `numbers (n)`: 1 to `count`. */
function numbers(count: number): string {
  return `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})`
}

/** A deterministic pseudo-random number. */
function hash(value: string): string {
  return `(((${value}) * 2654435761 + 40503) % 4294967291)`
}

/** The uid of a pseudo-random user. */
function user(value: string, people: number): string {
  return `${FIRST_UID} + ${hash(value)} % ${people}`
}

/**
 * The post of the n-th event: half of the events are spread evenly, the other half goes to a few
 * posts.
 */
function aboutPost(n: string, posts: number): string {
  const chance = `(${hash(n)} / 4294967291.0)`
  return `CASE WHEN ${n} % 2 = 0 THEN 1 + (${n} / 2) % ${posts}
    ELSE ${posts} - CAST(${posts} * ${chance} * ${chance} * ${chance} AS INTEGER) END`
}

/** A time between the publication of the post `p` and the end, mostly soon after it. */
function momentAfter(n: string, end: number): string {
  const [chance, at] = [
    `(${hash(`${n} + 11`)} / 4294967291.0)`,
    `CAST(strftime('%s', p.published_at) AS INTEGER)`,
  ]
  return `(${at} + CAST((${end} - ${at}) * ${chance} * ${chance} AS INTEGER))`
}

function iso(seconds: string): string {
  return `strftime('%Y-%m-%dT%H:%M:%fZ', ${seconds}, 'unixepoch')`
}
