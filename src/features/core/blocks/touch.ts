import { type SQL, sql } from 'drizzle-orm'
import type { Viewer } from '#features/core/people/viewer.ts'

/** Who of two users blocks whom, as seen by the one who acts. */
export interface Between {
  iBlock: boolean
  blocksMe: boolean
}

/**
 * Who may touch whom: what one user may do to another, whoever of the two blocks the other. The database holds the same rule,
 * for whoever writes to it: user_follows_not_between_the_blocked, comments_not_to_who_blocks,
 * comment_mentions_not_of_who_blocks and post_energize_log_not_to_who_blocks refuse with `forbidden`;
 * notifications_not_between_the_blocked writes nothing.
 */
const TOUCHES = {
  follow: ({ iBlock, blocksMe }) => !iBlock && !blocksMe,
  comment: ({ blocksMe }) => !blocksMe,
  reply: ({ blocksMe }) => !blocksMe,
  mention: ({ blocksMe }) => !blocksMe,
  energize: ({ blocksMe }) => !blocksMe,
  // It counts for everybody, but between the two the trigger post_likes_count_new keeps it out of what the author is told.
  like: () => true,
  report: () => true,
  // A decision of an admin reaches whom it concerns, whoever they block.
  moderate: () => true,
  notify: ({ iBlock, blocksMe }) => !iBlock && !blocksMe,
} as const satisfies Record<string, (between: Between) => boolean>

export type Touch = keyof typeof TOUCHES
export const TOUCH_NAMES = Object.keys(TOUCHES) as Touch[]

export function mayTouch(touch: Touch, between: Between): boolean {
  return TOUCHES[touch](between)
}

/** Whether `by` blocks `whom`, as a condition. */
export function blocks(by: number | SQL, whom: number | SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM user_blocks WHERE user_id = ${by} AND blocked_id = ${whom})`
}

/** Whom the viewer blocks: known with the session, so that nobody who blocks no one reads anything for it. */
export function blockedBy(viewer: Pick<Viewer, 'blocked_ids'> | null): number[] {
  return viewer === null || viewer.blocked_ids === NOBODY ? [] : (JSON.parse(viewer.blocked_ids) as number[])
}

/** A condition for lists, left out where there is nobody to leave out: the statement is then that of everybody. */
export function unlessBlocked(viewer: Pick<Viewer, 'blocked_ids'> | null, author: SQL): SQL | undefined {
  if (viewer === null || viewer.blocked_ids === NOBODY) return undefined
  return sql`${author} NOT IN (SELECT value FROM json_each(${viewer.blocked_ids}))`
}

const NOBODY = '[]'
