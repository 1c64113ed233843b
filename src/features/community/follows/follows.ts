import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Database, Statement } from '#db/client.ts'
import { blocks } from '#features/core/blocks/block.ts'
import { followNotice } from '#features/core/notifications/notices.ts'
import type { Viewer, ViewerId } from '#features/core/people/viewer.ts'
import { AppError } from '#kernel/errors.ts'

/** The maximum number of followed users. The trigger user_follows_are_limited enforces it. */
export const FOLLOWED_PEOPLE_MAX = 10_000

export const FollowStatusShape = z
  .object({ i_follow: z.boolean(), follows_me: z.boolean(), mutual: z.boolean() })
  .meta({ id: 'FollowStatus' })

export type FollowStatus = z.infer<typeof FollowStatusShape>

export interface FollowColumns {
  i_follow: number
  follows_me: number
  blocks_me: number
}

/** The relation between the viewer and a user. A user who does not exist is `not_found`. */
export async function followStatus(
  db: Database,
  viewer: Viewer | null,
  uid: number,
): Promise<FollowStatus> {
  return asStatus(await db.first(followRow(viewer?.uid ?? 0, uid)))
}

/**
 * Toggles a follow. The followed user is notified once, even after many toggles. Nothing changes if
 * the user does not exist. The triggers user_follows_not_oneself and
 * user_follows_not_between_the_blocked refuse. The triggers user_follows_count_* count.
 */
export async function toggleFollow(
  db: Database,
  viewer: ViewerId,
  uid: number,
  now: Date,
): Promise<FollowStatus & { followers_count: number }> {
  if (viewer.uid === uid) throw new AppError('self_follow')
  const isThere = sql`EXISTS (SELECT 1 FROM users WHERE uid = ${uid} AND status <> 'deleted')`
  const [, , , [row]] = await db.batch([
    sql`DELETE FROM user_follows WHERE follower_id = ${viewer.uid} AND followed_id = ${uid} AND ${isThere}`,
    sql`INSERT INTO user_follows (follower_id, followed_id, created_at)
        SELECT ${viewer.uid}, ${uid}, ${now.toISOString()} WHERE changes() = 0 AND ${isThere}`,
    followNotice(
      { to: uid, by: viewer.uid, when: sql`${isThere} AND ${follows(viewer.uid, uid)}` },
      now,
    ),
    followRow(viewer.uid, uid),
  ])
  return { ...asStatus(row ?? null), followers_count: row?.followers_count ?? 0 }
}

type FollowRow = FollowColumns & { followers_count: number }

function followRow(viewerUid: number, uid: number): Statement<FollowRow> {
  return sql`
    SELECT followers_count, ${followColumns(viewerUid, uid)} FROM users WHERE uid = ${uid} AND status <> 'deleted'`
}

/**
 * The follows between the viewer and a user in both directions, and whether the user blocks the
 * viewer. Both uids may be SQL expressions, such as the author of a post.
 */
export function followColumns(viewerUid: number | SQL, uid: number | SQL): SQL {
  return sql`
    ${follows(viewerUid, uid)} AS i_follow, ${follows(uid, viewerUid)} AS follows_me, ${blocks(uid, viewerUid)} AS blocks_me`
}

/** The users among `users`, a query of uids, that a user follows. */
export function followedAmong(uid: Statement, users: Statement): Statement<{ uid: number }> {
  return sql`SELECT followed_id AS uid FROM user_follows WHERE follower_id = ${uid} AND followed_id IN (${users})`
}

export function asStatus(row: FollowColumns | null): FollowStatus {
  if (row === null) throw new AppError('not_found')
  const i_follow = row.i_follow === 1
  const follows_me = row.follows_me === 1
  return { i_follow, follows_me, mutual: i_follow && follows_me }
}

function follows(follower: number | Statement, followed: number | Statement): Statement {
  return sql`EXISTS (SELECT 1 FROM user_follows WHERE follower_id = ${follower} AND followed_id = ${followed})`
}
