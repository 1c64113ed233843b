import { and, sql } from 'drizzle-orm'
import * as z from 'zod'
import { behind, type Database, found, type Group, pageGroup, type Statement } from '#db/client.ts'
import type { User } from '#db/schema/core.ts'
import { asUserRef, type PublicColumns, UserRefShape } from '#features/core/people/user-ref.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { AppError } from '#kernel/errors.ts'
import type { Language } from '#kernel/i18n.ts'
import { cursorBy, type Page, type PageRequest } from '#kernel/paging.ts'
import { isAdmin } from '#kernel/roles.ts'

export const FollowedPersonShape = z
  .object({
    ...UserRefShape.shape,
    signature: z.string(),
    i_follow: z.boolean(),
    follows_me: z.boolean(),
    followed_at: z.iso.datetime(),
  })
  .meta({ id: 'FollowedUser' })

export type FollowedUser = z.infer<typeof FollowedPersonShape>

type FollowRow = PublicColumns & {
  signature: string
  i_follow: number
  follows_me: number
  followed_at: string
}

export type Direction = 'followers' | 'following'

/**
 * The followers of a user, or the users they follow, newest first. The lists are public unless the
 * user made them private (`list_private`).
 */
export async function listFollows(
  db: Database,
  viewer: Viewer | null,
  uid: number,
  direction: Direction,
  request: PageRequest,
  language: Language,
): Promise<Page<FollowedUser>> {
  const owner = sql<ListOwner>`SELECT uid, followers_public FROM users WHERE uid = ${uid} AND status <> 'deleted'`
  const response = await db.read({
    owner: found(owner),
    people: followsPage(viewer, uid, direction, request, language),
  })
  if (!mayList(viewer, response.owner)) throw new AppError('list_private')
  return response.people
}

type ListOwner = Pick<User, 'uid' | 'followers_public'>

/** Admins may see private lists too. */
export function mayList(viewer: Viewer | null, owner: ListOwner): boolean {
  return owner.followers_public === 1 || viewer?.uid === owner.uid || isAdmin(viewer)
}

export function followsPage(
  viewer: Viewer | null,
  uid: number,
  direction: Direction,
  request: PageRequest,
  language: Language,
): Group<Page<FollowedUser>> {
  const rows = followRows(viewer, uid, direction, request)
  return pageGroup(
    [direction, uid],
    request,
    rows,
    cursorBy('followed_at', 'uid'),
    asPerson(language),
  )
}

function followRows(
  viewer: Viewer | null,
  uid: number,
  direction: Direction,
  request: PageRequest,
): Statement<FollowRow> {
  const me = viewer?.uid ?? 0
  const [of, listed] =
    direction === 'followers'
      ? [sql.raw('f.followed_id'), sql.raw('f.follower_id')]
      : [sql.raw('f.follower_id'), sql.raw('f.followed_id')]
  return sql<FollowRow>`
    SELECT u.uid, u.username, u.avatar_key, u.exp, u.status, u.signature, f.created_at AS followed_at,
      EXISTS (SELECT 1 FROM user_follows WHERE follower_id = ${me} AND followed_id = u.uid) AS i_follow,
      EXISTS (SELECT 1 FROM user_follows WHERE follower_id = u.uid AND followed_id = ${me}) AS follows_me
    FROM user_follows f JOIN users u ON u.uid = ${listed}
    WHERE ${and(sql`${of} = ${uid}`, behind(request, sql`f.created_at`, listed))}
    ORDER BY f.created_at DESC, ${listed} DESC
    LIMIT ${request.limit + 1}`
}

function asPerson(language: Language) {
  return (row: FollowRow): FollowedUser => ({
    ...asUserRef(row, language),
    signature: row.signature,
    i_follow: row.i_follow === 1,
    follows_me: row.follows_me === 1,
    followed_at: row.followed_at,
  })
}
