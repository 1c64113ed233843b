import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { type Group, group, one } from '#db/group.ts'
import type { AuthorDay, AuthorStats } from '#db/schema/studio.ts'
import type { Viewer } from '#features/people/viewer.ts'
import { addDays, dayOf } from '#kernel/clock.ts'

export const RANGES = { '7d': 7, '30d': 30, '90d': 90 } as const
export type Range = keyof typeof RANGES

export const SERIES = ['energy', 'comments', 'likes', 'favorites'] as const
export type Series = (typeof SERIES)[number]

export type Trends = { range: Range; days: string[] } & Record<Series, number[]>

/**
 * Figures are kept with each event, so an overview is one row whatever an author has written: the triggers posts_stats_*,
 * and post_daily_sum_new, post_daily_sum and post_daily_sum_gone for the days.
 */
export async function studioOverview(db: Database, viewer: Viewer) {
  return db.read(overviewOf(viewer))
}

export function overviewOf(viewer: Viewer): Group<Overview> {
  const stats = sql<AuthorStats>`SELECT * FROM author_stats WHERE user_id = ${viewer.uid}`
  return group({ stats: one(stats) }, ({ stats }) => asOverview(stats, viewer))
}

export type Overview = ReturnType<typeof asOverview>

function asOverview(stats: AuthorStats | null, viewer: Viewer) {
  const { draft = 0, pending = 0, approved = 0, rejected = 0, locked = 0 } = stats ?? {}
  const { likes = 0, comments = 0, favorites = 0, energy = 0 } = stats ?? {}
  const total = draft + pending + approved + rejected + locked
  const posts = { total, draft, pending, approved, rejected, locked }
  return { posts, likes, comments, favorites, energy, followers: viewer.followers_count }
}

/** One number a Shanghai day, oldest first, today last; days on which nothing happened are zero. */
export async function studioTrends(db: Database, viewer: Viewer, range: Range, now: Date): Promise<Trends> {
  return db.read(trendsOf(viewer.uid, range, now))
}

export function trendsOf(uid: number, range: Range, now: Date): Group<Trends> {
  const [first = ''] = daysOf(range, now)
  const rows = sql<AuthorDay>`SELECT * FROM author_daily WHERE author_id = ${uid} AND day >= ${first} ORDER BY day`
  return group({ rows }, ({ rows }) => asTrends(rows, range, now))
}

function asTrends(rows: AuthorDay[], range: Range, now: Date): Trends {
  const byDay = new Map(rows.map((row) => [row.day, row]))
  const days = daysOf(range, now)
  const series = (name: Series) => days.map((day) => byDay.get(day)?.[name] ?? 0)
  return {
    range,
    days,
    energy: series('energy'),
    comments: series('comments'),
    likes: series('likes'),
    favorites: series('favorites'),
  }
}

/** The sums of the range of the same length right before this one, for comparison. */
export function totalsBefore(uid: number, range: Range, now: Date): Group<Record<Series, number>> {
  const [first = ''] = daysOf(range, now)
  const totals = sql<Record<Series, number>>`
    SELECT COALESCE(SUM(energy), 0) AS energy, COALESCE(SUM(comments), 0) AS comments, COALESCE(SUM(likes), 0) AS likes,
      COALESCE(SUM(favorites), 0) AS favorites
    FROM author_daily
    WHERE author_id = ${uid} AND day >= ${addDays(first, -RANGES[range])} AND day < ${first}`
  return group({ totals: one(totals) }, ({ totals }) => totals ?? { energy: 0, comments: 0, likes: 0, favorites: 0 })
}

export function daysOf(range: Range, now: Date): string[] {
  const today = dayOf(now)
  return Array.from({ length: RANGES[range] }, (_, index) => addDays(today, index + 1 - RANGES[range]))
}
