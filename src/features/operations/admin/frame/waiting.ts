import { sql } from 'drizzle-orm'
import { type Group, group, type Statement } from '#db/client.ts'
import type { SiteTotal } from '#db/schema/core.ts'

export type Waiting = Record<Exclude<SiteTotal['name'], 'posts'>, number>

/** Held approvals need no decision. */
const rows: Statement<SiteTotal> = sql`
  SELECT name, value - iif(name = 'pending_posts', (SELECT COUNT(*) FROM held_approvals), 0) AS value FROM site_totals`

/**
 * Maintained by the triggers users_total_*, posts_totals_new, posts_totals, profile_reviews_total_*
 * and report_cases_total_*.
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

export const QUEUE_SHOWN = 12

export function neighboursIn(ids: readonly number[], current: number | undefined) {
  const at = ids.indexOf(current ?? -1)
  return { next: ids[at + 1] ?? null, previous: at > 0 ? (ids[at - 1] ?? null) : null }
}
