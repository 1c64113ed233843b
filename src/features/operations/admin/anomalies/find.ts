import { sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import { after, DAY, HOUR } from '#kernel/clock.ts'

/** Accounts are young for this time, and only acts of this time count. */
export const YOUNG_DAYS = 30
/** The smallest group that is reported. */
export const GROUP_MIN = 3
export const FOUND_EVERY = 6 * HOUR
/** The limits of one run: newest accounts, addresses, accounts of an address, acts of an address, and reported groups. */
const ACCOUNTS_MAX = 20_000
const ADDRESSES_MAX = 100
const GROUP_MAX = 100
const ACTS_MAX = 5_000
const REPORTED_MAX = 100
/** The posts with the most likes and energy that a report names. */
const POSTS_NAMED = 5
/** The address of every request to a site without Cloudflare in front of it (`clientAddress`). */
const UNKNOWN_ADDRESS = '127.0.0.1'

/** For the cron: replaces the report every few hours. It reads the newest accounts only, so its cost does not grow with the site. */
export async function findAnomalies(db: Database, now: Date): Promise<void> {
  const last = await db.first(sql<{ value: string }>`SELECT value FROM site_state WHERE key = 'anomalies.found'`)
  if (last !== null && last.value > after(now, -FOUND_EVERY).toISOString()) return
  const since = after(now, -YOUNG_DAYS * DAY).toISOString()
  const found: Found[] = []
  for (const [address, uids] of await groupsSince(db, since)) {
    const acts = (await db.batch([likesOf(uids, since), energyOf(uids, since)])).flat()
    found.push(...authorsIn(acts).map((author) => ({ address, ...author })))
  }
  const reported = found
    .sort((a, b) => b.accounts.length - a.accounts.length || b.energy - a.energy || b.likes - a.likes)
    .slice(0, REPORTED_MAX)
  await db.batch([sql`DELETE FROM anomalies`, store(reported, now), remember(now)])
}

/** The young accounts of each address with enough of them. */
async function groupsSince(db: Database, since: string): Promise<Map<string, number[]>> {
  const groups = new Map<string, number[]>()
  const rows = await db.all(sql<{ ip: string; uid: number }>`
    WITH young AS (
      SELECT COALESCE(MIN(uid), 9e15) AS first FROM (
        SELECT uid, created_at FROM users ORDER BY uid DESC LIMIT ${ACCOUNTS_MAX}
      ) WHERE created_at >= ${since}),
    pairs AS MATERIALIZED (
      SELECT DISTINCT s.ip, s.user_id FROM young CROSS JOIN sign_ins s INDEXED BY sign_ins_of_user ON s.user_id >= young.first
      WHERE s.ip <> ${UNKNOWN_ADDRESS}),
    addresses AS (
      SELECT ip FROM pairs GROUP BY ip HAVING COUNT(*) >= ${GROUP_MIN} ORDER BY COUNT(*) DESC LIMIT ${ADDRESSES_MAX})
    SELECT ip, user_id AS uid FROM pairs WHERE ip IN (SELECT ip FROM addresses) ORDER BY ip, user_id DESC`)
  for (const { ip, uid } of rows) {
    const group = groups.get(ip) ?? []
    if (group.length < GROUP_MAX) groups.set(ip, [...group, uid])
  }
  return groups
}

interface Act {
  uid: number
  post_id: number
  author_id: number
  likes: number
  energy: number
  at: string
}

function likesOf(uids: number[], since: string): Statement<Act> {
  return sql`
    SELECT l.user_id AS uid, l.post_id, p.author_id, 1 AS likes, 0 AS energy, l.created_at AS at
    FROM json_each(${JSON.stringify(uids)}) j CROSS JOIN post_likes l ON l.user_id = j.value
      CROSS JOIN posts p ON p.id = l.post_id
    WHERE l.created_at >= ${since} AND p.author_id <> l.user_id LIMIT ${ACTS_MAX}`
}

/** From the ledger, because post_energize_log has no index by user. */
function energyOf(uids: number[], since: string): Statement<Act> {
  return sql`
    SELECT e.user_id AS uid, e.post_id, p.author_id, 0 AS likes, -SUM(e.amount) AS energy, MIN(e.created_at) AS at
    FROM json_each(${JSON.stringify(uids)}) j
      CROSS JOIN energy_log e INDEXED BY energy_log_of_user_by_time ON e.user_id = j.value AND e.created_at >= ${since}
      CROSS JOIN posts p ON p.id = e.post_id
    WHERE e.reason = 'energize' GROUP BY e.user_id, e.post_id LIMIT ${ACTS_MAX}`
}

interface Sums {
  likes: number
  energy: number
}

interface ByAuthor extends Sums {
  author_id: number
  since: string
  accounts: (Sums & { uid: number })[]
  posts: (Sums & { id: number })[]
}

interface Found extends ByAuthor {
  address: string
}

/** The authors that enough accounts of a group like or energize. */
function authorsIn(acts: Act[]): ByAuthor[] {
  return [...Map.groupBy(acts, ({ author_id }) => author_id)]
    .map(([author_id, own]) => ({
      author_id,
      ...sumOf(own),
      since: own.reduce((first, { at }) => (at < first ? at : first), own[0]?.at ?? ''),
      accounts: sums(own, 'uid').map(([uid, sum]) => ({ uid, ...sum })),
      posts: sums(own, 'post_id')
        .slice(0, POSTS_NAMED)
        .map(([id, sum]) => ({ id, ...sum })),
    }))
    .filter(({ accounts }) => accounts.length >= GROUP_MIN)
}

function sums(acts: Act[], key: 'uid' | 'post_id'): [number, Sums][] {
  return [...Map.groupBy(acts, (act) => act[key])]
    .map(([id, own]): [number, Sums] => [id, sumOf(own)])
    .sort(([, a], [, b]) => b.likes + b.energy - a.likes - a.energy)
}

function sumOf(acts: Act[]): Sums {
  const sum = (name: keyof Sums) => acts.reduce((all, act) => all + act[name], 0)
  return { likes: sum('likes'), energy: sum('energy') }
}

/** Most accounts first, so the id is the order. */
function store(found: Found[], now: Date): Statement {
  return sql`
    INSERT INTO anomalies (id, address, author_id, likes, energy, since, accounts, posts, found_at)
    SELECT key + 1, value ->> 'address', value ->> 'author_id', value ->> 'likes', value ->> 'energy', value ->> 'since',
      value -> 'accounts', value -> 'posts', ${now.toISOString()}
    FROM json_each(${JSON.stringify(found)})`
}

function remember(now: Date): Statement {
  return sql`
    INSERT INTO site_state (key, value) VALUES ('anomalies.found', ${now.toISOString()})
    ON CONFLICT (key) DO UPDATE SET value = excluded.value`
}
