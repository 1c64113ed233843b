import { sql } from 'drizzle-orm'
import { type Group, group, type Statement } from '#db/client.ts'
import type { siteTotals } from '#db/schema/admin.ts'

type Total = typeof siteTotals.$inferSelect
export type Waiting = Record<Exclude<Total['name'], 'posts'>, number>

const rows: Statement<Total> = sql`SELECT name, value FROM site_totals`

/**
 * Every admin page asks for it: the navigation says what waits. Kept by the triggers users_total_*, posts_totals_new,
 * posts_totals, profile_reviews_total_* and report_cases_total_*.
 */
export const whatWaits: Group<Waiting> = group({ rows }, ({ rows }) => {
  const value = (name: Total['name']) => rows.find((row) => row.name === name)?.value ?? 0
  return {
    users: value('users'),
    pending_posts: value('pending_posts'),
    unseen_edits: value('unseen_edits'),
    pending_profiles: value('pending_profiles'),
    open_reports: value('open_reports'),
  }
})

/** How many waiting items a queue lists beside the current one. */
export const QUEUE_SHOWN = 12

/** The ids before and after the current one, as far as the queue lists them. */
export function neighboursIn(ids: readonly number[], current: number | undefined) {
  const at = ids.indexOf(current ?? -1)
  return { next: ids[at + 1] ?? null, previous: at > 0 ? (ids[at - 1] ?? null) : null }
}
