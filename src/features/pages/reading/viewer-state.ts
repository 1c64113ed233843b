import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import type { PostRow } from '#db/schema/posts.ts'
import { givenBy } from '#features/community/energize/energize.ts'
import { isSavedBy } from '#features/community/favorites/items.ts'
import { asStatus, type FollowColumns, type FollowStatus, followColumns } from '#features/community/follows/follows.ts'
import {
  type OwnReaction,
  ownReaction,
  type ReactionState,
  reactionColumns,
} from '#features/community/reactions/reactions.ts'
import { type Between, blockedBy } from '#features/core/blocks/block.ts'
import type { Viewer } from '#features/core/people/viewer.ts'

/** The relation of the viewer to a post and its author. */
export interface ViewerState {
  reaction: ReactionState
  favorited: boolean
  /** Energy that the viewer gave to the post. */
  given: number
  follow: FollowStatus
  /** Blocks between the viewer and the author, in both directions. */
  between: Between
}

/** Columns that change without a new version of the post. */
type Counts = Pick<PostRow, 'likes_count' | 'dislikes_count' | 'favorites_count' | 'comments_count' | 'energy'>

export interface StateRow
  extends OwnReaction,
    FollowColumns,
    Counts,
    Pick<PostRow, 'author_id' | 'version' | 'status'> {
  followers_count: number
  favorited: number
  given: number
}

/** `uid` is an SQL expression, so that the state can be read together with the session. */
export function stateRow(uid: Statement, postId: number): Statement<StateRow> {
  const me = sql`me.uid`
  return sql`
    SELECT p.author_id, p.version, p.status, p.likes_count, p.dislikes_count, p.favorites_count, p.comments_count, p.energy,
      u.followers_count, ${reactionColumns(me, postId)}, ${isSavedBy(me, postId)} AS favorited,
      ${givenBy(me, postId)} AS given, ${followColumns(me, sql`p.author_id`)}
    FROM (SELECT ${uid} AS uid) me CROSS JOIN posts p CROSS JOIN users u ON u.uid = p.author_id
    WHERE p.id = ${postId} AND p.deleted_at IS NULL`
}

export function asViewerState(row: StateRow, viewer: Viewer): ViewerState {
  return {
    reaction: ownReaction(row),
    favorited: row.favorited === 1,
    given: row.given,
    follow: asStatus(row),
    between: { iBlock: blockedBy(viewer).includes(row.author_id), blocksMe: row.blocks_me === 1 },
  }
}
