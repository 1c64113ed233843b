import { sql } from 'drizzle-orm'
import { type Group, group, type Statement } from '#db/client.ts'
import type { SiteTotal } from '#db/schema/core.ts'

export type Waiting = Record<Exclude<SiteTotal['name'], 'posts'>, number>

/** A pending post whose approval is held back needs no decision, so it is not counted. */
const rows: Statement<SiteTotal> = sql`
  SELECT name, value - iif(name = 'pending_posts', (SELECT COUNT(*) FROM held_approvals), 0) AS value FROM site_totals`

/**
 * The numbers of open items, for the badges in the menu of every admin page. The triggers
 * users_total_*, posts_totals_new, posts_totals, profile_reviews_total_* and report_cases_total_*
 * maintain them.
 */
export const openDecisions: Group<Waiting> = group({ rows }, ({ rows }) => {
  const value = (name: SiteTotal['name']) => rows.find((row) => row.name === name)?.value ?? 0
  return {
    users: value('users'),
    pending_posts: value('pending_posts'),
    unseen_edits: value('unseen_edits'),
    pending_profiles: value('pending_profiles'),
    open_reports: value('open_reports'),
  }
})

/** The number of items of a queue that a page lists. */
export const QUEUE_SHOWN = 12

interface Neighbours {
  /** Null if the current item is the last one that is listed. */
  next: number | null
  previous: number | null
}

/**
 * The ids before and after the current one in the listed part of a queue. If the current item is
 * not listed, `next` is the first one of the list.
 */
export function neighboursIn(ids: readonly number[], current: number | undefined): Neighbours {
  const at = ids.indexOf(current ?? -1)
  return { next: ids[at + 1] ?? null, previous: at > 0 ? (ids[at - 1] ?? null) : null }
}
