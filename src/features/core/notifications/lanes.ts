import { type SQL, sql } from 'drizzle-orm'
import { type Category, isWanted, KINDS, type Kind, type Switches } from '#features/core/notifications/kinds.ts'

/** What the index notifications_of_user_by_lane keeps apart: what has a switch of its own, and the rest by category. */
export const LANE = `iif(kind = 'NotifyCommentReply', 'reply', category)`

const LANES: [lane: string, kind: Kind][] = [
  ['comment', 'NotifyComment'],
  ['reply', 'NotifyCommentReply'],
  ['mention', 'NotifyMention'],
  ['like', 'NotifyLikeAggregated'],
  ['follow', 'NotifyFollow'],
  ['system', 'NotifySystem'],
]

/** The lanes in which a user wants to see what is in a category, each as a condition. */
export function lanesOf(user: Switches, category: Category | 'all'): SQL[] {
  return LANES.filter(
    ([, kind]) => (category === 'all' || KINDS[kind].category === category) && isWanted(kind, user),
  ).map(([lane]) => sql`${sql.raw(LANE)} = ${lane}`)
}

/** The lane of a row of `table`, which has a kind and a category. */
export function laneOf(table: string): SQL {
  return sql.raw(LANE.replace('kind', `${table}.kind`).replace('category', `${table}.category`))
}

/** Whether a notice is in a lane of these kinds. */
export function ofLanes(kinds: readonly Kind[]): SQL {
  const lanes = kinds.map((kind) => (kind === 'NotifyCommentReply' ? 'reply' : KINDS[kind].category))
  return sql`${sql.raw(LANE)} IN ${[...new Set<string>(lanes)]}`
}
