import { and, sql } from 'drizzle-orm'
import * as z from 'zod'
import { behindId, type Database, type Group, pageGroup, type Statement } from '#db/client.ts'
import type { User } from '#db/schema/core.ts'
import type { AnomalyRow } from '#db/schema/operations.ts'
import {
  asUserRef,
  type PublicColumns,
  publicColumns,
  UserRefShape,
} from '#features/core/people/user-ref.ts'
import { recall, remember } from '#features/core/site/state.ts'
import { after, DAY, HOUR } from '#kernel/clock.ts'
import type { Language } from '#kernel/i18n.ts'
import { cursorBy, type Page, type PageRequest } from '#kernel/paging.ts'

/** An account is young for this number of days. Only acts of these days count. */
export const YOUNG_DAYS = 30
/** The smallest group of accounts that is reported. */
export const GROUP_MIN = 3
/** Milliseconds between two reports. */
export const FOUND_EVERY = 6 * HOUR
/**
 * The limits of one run, in this order: the newest accounts, the addresses, the accounts of one
 * address, the members of all groups, and the reported groups.
 */
const ACCOUNTS_MAX = 20_000
const ADDRESSES_MAX = 1_000
const GROUP_MAX = 100
const MEMBERS_MAX = 10_000
const REPORTED_MAX = 100
/**
 * Only the newest likes and ledger entries of an account are read, because a popular young author
 * has many ledger entries.
 */
const LIKES_MAX = 100
const ENTRIES_MAX = 200
/**
 * The number of members for which one statement reads the acts. Only a group that is larger gets
 * more.
 */
const CHUNK = 500
/** A report names the posts with the most likes and energy, at most this number. */
const POSTS_NAMED = 5
/** The address of every request to a site without Cloudflare in front of it (`clientAddress`). */
const UNKNOWN_ADDRESS = '127.0.0.1'

/**
 * For the cron: replaces the report every few hours. It reads the newest accounts only, so its cost
 * does not grow with the site.
 */
export async function findAnomalies(db: Database, now: Date): Promise<void> {
  const last = await recall(db, 'anomalies.found')
  if (last !== null && last > after(now, -FOUND_EVERY).toISOString()) return
  const since = after(now, -YOUNG_DAYS * DAY).toISOString()
  const members = await membersSince(db, since)
  const found: Found[] = []
  for (const chunk of chunksOf(members)) found.push(...groupsIn(await db.all(actsOf(chunk, since))))
  const reported = found
    .sort(
      (a, b) => b.accounts.length - a.accounts.length || b.energy - a.energy || b.likes - a.likes,
    )
    .slice(0, REPORTED_MAX)
  await db.batch([
    sql`DELETE FROM anomalies`,
    store(reported, now),
    remember('anomalies.found', now.toISOString()),
  ])
}

interface Member {
  ip: string
  uid: number
}

/** The young accounts of each address with at least `GROUP_MIN` of them, largest groups first. */
export function addressesSince(since: string): Statement<{ ip: string; uids: string }> {
  return sql`
    SELECT s.ip, json_group_array(DISTINCT y.uid) AS uids
    FROM (SELECT uid, created_at FROM users ORDER BY uid DESC LIMIT ${ACCOUNTS_MAX}) y
      CROSS JOIN sign_ins s INDEXED BY sign_ins_of_user ON s.user_id = y.uid
    WHERE y.created_at >= ${since} AND s.ip <> ${UNKNOWN_ADDRESS}
    GROUP BY s.ip HAVING COUNT(DISTINCT y.uid) >= ${GROUP_MIN} ORDER BY COUNT(DISTINCT y.uid) DESC LIMIT ${ADDRESSES_MAX}`
}

async function membersSince(db: Database, since: string): Promise<Member[]> {
  const addresses = await db.all(addressesSince(since))
  return addresses
    .flatMap(({ ip, uids }) => {
      const newest = (JSON.parse(uids) as number[]).sort((a, b) => b - a)
      return newest.slice(0, GROUP_MAX).map((uid) => ({ ip, uid }))
    })
    .slice(0, MEMBERS_MAX)
}

/**
 * Splits the members into chunks for one statement each. The members of an address stay together,
 * because `actsOf` counts the accounts of an address within its statement.
 */
function chunksOf(members: Member[]): Member[][] {
  const chunks: Member[][] = []
  for (const group of Map.groupBy(members, ({ ip }) => ip).values()) {
    const last = chunks.at(-1)
    if (last && last.length + group.length <= CHUNK) last.push(...group)
    else chunks.push(group)
  }
  return chunks
}

interface Act extends Member, Sums {
  post_id: number
  author_id: number
  at: string
}

/**
 * The likes and energizes that at least `GROUP_MIN` members of an address gave to posts of the same
 * author. Energy is read from the ledger, because post_energize_log has no index by user.
 */
