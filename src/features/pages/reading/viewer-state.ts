import { sql } from 'drizzle-orm'
import { type Group, group, one, type Statement } from '#db/client.ts'
import { folderStatusOf } from '#features/community/favorites/favorite.ts'
import { asStatus, type FollowStatus, followRow } from '#features/community/follows/follows.ts'
import { type ReactionState, reactionOf } from '#features/community/reactions/reactions.ts'
import { type Between, blockedBy } from '#features/core/blocks/touch.ts'
import type { Viewer } from '#features/core/people/viewer.ts'

/** The relation of the viewer to a post and its author. */
export interface ViewerState {
  reaction: ReactionState
  favorited: boolean
  /** Energy that the viewer gave to the post. */
  given: number
  /** Null if the author's account is erased. */
  follow: FollowStatus | null
  /** Blocks between the viewer and the author, in both directions. */
  between: Between
}

export function viewerStateOf(viewer: Viewer, postId: number): Group<ViewerState> {
  const { uid } = viewer
  const author = sql`(SELECT author_id FROM posts WHERE id = ${postId})`
  const asked = {
    reaction: reactionOf(uid, postId),
    folders: folderStatusOf(uid, postId),
    given: one(givenTo(uid, postId)),
    follow: one(followRow(uid, author)),
  }
  return group(asked, ({ reaction, folders, given, follow }) => ({
    reaction: reaction.state,
    favorited: folders.favorited,
    given: given?.amount ?? 0,
    follow: follow && asStatus(follow),
    between: { iBlock: blockedBy(viewer).includes(follow?.uid ?? 0), blocksMe: follow?.blocks_me === 1 },
  }))
}

function givenTo(uid: number, postId: number): Statement<{ amount: number }> {
  return sql`
    SELECT COALESCE(SUM(amount), 0) AS amount FROM post_energize_log WHERE post_id = ${postId} AND user_id = ${uid}`
}
