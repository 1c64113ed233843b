import { type SQL, sql } from 'drizzle-orm'
import { type Database, type Group, group, one, type Statement } from '#db/client.ts'
import type { AuthorDay, AuthorStats, PostStatus } from '#db/schema/publishing.ts'
import { type Readers, readersOf } from '#features/community/views/readers.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { HOT_WEIGHTS } from '#features/publishing/lists/hot-rank.ts'
import { addDays, dayOf } from '#kernel/clock.ts'

export const RANGES = { '7d': 7, '30d': 30, '90d': 90 } as const
export type Range = keyof typeof RANGES

export const SERIES = ['energy', 'comments', 'likes', 'favorites', 'views'] as const
export type Series = (typeof SERIES)[number]

export type Trends = { range: Range; days: string[] } & Record<Series, number[]>

/**
 * Reads one row of sums, however many posts the author has, and the fresh days of the author's
 * posts, which are not in the sums yet. The triggers posts_stats_* and post_days_sum keep the sums
 * up to date.
 */
export function overviewOf(viewer: Viewer): Group<Overview> {
  return group({ overview: overviewByUid(viewer.uid) }, ({ overview }) => overview(viewer))
}

/**
 * The same for an author whose row is read in the same round trip. The result is a function of this
 * row.
 */
export function overviewByUid(
  uid: number | Statement,
): Group<(author: Pick<Viewer, 'followers_count'>) => Overview> {
  const stats = sql<AuthorStats>`
    SELECT user_id, draft, pending, approved, rejected, locked, s.likes + f.likes AS likes,
      s.comments + f.comments AS comments, s.favorites + f.favorites AS favorites, s.energy + f.energy AS energy,
      s.views + f.views AS views
    FROM author_stats s CROSS JOIN (SELECT ${sums} FROM (${freshDays(uid)})) f
    WHERE user_id = ${uid}`
  return group(
    { stats: one(stats) },
    ({ stats }) =>
      (author) =>
        asOverview(stats, author),
  )
}

/** The totals of an author. */
export interface Overview extends Record<Series, number> {
  /** The number of posts, in total and by status. */
  posts: Record<PostStatus | 'total', number>
  followers: number
}

function asOverview(stats: AuthorStats | null, author: Pick<Viewer, 'followers_count'>): Overview {
  const { draft = 0, pending = 0, approved = 0, rejected = 0, locked = 0 } = stats ?? {}
  const { likes = 0, comments = 0, favorites = 0, energy = 0, views = 0 } = stats ?? {}
  const total = draft + pending + approved + rejected + locked
  const posts = { total, draft, pending, approved, rejected, locked }
  return { posts, likes, comments, favorites, energy, views, followers: author.followers_count }
}

/**
 * One number per day in Shanghai time, oldest day first and today last. A day without activity has
 * zero.
 */
export function trendsOf(uid: number | Statement, range: Range, now: Date): Group<Trends> {
  const [first = ''] = daysOf(range, now)
  return group({ rows: authorDays(uid, first) }, ({ rows }) => asTrends(rows, range, now))
}

type Day = Pick<AuthorDay, 'day' | Series>

/**
 * The figures of an author's posts since `first`: the sum of each day, and the fresh days that are
 * not in the sums yet.
 */
function authorDays(uid: number | Statement, first: string): Statement<Day> {
  return sql`
    SELECT day, energy, comments, likes, favorites, views FROM author_daily WHERE author_id = ${uid} AND day >= ${first}
    UNION ALL ${freshDays(uid, first)}`
}

function freshDays(uid: number | Statement, first = ''): Statement<Day> {
  return sql`
    SELECT day, energy - summed_energy AS energy, comments - summed_comments AS comments, likes - summed_likes AS likes,
      favorites - summed_favorites AS favorites, views - summed_views AS views
    FROM post_days INDEXED BY post_days_fresh WHERE author_id = ${uid} AND fresh = 1 AND day >= ${first}`
}

const sums = sql.raw(SERIES.map((name) => `COALESCE(SUM(${name}), 0) AS ${name}`).join(', '))

