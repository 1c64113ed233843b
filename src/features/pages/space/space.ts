import { sql } from 'drizzle-orm'
import { type Database, found, type Group, group, type Statement } from '#db/client.ts'
import type { User } from '#db/schema/core.ts'
import type { FollowStatus } from '#features/community/follows/follows.ts'
import { mayList } from '#features/community/follows/lists.ts'
import { type Between, blockedBy, blocks } from '#features/core/blocks/block.ts'
import { asUserRef, type PublicColumns, type UserRef } from '#features/core/people/user-ref.ts'
import type { Viewer, ViewerId } from '#features/core/people/viewer.ts'
import type { Language } from '#kernel/i18n.ts'

/** The profile that a space shows above every tab. */
export interface SpaceOwner {
  user: UserRef
  signature: string
  fediverse: string | null
  since: string
  posts: number
  followers: number
  following: number
  followersPublic: boolean
  /** Whether the viewer may see the lists of followers and following. */
  listsOpen: boolean
  isViewer: boolean
  /** The account is erased. Its posts stay. */
  isGone: boolean
  follow: FollowStatus
  /** Blocks between the viewer and the owner, in both directions. */
  between: Between
}

type OwnerRow = PublicColumns &
  Pick<User, 'signature' | 'fediverse' | 'created_at' | 'followers_count' | 'following_count' | 'followers_public'> & {
    posts: number
    i_follow: number
    follows_me: number
    blocks_me: number
  }

export function spaceOwner(viewer: Viewer | null, uid: number, language: Language): Group<SpaceOwner> {
  return group({ row: found(ownerOf(viewer?.uid ?? 0, uid)) }, ({ row }) => asOwner(row, viewer, language))
}

function ownerOf(viewerUid: number, uid: number): Statement<OwnerRow> {
  return sql`
    SELECT u.uid, u.username, u.avatar_key, u.exp, u.status, u.signature, u.fediverse, u.created_at, u.followers_count,
      u.following_count, u.followers_public, COALESCE(s.approved, 0) AS posts,
      EXISTS (SELECT 1 FROM user_follows WHERE follower_id = ${viewerUid} AND followed_id = u.uid) AS i_follow,
      EXISTS (SELECT 1 FROM user_follows WHERE follower_id = u.uid AND followed_id = ${viewerUid}) AS follows_me,
      ${blocks(sql`u.uid`, viewerUid)} AS blocks_me
    FROM users u LEFT JOIN author_stats s ON s.user_id = u.uid
    WHERE u.uid = ${uid}`
}

function asOwner(row: OwnerRow, viewer: Viewer | null, language: Language): SpaceOwner {
  const [i_follow, follows_me] = [row.i_follow === 1, row.follows_me === 1]
  return {
    user: asUserRef(row, language),
    signature: row.signature,
    fediverse: row.status === 'active' ? row.fediverse : null,
    since: row.created_at,
    posts: row.posts,
    followers: row.followers_count,
    following: row.following_count,
    followersPublic: row.followers_public === 1,
    listsOpen: mayList(viewer, row),
    isViewer: viewer?.uid === row.uid,
    isGone: row.status === 'deleted',
    follow: { i_follow, follows_me, mutual: i_follow && follows_me },
    between: { iBlock: blockedBy(viewer).includes(row.uid), blocksMe: row.blocks_me === 1 },
  }
}

/** Shows or hides the viewer's lists of followers and following. */
export async function setFollowersPublic(db: Database, viewer: ViewerId, isPublic: boolean): Promise<boolean> {
  await db.batch([sql`UPDATE users SET followers_public = ${isPublic ? 1 : 0} WHERE uid = ${viewer.uid}`])
  return isPublic
}
