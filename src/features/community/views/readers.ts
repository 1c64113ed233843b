import { sql } from 'drizzle-orm'
import { type Group, group, one } from '#db/client.ts'

/** The number of hosts that are shown. */
const SHOWN = 10

/** The readers of all posts of an author within some days. */
export interface Readers {
  /** The share of views that reached the end; null without views. */
  stayed: number | null
  /** The referring hosts, most views first. */
  hosts: { host: string; views: number }[]
}

/** Reads the author's daily sums from `first` on, and the days that are not summed up yet. */
export function readersOf(uid: number, first: string): Group<Readers> {
  const sums = sql<{ views: number; ends: number }>`
    SELECT COALESCE(SUM(views), 0) AS views, COALESCE(SUM(ends), 0) AS ends FROM (
      SELECT views, ends FROM author_daily WHERE author_id = ${uid} AND day >= ${first}
      UNION ALL
      SELECT views - summed_views, ends - summed_ends FROM post_days INDEXED BY post_days_fresh
      WHERE author_id = ${uid} AND fresh = 1 AND day >= ${first})`
  const hosts = sql<Readers['hosts'][number]>`
    SELECT h.key AS host, SUM(h.value) AS views
    FROM author_sources s CROSS JOIN json_each(s.hosts) h
    WHERE s.author_id = ${uid} AND s.day >= ${first}
    GROUP BY h.key ORDER BY SUM(h.value) DESC, h.key LIMIT ${SHOWN}`
  return group({ sums: one(sums), hosts }, ({ sums, hosts }) => ({
    // A view of yesterday may end today, so the share could exceed 1.
    stayed: sums && sums.views > 0 ? Math.min(1, sums.ends / sums.views) : null,
    hosts,
  }))
}
