import { DAY, SECOND } from '#kernel/clock.ts'
import type { DatabaseSync } from '../../../scripts/site/sqlite.ts'

export const SIZES = [1_000, 100_000, 1_000_000] as const
export type Size = (typeof SIZES)[number]

/** The number of rows of each kind for a site with this many posts. */
export function proportions(posts: number) {
  return {
    posts,
    people: Math.max(posts / 10, 200),
    /** A root and its reply each. */
    threads: posts * 2,
    likes: posts * 6,
    favorites: posts / 2,
    energizes: posts / 2,
    follows: Math.max(posts / 10, 200) * 5,
  }
}
export type Plan = ReturnType<typeof proportions>

export const FIRST_UID = 10_001
const YEARS = 3 * 365 * DAY

/**
 * The author and time of each post, before the posts exist: reactions are written first, so that the counters of a post
 * are known when its row is written. One in 25 posts is not public.
 */
export function planPosts(file: DatabaseSync, { posts, people }: Plan, now: Date): void {
  const end = Math.floor(now.getTime() / SECOND)
  file.exec(`
    CREATE TEMP TABLE plan (id INTEGER PRIMARY KEY, author INTEGER, at INTEGER, status TEXT);
    ${numbers(posts)}
    INSERT INTO plan SELECT n, ${FIRST_UID} + ${hash('n * 7')} % ${people}, ${end} - (${posts} - n) * ${YEARS / SECOND / posts} - 60,
      CASE WHEN n % 25 > 0 THEN 'approved' WHEN n % 50 > 0 THEN 'draft' WHEN n % 100 > 0 THEN 'pending'
        WHEN n % 200 > 0 THEN 'rejected' ELSE 'locked' END
    FROM numbers`)
}

/** `WITH numbers (n)`: 1 to count. */
export function numbers(count: number): string {
  return `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})`
}

/** A deterministic pseudo-random number. */
export function hash(value: string): string {
  return `(((${value}) * 2654435761 + 40503) % 4294967291)`
}

/** The post of the n-th event: half of the events are spread evenly, the other half goes to a few posts. */
export function aboutPost(n: string, posts: number): string {
  const chance = `(${hash(n)} / 4294967291.0)`
  return `CASE WHEN ${n} % 2 = 0 THEN 1 + (${n} / 2) % ${posts}
    ELSE ${posts} - CAST(${posts} * ${chance} * ${chance} * ${chance} AS INTEGER) END`
}

/** A time between the publication of the post and now, mostly soon after it. */
export function momentAfter(at: string, n: string, now: Date): string {
  const chance = `(${hash(`${n} + 11`)} / 4294967291.0)`
  return `(${at} + CAST((${Math.floor(now.getTime() / SECOND)} - ${at}) * ${chance} * ${chance} AS INTEGER))`
}

export function iso(seconds: string): string {
  return `strftime('%Y-%m-%dT%H:%M:%fZ', ${seconds}, 'unixepoch')`
}

export function day(seconds: string): string {
  return `date(${seconds}, 'unixepoch', '+8 hours')`
}