function asTrends(rows: Day[], range: Range, now: Date): Trends {
  const byDay = Map.groupBy(rows, ({ day }) => day)
  const days = daysOf(range, now)
  const series = (name: Series) =>
    days.map((day) => (byDay.get(day) ?? []).reduce((sum, row) => sum + row[name], 0))
  return {
    range,
    days,
    ...(Object.fromEntries(SERIES.map((name) => [name, series(name)])) as Record<Series, number[]>),
  }
}

/** The sums of the range of the same length directly before this one, for comparison. */
function totalsBefore(uid: number, range: Range, now: Date): Group<Record<Series, number>> {
  const [first = ''] = daysOf(range, now)
  const totals = sql<Record<Series, number>>`
    SELECT ${sums} FROM (${authorDays(uid, addDays(first, -RANGES[range]))}) WHERE day < ${first}`
  return group({ totals: one(totals) }, ({ totals }) => totals ?? NOTHING)
}

const NOTHING = { energy: 0, comments: 0, likes: 0, favorites: 0, views: 0 }

function daysOf(range: Range, now: Date): string[] {
  const today = dayOf(now)
  return Array.from({ length: RANGES[range] }, (_, index) =>
    addDays(today, index + 1 - RANGES[range]),
  )
}

/** A post with its figures within a range of days. */
export type TopPost = { id: number; title: string } & Record<Series, number>

const SHOWN = 10
/**
 * The number of the best posts of each day that are compared. A post that is never among them is
 * not a top post of the range.
 */
const POSTS_PER_DAY = 10

/**
 * The top posts of a range. An index yields the best few posts of each day, so the cost does not
 * depend on how many posts the author has.
 */
function topPostsOf(uid: number, range: Range, now: Date): Statement<TopPost> {
  const days = JSON.stringify(daysOf(range, now))
  return sql`
    SELECT p.id, p.title, best.energy, best.comments, best.likes, best.favorites, best.views
    FROM (
      SELECT t.post_id, SUM(t.energy) AS energy, SUM(t.comments) AS comments, SUM(t.likes) AS likes,
        SUM(t.favorites) AS favorites, SUM(t.views) AS views, SUM(${WORTH}) AS worth
      FROM json_each(${days}) d CROSS JOIN post_days t
      WHERE t.day = d.value AND t.post_id IN (${bestOf(uid)} UNION ALL ${freshOf(uid)})
      GROUP BY t.post_id
      HAVING SUM(${WORTH}) > 0
      ORDER BY worth DESC, t.post_id DESC
      LIMIT ${SHOWN}
    ) best CROSS JOIN posts p ON p.id = best.post_id
    ORDER BY best.worth DESC, p.id DESC`
}

/** The best posts of a day by the last sums. */
function bestOf(uid: number): SQL {
  return sql`
    SELECT post_id FROM (
      SELECT post_id FROM post_days WHERE author_id = ${uid} AND day = d.value AND ${SUMMED_WORTH} > 0
      ORDER BY ${SUMMED_WORTH} DESC LIMIT ${POSTS_PER_DAY})`
}

/** Posts with newer events, which may have become the best since the last sums. */
function freshOf(uid: number): SQL {
  return sql`SELECT post_id FROM post_days WHERE author_id = ${uid} AND day = d.value AND fresh = 1`
}

const { likes, comments, favorites, energy } = HOT_WEIGHTS
const worth = (summed: '' | 'summed_') =>
  sql.raw(
    `${likes} * ${summed}likes + ${comments} * ${summed}comments + ${favorites} * ${summed}favorites + ${energy} * ${summed}energy`,
  )
const WORTH = worth('')
/** The same expression as in the index post_days_top, so that SQLite uses the index. */
const SUMMED_WORTH = worth('summed_')

/** The content of the analytics page for a range of days. */
export interface Analytics {
  trends: Trends
  /** The sums of the same number of days directly before the range. */
  before: Record<Series, number>
  topPosts: TopPost[]
  readers: Readers
}

export async function analyticsOf(
  db: Database,
  viewer: Viewer,
  range: Range,
  now: Date,
): Promise<Analytics> {
  const [first = ''] = daysOf(range, now)
  return db.read({
    trends: trendsOf(viewer.uid, range, now),
    before: totalsBefore(viewer.uid, range, now),
    topPosts: topPostsOf(viewer.uid, range, now),
    readers: readersOf(viewer.uid, first),
  })
}
