import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import { daysOf, type Range, type Series } from '#features/pages/studio/analytics/figures.ts'
import { HOT_WEIGHTS } from '#features/publishing/lists/hot-rank.ts'

/** A post with what it got within a range of days. */
export type TopPost = { id: number; title: string } & Record<Series, number>

const SHOWN = 10
/**
 * How many of the best posts of each day are compared: a post that is never among them is not among the best of the
 * range.
 */
const A_DAY = 10

/**
 * What did best within a range. Each day gives its best few, by an index, so that it costs the same for somebody who
 * wrote ten posts and for somebody who wrote ten thousand.
 */
export function topPostsOf(uid: number, range: Range, now: Date): Statement<TopPost> {
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

/** The best of a day by what was last summed up. */
function bestOf(uid: number): SQL {
  return sql`
    SELECT post_id FROM (
      SELECT post_id FROM post_days WHERE author_id = ${uid} AND day = d.value AND ${SUMMED_WORTH} > 0
      ORDER BY ${SUMMED_WORTH} DESC LIMIT ${A_DAY})`
}

/** What has happened since may have made others the best. */
function freshOf(uid: number): SQL {
  return sql`SELECT post_id FROM post_days WHERE author_id = ${uid} AND day = d.value AND fresh = 1`
}

const { likes, comments, favorites, energy } = HOT_WEIGHTS
const worth = (summed: '' | 'summed_') =>
  sql.raw(
    `${likes} * ${summed}likes + ${comments} * ${summed}comments + ${favorites} * ${summed}favorites + ${energy} * ${summed}energy`,
  )
const WORTH = worth('')
/** Written like the index post_days_top, so that it serves. */
const SUMMED_WORTH = worth('summed_')
