import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { type Database, one } from '#db/client.ts'
import { TENTHS } from '#features/community/views/buffer.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import {
  FIGURE_RANGES,
  type FigureRange,
  lastDays,
  perDay,
} from '#features/pages/studio/analytics/ranges.ts'
import { AppError } from '#kernel/errors.ts'
import { isAdmin } from '#kernel/roles.ts'

export const PostFiguresShape = z
  .object({
    days: z.array(z.string()).describe('The days of the range in Shanghai time, oldest first.'),
    reads: z.array(z.int()).describe('The views of each day.'),
    finished: z.array(z.int()).describe('The views of each day that reached the end.'),
    depth: z
      .array(z.int())
      .length(TENTHS)
      .describe('The views by the furthest tenth of the text that the reader saw.'),
    referrers: z
      .array(z.object({ host: z.string(), reads: z.int() }))
      .describe(
        'The hosts of the referring pages, most reads first. `other` is the sum of the hosts that are not listed by name. Reads without a referrer are not listed.',
      ),
    followers_gained: z
      .int()
      .describe('The readers who followed the author on the page of the post.'),
    subscribers_gained: z
      .int()
      .describe('The readers who asked for letters of the author on the page of the post.'),
  })
  .meta({ id: 'PostFigures' })

export type PostFigures = z.infer<typeof PostFiguresShape>

const REFERRERS_SHOWN = 20

const tenths = Array.from({ length: TENTHS }, (_, n) => `SUM(tenth_${n}) AS tenth_${n}`).join(', ')

type Sums = Record<`tenth_${number}` | 'followers' | 'subscribers', number | null>

/**
 * The figures of a post for its author and admins; for others the post is `not_found`. At most one
 * row per day of two tables is read.
 */
export async function postFigures(
  db: Database,
  viewer: Viewer,
  id: number,
  range: FigureRange,
  now: Date,
): Promise<{ title: string; figures: PostFigures }> {
  const days = lastDays(FIGURE_RANGES[range], now)
  const [first = ''] = days
  const { post, rows, sums, referrers } = await db.read({
    post: one(sql<{ title: string }>`
      SELECT title FROM posts p
      WHERE p.id = ${id} AND p.deleted_at IS NULL AND (p.author_id = ${viewer.uid} OR ${isAdmin(viewer) ? 1 : 0})`),
    rows: sql<{ day: string; views: number; ends: number }>`
      SELECT day, views, ends FROM post_days WHERE post_id = ${id} AND day >= ${first}`,
    sums: one(sql<Sums>`
      SELECT ${sql.raw(tenths)}, SUM(followers) AS followers, SUM(subscribers) AS subscribers
      FROM post_readers WHERE post_id = ${id} AND day >= ${first}`),
    referrers: sql<PostFigures['referrers'][number]>`
      SELECT h.key AS host, SUM(h.value) AS reads
      FROM post_readers r CROSS JOIN json_each(r.hosts) h
      WHERE r.post_id = ${id} AND r.day >= ${first}
      GROUP BY h.key ORDER BY SUM(h.value) DESC, h.key LIMIT ${REFERRERS_SHOWN}`,
  })
  if (post === null) throw new AppError('not_found')
  return {
    title: post.title,
    figures: {
      days,
      reads: perDay(days, rows, ({ views }) => views),
      finished: perDay(days, rows, ({ ends }) => ends),
      depth: Array.from({ length: TENTHS }, (_, n) => sums?.[`tenth_${n}`] ?? 0),
      referrers,
      followers_gained: sums?.followers ?? 0,
      subscribers_gained: sums?.subscribers ?? 0,
    },
  }
}
