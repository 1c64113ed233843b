import { type SQL, sql } from 'drizzle-orm'
import { type Category, isWanted, KINDS, type Kind, type Switches } from '#features/core/notifications/kinds.ts'

/** The lane column of the index notifications_of_user_by_lane: replies have their own lane, because they have their own switch. */
export const LANE = `iif(kind = 'NotifyCommentReply', 'reply', category)`

const LANES: [lane: string, kind: Kind][] = [
  ['comment', 'NotifyComment'],
  ['reply', 'NotifyCommentReply'],
  ['mention', 'NotifyMention'],
  ['like', 'NotifyLikeAggregated'],
  ['follow', 'NotifyFollow'],
  ['system', 'NotifySystem'],
]

/** Conditions for the lanes of a category that the user has not switched off. */
export function lanesOf(user: Switches, category: Category | 'all'): SQL[] {
  return LANES.filter(
    ([, kind]) => (category === 'all' || KINDS[kind].category === category) && isWanted(kind, user),
  ).map(([lane]) => sql`${sql.raw(LANE)} = ${lane}`)
}

/** The lane of a row of `table`. The table needs the columns kind and category. */
export function laneOf(table: string): SQL {
  return sql.raw(LANE.replace('kind', `${table}.kind`).replace('category', `${table}.category`))
}

/** A condition: the notice is in a lane of these kinds. */
export function ofLanes(kinds: readonly Kind[]): SQL {
  const lanes = kinds.map((kind) => (kind === 'NotifyCommentReply' ? 'reply' : KINDS[kind].category))
  return sql`${sql.raw(LANE)} IN ${[...new Set<string>(lanes)]}`
}
