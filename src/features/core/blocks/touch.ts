import { type SQL, sql } from 'drizzle-orm'
import type { Viewer } from '#features/core/people/viewer.ts'

/** The blocks between two users, from the view of the acting user. */
export interface Between {
  iBlock: boolean
  blocksMe: boolean
}

/**
 * What a user may do to another user, depending on the blocks between the two. Triggers enforce the same rules:
 * user_follows_not_between_the_blocked, comments_not_to_who_blocks, comment_mentions_not_of_who_blocks and
 * post_energize_log_not_to_who_blocks refuse with `forbidden`; notifications_not_between_the_blocked skips the insert.
 */
const TOUCHES = {
  follow: ({ iBlock, blocksMe }) => !iBlock && !blocksMe,
  comment: ({ blocksMe }) => !blocksMe,
  reply: ({ blocksMe }) => !blocksMe,
  mention: ({ blocksMe }) => !blocksMe,
  energize: ({ blocksMe }) => !blocksMe,
  // The like counts, but the trigger post_likes_count_new leaves it out of the author's like digest.
  like: () => true,
  report: () => true,
  // An admin's decision always reaches the user, also across a block.
  moderate: () => true,
  notify: ({ iBlock, blocksMe }) => !iBlock && !blocksMe,
} as const satisfies Record<string, (between: Between) => boolean>

export type Touch = keyof typeof TOUCHES
export const TOUCH_NAMES = Object.keys(TOUCHES) as Touch[]

export function mayTouch(touch: Touch, between: Between): boolean {
  return TOUCHES[touch](between)
}

/** An SQL condition: `by` blocks `uid`. */
export function blocks(by: number | SQL, uid: number | SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM user_blocks WHERE user_id = ${by} AND blocked_id = ${uid})`
}

/** The users that the viewer blocks. The ids are read with the session, so this needs no query. */
export function blockedBy(viewer: Pick<Viewer, 'blocked_ids'> | null): number[] {
  return viewer === null || blocksNobody(viewer) ? [] : (JSON.parse(viewer.blocked_ids) as number[])
}

export function blocksNobody({ blocked_ids }: Pick<Viewer, 'blocked_ids'>): boolean {
  return blocked_ids === NO_BLOCKS
}

/** A condition for lists. Undefined for a viewer without blocks, whose statement then is the same as the anonymous one. */
export function unlessBlocked(viewer: Pick<Viewer, 'blocked_ids'> | null, author: SQL): SQL | undefined {
  if (viewer === null || blocksNobody(viewer)) return undefined
  return sql`${author} NOT IN (SELECT value FROM json_each(${viewer.blocked_ids}))`
}

const NO_BLOCKS = '[]'