export function actsOf(members: readonly Member[], since: string): Statement<Act> {
  return sql`
    WITH members AS MATERIALIZED (
      SELECT value ->> 'ip' AS ip, value ->> 'uid' AS uid FROM json_each(${JSON.stringify(members)})),
    accounts AS MATERIALIZED (SELECT DISTINCT uid FROM members),
    acts AS MATERIALIZED (
      SELECT a.uid, l.post_id, p.author_id, 1 AS likes, 0 AS energy, l.created_at AS at
      FROM accounts a CROSS JOIN post_likes l ON l.user_id = a.uid AND l.post_id IN (
          SELECT post_id FROM post_likes WHERE user_id = a.uid ORDER BY post_id DESC LIMIT ${LIKES_MAX})
        CROSS JOIN posts p ON p.id = l.post_id
      WHERE p.author_id <> a.uid
      UNION ALL
      SELECT a.uid, e.post_id, p.author_id, 0, -e.amount, e.created_at
      FROM accounts a CROSS JOIN energy_log e ON e.id IN (
          SELECT id FROM energy_log INDEXED BY energy_log_of_user_by_time WHERE user_id = a.uid AND created_at >= ${since}
          ORDER BY created_at DESC, id DESC LIMIT ${ENTRIES_MAX})
        CROSS JOIN posts p ON p.id = e.post_id
      WHERE e.reason = 'energize'),
    acts_in_groups AS MATERIALIZED (SELECT m.ip, acts.* FROM members m JOIN acts ON acts.uid = m.uid)
    SELECT * FROM acts_in_groups WHERE (ip, author_id) IN (
      SELECT ip, author_id FROM acts_in_groups GROUP BY ip, author_id HAVING COUNT(DISTINCT uid) >= ${GROUP_MIN})`
}

interface Sums {
  likes: number
  energy: number
}

interface Found extends Sums {
  address: string
  author_id: number
  since: string
  accounts: (Sums & { uid: number })[]
  posts: (Sums & { id: number })[]
}

function groupsIn(acts: Act[]): Found[] {
  return [...Map.groupBy(acts, ({ ip, author_id }) => `${author_id} ${ip}`).values()].flatMap(
    (own) => {
      const [first] = own.toSorted((a, b) => (a.at < b.at ? -1 : 1))
      if (!first) return []
      return {
        address: first.ip,
        author_id: first.author_id,
        ...sumOf(own),
        since: first.at,
        accounts: sums(own, 'uid').map(([uid, sum]) => ({ uid, ...sum })),
        posts: sums(own, 'post_id')
          .slice(0, POSTS_NAMED)
          .map(([id, sum]) => ({ id, ...sum })),
      }
    },
  )
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

/**
 * The ids begin at 1 in the order of `found` (most accounts first), so the page is sorted by id.
 */
function store(found: Found[], now: Date): Statement {
  return sql`
    INSERT INTO anomalies (id, address, author_id, likes, energy, since, accounts, posts, found_at)
    SELECT key + 1, value ->> 'address', value ->> 'author_id', value ->> 'likes', value ->> 'energy', value ->> 'since',
      value -> 'accounts', value -> 'posts', ${now.toISOString()}
    FROM json_each(${JSON.stringify(found)})`
}

const sumFields = { likes: z.int(), energy: z.int() }
const moment = z.iso.datetime()

/** Young accounts from one address that like or energize posts of the same author. */
export const AnomalyShape = z
  .object({
    id: z.int(),
    address: z.string().describe('An IPv4 address, or an IPv6 network with 64 bits.'),
    author: UserRefShape,
    ...sumFields,
    since: moment,
    accounts: z.array(z.object({ ...UserRefShape.shape, ...sumFields, created_at: moment })),
    posts: z
      .array(z.object({ id: z.int(), title: z.string(), ...sumFields }))
      .describe('The posts with the most likes and energy, without deleted ones.'),
    found_at: moment,
  })
  .meta({ id: 'Anomaly' })

export type Anomaly = z.infer<typeof AnomalyShape>

type Row = AnomalyRow & PublicColumns
type Account = PublicColumns & Pick<User, 'created_at'> & Sums

/** The groups that the last run of the cron found, largest first. */
export function anomaliesPage(request: PageRequest, language: Language): Group<Page<Anomaly>> {
  return pageGroup(['anomalies'], request, anomalyRows(request), cursorBy('id', 'id'), (row) =>
    asAnomaly(row, language),
  )
}

function anomalyRows(request: PageRequest): Statement<Row> {
  const behind = and(sql`TRUE`, behindId(request, sql`a.id`, '>'))
  return sql`
    SELECT a.id, a.address, a.author_id, a.likes, a.energy, a.since, a.found_at,
      u.uid, u.username, u.avatar_key, u.exp, u.status,
      (SELECT json_group_array(json_object(${publicColumns('y')}, 'created_at', y.created_at,
          'likes', j.value ->> 'likes', 'energy', j.value ->> 'energy'))
        FROM json_each(a.accounts) j CROSS JOIN users y ON y.uid = j.value ->> 'uid') AS accounts,
      (SELECT json_group_array(json_object('id', p.id, 'title', p.title, 'likes', j.value ->> 'likes',
          'energy', j.value ->> 'energy'))
        FROM json_each(a.posts) j CROSS JOIN posts p ON p.id = j.value ->> 'id' WHERE p.deleted_at IS NULL) AS posts
    FROM anomalies a CROSS JOIN users u ON u.uid = a.author_id
    WHERE ${behind} ORDER BY a.id LIMIT ${request.limit + 1}`
}

function asAnomaly(row: Row, language: Language): Anomaly {
  const { id, address, likes, energy, since, found_at } = row
  return {
    id,
    address,
    likes,
    energy,
    since,
    found_at,
    author: asUserRef(row, language),
    accounts: (JSON.parse(row.accounts) as Account[]).map(
      ({ likes, energy, created_at, ...user }) => {
        return { ...asUserRef(user, language), likes, energy, created_at }
      },
    ),
    posts: JSON.parse(row.posts) as Anomaly['posts'],
  }
}
