import { sql } from 'drizzle-orm'
import { type Group, group, one } from '#db/client.ts'

/** Hosts that are shown; the rest are few. */
const SHOWN = 10

/** How the posts of an author were read within some days. */
export interface Readers {
  /** Of the views, the part that stayed to the end; null where nobody came. */
  stayed: number | null
  /** Where they came from, most first. */
  hosts: { host: string; views: number }[]
}

interface Sums {
  views: number
  ends: number
}

/** From `first` on: the author's sums of each day, and what is not in them yet. */
export function readersOf(uid: number, first: string): Group<Readers> {
  const sums = sql<Sums>`
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
    // A view of yesterday may end today.
    stayed: sums && sums.views > 0 ? Math.min(1, sums.ends / sums.views) : null,
    hosts,
  }))
}
