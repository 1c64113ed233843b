import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import { asFolderStatus, foldersWith } from '#features/favorites/favorite.ts'
import { asStatus, type FollowRow, type FollowStatus, followRow } from '#features/follows/follows.ts'
import type { Viewer } from '#features/people/viewer.ts'
import { asReaction, type ReactionRow, type ReactionState, stateOf } from '#features/reactions/reactions.ts'

/** How a reader stands to a post and its author. */
export interface Standing {
  reaction: ReactionState
  favorited: boolean
  /** The energy they gave it. */
  given: number
  /** Null where the author is nobody any more. */
  follow: FollowStatus | null
}

/** For the batch of the post's page: nothing for somebody anonymous, whose page is everybody's. */
export function standingStatements(viewer: Viewer | null, postId: number): Statement[] {
  if (viewer === null) return []
  const author = sql`(SELECT author_id FROM posts WHERE id = ${postId})`
  return [
    stateOf(viewer.uid, postId),
    foldersWith(viewer.uid, postId),
    givenTo(viewer.uid, postId),
    followRow(viewer.uid, author),
  ]
}

/** `rows` are those of `standingStatements`. */
export function asStanding(rows: unknown[][]): Standing | null {
  if (rows.length === 0) return null
  const [[reaction], folders, [given], [follow]] = rows as [
    ReactionRow[],
    { folder_id: number }[],
    { amount: number }[],
    FollowRow[],
  ]
  return {
    reaction: asReaction(reaction).state,
    favorited: asFolderStatus(folders).favorited,
    given: given?.amount ?? 0,
    follow: follow === undefined ? null : asStatus(follow),
  }
}

function givenTo(uid: number, postId: number): Statement<{ amount: number }> {
  return sql`SELECT amount FROM post_energize_totals WHERE user_id = ${uid} AND post_id = ${postId}`
}
