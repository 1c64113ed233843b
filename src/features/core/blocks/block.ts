import { and, type SQL, sql } from 'drizzle-orm'
import { behind, type Database, type Group, pageGroup, type Statement } from '#db/client.ts'
import { asUserRef, type PublicColumns, type UserRef } from '#features/core/people/user-ref.ts'
import type { Viewer, ViewerId } from '#features/core/people/viewer.ts'
import { AppError } from '#kernel/errors.ts'
import type { Language } from '#kernel/i18n.ts'
import { cursorBy, type Page, type PageRequest } from '#kernel/paging.ts'

/**
 * Maximum number of users that one user can block. The trigger user_blocks_so_many has the same
 * number.
 */
export const BLOCKS_MAX = 500

/**
 * Blocks or unblocks a user. The triggers user_blocks_not_oneself and user_blocks_so_many refuse
 * invalid blocks, user_blocks_end_follows deletes the follows between the two users, and
 * user_blocks_listed_* update users.blocked_ids, which is read with the session.
 */
export async function toggleBlock(
  db: Database,
  viewer: ViewerId,
  uid: number,
  now: Date,
): Promise<boolean> {
  if (viewer.uid === uid) throw new AppError('own_post')
  const exists = sql`EXISTS (SELECT 1 FROM users WHERE uid = ${uid} AND status <> 'deleted')`
  const [row] = await db.lastOf([
    sql`DELETE FROM user_blocks WHERE user_id = ${viewer.uid} AND blocked_id = ${uid}`,
    sql`INSERT INTO user_blocks (user_id, blocked_id, created_at)
          SELECT ${viewer.uid}, ${uid}, ${now.toISOString()} WHERE changes() = 0 AND ${exists}`,
    sql<{ blocked: number }>`
        SELECT EXISTS (SELECT 1 FROM user_blocks WHERE user_id = ${viewer.uid} AND blocked_id = ${uid}) AS blocked
        WHERE ${exists}`,
  ])
  if (!row) throw new AppError('not_found')
  return row.blocked === 1
}

export type BlockedUser = UserRef & { blocked_at: string }

/** The users that the viewer blocks, latest first. */
export function blockedUsers(
  { uid }: Viewer,
  request: PageRequest,
  language: Language,
): Group<Page<BlockedUser>> {
  const rows: Statement<PublicColumns & { blocked_at: string }> = sql`
    SELECT u.uid, u.username, u.avatar_key, u.exp, u.status, b.created_at AS blocked_at
    FROM user_blocks b INDEXED BY user_blocks_in_order CROSS JOIN users u ON u.uid = b.blocked_id
    WHERE ${and(sql`b.user_id = ${uid}`, behind(request, sql`b.created_at`, sql`b.blocked_id`))}
    ORDER BY b.created_at DESC, b.blocked_id DESC LIMIT ${request.limit + 1}`
  return pageGroup(['blocks'], request, rows, cursorBy('blocked_at', 'uid'), (row) => ({
    ...asUserRef(row, language),
    blocked_at: row.blocked_at,
  }))
}

/** The blocks between two users, from the view of the acting user. */
export interface Between {
  iBlock: boolean
  blocksMe: boolean
}

/**
 * What a user may do to another user, depending on the blocks between the two. Triggers enforce the
 * same rules: user_follows_not_between_the_blocked, comments_not_to_who_blocks,
 * comment_mentions_not_of_who_blocks and post_energize_log_not_to_who_blocks refuse with
 * `forbidden`; notifications_not_between_the_blocked skips the insert.
 */
const INTERACTIONS = {
  follow: ({ iBlock, blocksMe }) => !iBlock && !blocksMe,
  comment: ({ blocksMe }) => !blocksMe,
  reply: ({ blocksMe }) => !blocksMe,
  mention: ({ blocksMe }) => !blocksMe,
  energize: ({ blocksMe }) => !blocksMe,
  // The like counts, but the trigger post_likes_count_new leaves it out of the like digest of the
  // author.
  like: () => true,
  report: () => true,
  // An admin's decision always reaches the user, also across a block.
  moderate: () => true,
  notify: ({ iBlock, blocksMe }) => !iBlock && !blocksMe,
} as const satisfies Record<string, (between: Between) => boolean>

export type Interaction = keyof typeof INTERACTIONS
export const INTERACTION_NAMES = Object.keys(INTERACTIONS) as Interaction[]

export function mayInteract(interaction: Interaction, between: Between): boolean {
  return INTERACTIONS[interaction](between)
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

/** Whether the viewer sees the same lists as everyone. */
export function seesAllPosts(viewer: Pick<Viewer, 'blocked_ids' | 'hides_ai'>): boolean {
  return blocksNobody(viewer) && viewer.hides_ai === 0
}

/**
 * A condition for lists: the author is not blocked by the viewer. Undefined for a viewer who blocks
 * no user, so that the statement of this viewer is the same as that of anonymous readers.
 */
export function unlessBlocked(
  viewer: Pick<Viewer, 'blocked_ids'> | null,
  author: SQL,
): SQL | undefined {
  if (viewer === null || blocksNobody(viewer)) return undefined
  return sql`${author} NOT IN (SELECT value FROM json_each(${viewer.blocked_ids}))`
}

const NO_BLOCKS = '[]'
