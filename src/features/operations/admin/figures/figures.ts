import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { type Group, group, type Statement } from '#db/client.ts'
import { daysSince } from '#features/core/site/days.ts'
import {
  FIGURE_RANGES,
  type FigureRange,
  lastDays,
  perDay,
} from '#features/pages/studio/analytics/ranges.ts'
import { MINUTE } from '#kernel/clock.ts'

const counts = (what: string) => z.array(z.int()).describe(`${what} of each day.`)

export const SiteFiguresShape = z
  .object({
    days: z.array(z.string()).describe('The days of the range in Shanghai time, oldest first.'),
    visits: counts('The readers, with or without an account,'),
    returning: counts('The members with an account from an earlier day who came to the site,'),
    referrers: z
      .array(z.object({ host: z.string(), visits: z.int() }))
      .describe(
        'The hosts of the referring pages, most visits first. `other` is the sum of the hosts that are not listed by name. Visits without a referrer are not listed.',
      ),
    posts: z
      .array(z.object({ id: z.int(), title: z.string(), reads: z.int() }))
      .describe('The most read posts of the range.'),
    members: counts('The new members'),
    decisions_median_minutes: z
      .number()
      .nullable()
      .describe(
        'The median time between the submission of a post and its approval or rejection. Null without decisions.',
      ),
    letters: counts('The letters that were sent'),
  })
  .meta({ id: 'SiteFigures' })

export type SiteFigures = z.infer<typeof SiteFiguresShape>

const REFERRERS_SHOWN = 20
const POSTS_SHOWN = 10
/**
 * The number of the most read posts of each day that are compared. A post that is never among them
 * is not a most read post of the range.
 */
const POSTS_PER_DAY = 20
/** The number of compared posts whose reads are summed exactly. */
const POSTS_SUMMED = 40
/** The median is that of the newest decisions. */
const DECISIONS_MAX = 500

/**
 * The figures of the site for its owner. It reads a bounded number of rows per day, however many
 * posts, readers and letters the site has. The trigger letters_count_for_the_site counts the
 * letters.
 */
export function siteFigures(range: FigureRange, now: Date): Group<SiteFigures> {
  const days = lastDays(FIGURE_RANGES[range], now)
  const [first = ''] = days
  const asked = {
    readers: sql<{ day: string; visits: number; letters: number }>`
      SELECT day, visits, letters FROM site_readers WHERE day >= ${first}`,
    referrers: sql<SiteFigures['referrers'][number]>`
      SELECT h.key AS host, SUM(h.value) AS visits
      FROM site_readers r CROSS JOIN json_each(r.hosts) h WHERE r.day >= ${first}
      GROUP BY h.key ORDER BY SUM(h.value) DESC, h.key LIMIT ${REFERRERS_SHOWN}`,
    daily: daysSince(first),
    posts: mostRead(days, first),
    decisions: decisionsSince(first),
  }
  return group(asked, ({ readers, referrers, daily, posts, decisions }) => ({
    days,
    visits: perDay(days, readers, ({ visits }) => visits),
    // A member checks in on the first request of the day. Nothing is stored in browsers, so
    // returning readers without an account cannot be counted.
    returning: perDay(days, daily, ({ check_ins, users }) => Math.max(0, check_ins - users)),
    referrers,
    posts,
    members: perDay(days, daily, ({ users }) => users),
    decisions_median_minutes: median(
      decisions.map(({ asked, decided }) => (Date.parse(decided) - Date.parse(asked)) / MINUTE),
    ),
    letters: perDay(days, readers, ({ letters }) => letters),
  }))
}

/** The index post_days_read gives the best posts of each day. */
function mostRead(days: readonly string[], first: string): Statement<SiteFigures['posts'][number]> {
  return sql`
    SELECT p.id, p.title, SUM(t.views) AS reads
    FROM (
      SELECT best.post_id FROM json_each(${JSON.stringify(days)}) d CROSS JOIN post_days best
      WHERE best.day = d.value AND best.post_id IN (
        SELECT post_id FROM post_days INDEXED BY post_days_read
        WHERE day = d.value AND views > 0 ORDER BY views DESC LIMIT ${POSTS_PER_DAY})
      GROUP BY best.post_id ORDER BY SUM(best.views) DESC, best.post_id DESC LIMIT ${POSTS_SUMMED}
    ) b CROSS JOIN posts p ON p.id = b.post_id CROSS JOIN post_days t ON t.post_id = b.post_id
    WHERE t.day >= ${first} AND p.deleted_at IS NULL
    GROUP BY p.id ORDER BY reads DESC, p.id DESC LIMIT ${POSTS_SHOWN}`
}

interface Decided {
  asked: string
  decided: string
}

/** The newest decisions of the range, each with the last submission before it. */
function decisionsSince(first: string): Statement<Decided> {
  const newest = (action: string) => sql`
    SELECT * FROM (
      SELECT target_id, created_at FROM audit_log WHERE action = ${action} ORDER BY id DESC LIMIT ${DECISIONS_MAX})`
  return sql`
    SELECT asked, decided FROM (
      SELECT a.created_at AS decided, (
        SELECT m.created_at FROM post_moves m
        WHERE m.post_id = CAST(a.target_id AS INTEGER) AND m.to_status = 'pending' AND m.created_at <= a.created_at
        ORDER BY m.id DESC LIMIT 1) AS asked
      FROM (${newest('post.approve')} UNION ALL ${newest('post.reject')}) a
      WHERE a.created_at >= date(${first}, '-1 day') || 'T16:00:00.000Z')
    WHERE asked IS NOT NULL`
}

function median(numbers: readonly number[]): number | null {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle]
  if (upper === undefined) return null
  const lower = sorted.length % 2 === 0 ? (sorted[middle - 1] ?? upper) : upper
  return Math.round((lower + upper) / 2)
}
