import { readdirSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { Meter, openDb } from '#db/client.ts'
import { typeOfKey } from '#features/core/images/files.ts'
import { levelOf } from '#features/core/people/level.ts'
import { checkInvariants } from '#features/operations/admin/overview/invariants.ts'
import { addDays } from '#kernel/clock.ts'
import { sanitiseHtml } from '#kernel/html/sanitise.ts'
import { inRoot } from '../../../scripts/build/paths.ts'
import { comments } from '../../../scripts/seed/history/comments.ts'
import { energy } from '../../../scripts/seed/history/energy.ts'
import { follows } from '../../../scripts/seed/history/follows.ts'
import { expOfMembers } from '../../../scripts/seed/history/index.ts'
import { notices } from '../../../scripts/seed/history/notices.ts'
import { moveRows } from '../../../scripts/seed/history/posts.ts'
import { folders, reactions } from '../../../scripts/seed/history/reactions.ts'
import { World } from '../../../scripts/seed/world.ts'
import { migrate } from '../../../scripts/site/migrate.ts'
import type { Account } from '../../../scripts/site/owner.ts'
import { prepareSite } from '../../../scripts/site/prepare.ts'
import { localQuery, type Query } from '../../../scripts/site/query.ts'
import type { SiteStorage } from '../../../scripts/site/storage.ts'
import { foundTitles } from '../support/site.ts'
import { sharedStorage } from './support/workerd-storage.ts'

const SETTINGS = {
  empty: false,
  owner: { email: null, password: null },
  // Named here, so that the test needs no built Worker.
  databases: [
    { binding: 'DB', migrations: inRoot('migrations/db') },
    { binding: 'SEARCH', migrations: inRoot('migrations/search') },
  ],
}

let storage: SiteStorage
let query: Query
let accounts: Account[]

const prepare = (given: SiteStorage) => prepareSite(given, SETTINGS, () => {})

/**
 * Opens only the storage, because filling a site needs no Worker. Two starts are interrupted before
 * the third one succeeds.
 */
beforeAll(async () => {
  storage = sharedStorage().newSite()
  query = localQuery(storage.DB)
  const { DB, SEARCH } = storage
  await migrate(DB, inRoot('migrations/db'))
  // All rows are one batch, the first one.
  await expect(prepare({ ...storage, DB: failingAfter(DB, 0) })).rejects.toThrow('cut short')
  expect(await count('posts')).toBe(0)
  await expect(prepare({ ...storage, SEARCH: failingAfter(SEARCH, 2) })).rejects.toThrow(
    'cut short',
  )
  accounts = await prepare(storage)
})

test('an interrupted first start can be repeated without duplicates', async () => {
  const before = await counts()
  await query(`UPDATE site_state SET value = 'running' WHERE key = 'seed'`)
  expect(await prepare(storage)).toEqual(accounts)
  expect(await counts()).toEqual(before)
  expect(before).toMatchObject({ users: 39, posts: 43, public_texts: 37 })
})

test('every page of the demo has content', async () => {
  const people = await query<{ exp: number }>('SELECT exp FROM users')
  expect(new Set(people.map(({ exp }) => levelOf(exp)))).toEqual(EVERY_LEVEL)
  const states = await query<{ status: string }>(
    'SELECT DISTINCT status FROM posts ORDER BY status',
  )
  expect(states.map(({ status }) => status)).toEqual([
    'approved',
    'draft',
    'locked',
    'pending',
    'rejected',
  ])
  const some = await counts()
  expect(some.comments).toBeGreaterThan(150)
  expect(some.comment_likes).toBeGreaterThan(100)
  expect(some.post_likes).toBeGreaterThan(150)
  expect(some.folder_items).toBeGreaterThan(50)
  expect(some.post_energize_log).toBeGreaterThan(200)
  const unread = await query<{ email: string }>(
    'SELECT DISTINCT email FROM users JOIN notifications ON user_id = uid WHERE read = 0 AND email IN (SELECT value FROM json_each(?))',
    JSON.stringify(accounts.map(({ email }) => email)),
  )
  expect(unread).toHaveLength(accounts.length)
})

test('the demo content satisfies every rule of the site', async () => {
  const report = await checkInvariants(openDb(storage.DB, new Meter()), new Date(), {
    restart: true,
  })
  expect(report).toMatchObject({ ok: true, complete: true, failures: {} })
  const posts = await query<{ title: string; body: string }>('SELECT title, body FROM posts')
  for (const { title, body } of posts) expect(sanitiseHtml(body), title).toBe(body)
  const undone = await query(`SELECT 1 FROM users WHERE username IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM user_tasks WHERE user_id = uid AND task = 'username')`)
  expect(undone).toEqual([])
})

test('the demo images are small, registered and stored', async () => {
  const images = await query<{ key: string; type: string; bytes: number; is_shown: number }>(`
    SELECT key, type, bytes, EXISTS (SELECT 1 FROM post_images WHERE image_key = key)
      OR EXISTS (SELECT 1 FROM users WHERE avatar_key = key) AS is_shown FROM images`)
  const { objects } = await storage.IMAGES.list()
  const stored = new Map(objects.map(({ key, size }) => [key, size]))
  expect(stored.size).toBe(images.length)
  for (const { key, type, bytes, is_shown } of images) {
    expect(typeOfKey(key)).toBe(type)
    expect(stored.get(key)).toBe(bytes)
    expect(bytes).toBeLessThan(40_000)
    expect(is_shown).toBe(1)
  }
  const files = readdirSync(inRoot('scripts/seed/images')).filter((name) => name.endsWith('.webp'))
  expect(images.filter(({ type }) => type === 'image/webp').length).toBe(files.length)
  const broken = await query(
    `SELECT 1 FROM post_images WHERE image_key NOT IN (SELECT key FROM images)`,
  )
  expect(broken).toEqual([])
})

test('the demo has work for admins: pending posts, a pending name, and reports with copies', async () => {
  const [waiting] = await query(`SELECT
    (SELECT COUNT(*) FROM posts WHERE status = 'pending') AS posts,
    (SELECT COUNT(*) FROM profile_reviews WHERE status = 'pending') AS names,
    (SELECT COUNT(*) FROM report_cases WHERE decision IS NULL) AS cases,
    (SELECT COUNT(DISTINCT case_id) FROM report_copies) AS copied`)
  expect(waiting).toEqual({ posts: 2, names: 1, cases: 4, copied: 4 })
  const early = await query(`SELECT 1 FROM reports r JOIN report_cases k ON k.id = case_id
    JOIN comments c ON kind = 'comment' AND c.id = target_id WHERE r.created_at <= c.created_at`)
  expect(early).toEqual([])
})

test('the demo shows series, a long post with every kind of block, and an AI label', async () => {
  const series = await query('SELECT parts, followers_count FROM series ORDER BY id')
  expect(series).toEqual([
    { parts: 3, followers_count: 4 },
    { parts: 3, followers_count: 4 },
  ])
  const [long] = await query<{ body: string; minutes: number; formulas: string }>(`
    SELECT body, reading_minutes AS minutes, formulas FROM posts ORDER BY reading_minutes DESC LIMIT 1`)
  expect(long?.minutes).toBeGreaterThanOrEqual(9)
  const marks = [
    'data-tex',
    '<figure class="wide">',
    '<details>',
    'data-note',
    'data-embed',
    '<table>',
  ]
  expect(marks.filter((mark) => !long?.body.includes(mark))).toEqual([])
  expect(long?.formulas).toContain('<math')
  expect(await query(`SELECT 1 FROM posts WHERE ai_made = 0`)).toHaveLength(1)
})

test('the demo posts can be found by search', async () => {
  for (const q of ['阳台', 'sqlite', '番茄'])
    expect((await foundTitles(storage, q)).length, q).toBeGreaterThan(1)
})

const EVERY_LEVEL = new Set([0, 1, 2, 3, 4, 5, 6])
const FIRST_UID = 10002
const MOMENTS = [
  '2026-11-15T03:40:00.000Z',
  '2026-02-28T16:00:30.000Z',
  '2027-01-01T15:59:00.000Z',
  '2026-07-06T23:10:00.000Z',
]

test.each(MOMENTS)('a site started at %s has no event too early or in the future', (moment) => {
  const world = new World(new Date(moment), FIRST_UID, new Map())
  const since = new Map(
    world.members.map((member) => [member.uid, world.joined(member).toISOString()]),
  )
  const published = new Map(world.posts.map(({ id, at }) => [id, at.toISOString()]))
  const { checkIns, energized, ledger } = energy(world)
  const { likes, dislikes } = reactions(world)
  const spoken = comments(world).map(({ post, author, at }) => ({
    user_id: author.uid,
    post_id: post.id,
    created_at: at.toISOString(),
  }))
  const onPosts = [...likes, ...dislikes, ...energized, ...spoken, ...folders(world).items]
  const followed = follows(world).map(({ follower_id, created_at }) => ({
    user_id: follower_id,
    created_at,
  }))
  const events = [...onPosts, ...followed, ...checkIns, ...ledger]
  expect(
    events.filter(({ user_id, created_at }) => created_at <= (since.get(user_id) ?? '')),
  ).toEqual([])
  expect(
    onPosts.filter(({ post_id, created_at }) => created_at <= (published.get(post_id) ?? '')),
  ).toEqual([])
  expect(
    [...events, ...moveRows(world)].filter(({ created_at }) => String(created_at) > moment),
  ).toEqual([])
  for (const { at, author } of world.posts) expect(at > world.joined(author)).toBe(true)
})

const HOURS = ['00:30', '05:30', '12:00', '19:00', '23:30', '00:30', '12:00']

// The seed is fixed, but members are less active at weekends, and the rest of the current day is
// still empty.
test('on every weekday, at any hour, the demo has members of every level and unread notifications', () => {
  for (const [n, hour] of HOURS.entries()) {
    const moment = `${addDays('2026-11-16', n)}T${hour}:00+08:00`
    const world = new World(new Date(moment), FIRST_UID, new Map())
    const exp = expOfMembers(world, energy(world))
    expect(new Set([...exp.values()].map(levelOf)), moment).toEqual(EVERY_LEVEL)
    const unread = notices(world, {
      comments: comments(world),
      follows: follows(world),
      exp,
    }).filter(({ read }) => !read)
    const notified = new Set(unread.map(({ user_id }) => user_id))
    expect(
      world.members.filter(({ uid, shown }) => shown && !notified.has(uid)),
      moment,
    ).toEqual([])
  }
})

const TABLES =
  'users posts comments comment_mentions comment_likes post_likes post_dislikes user_follows folders folder_items energy_log post_energize_log user_check_ins images notifications audit_log post_views author_sources reports report_copies'

async function counts(): Promise<Record<string, number>> {
  const found = await Promise.all(
    TABLES.split(' ').map(async (table) => [table, await count(table)] as const),
  )
  const [indexed] = await localQuery(storage.SEARCH)<{ n: number }>(
    'SELECT COUNT(*) AS n FROM public_texts',
  )
  return { ...Object.fromEntries(found), public_texts: indexed?.n ?? 0 }
}

async function count(table: string): Promise<number> {
  const [row] = await query<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`)
  return row?.n ?? 0
}

/** The same database, but `batch` fails after this number of calls. */
function failingAfter(db: D1Database, calls: number): D1Database {
  let left = calls
  const failed = () => Promise.reject(new Error('cut short'))
  const batch: D1Database['batch'] = (statements) => (left-- > 0 ? db.batch(statements) : failed())
  return Object.assign({}, db, { batch })
}
