import { type SQL, sql } from 'drizzle-orm'
import { concerning, type Database, type Statement } from '#db/client.ts'
import type { Viewer, ViewerId } from '#features/core/people/viewer.ts'
import { isPublic, publicPostOf, visiblePost } from '#features/publishing/posts/post.ts'
import { AppError } from '#kernel/errors.ts'

/**
 * The maximum number of likes of posts, of dislikes and of likes of comments of one user, each. The
 * triggers post_likes_are_limited, post_dislikes_are_limited and comment_likes_are_limited enforce
 * it.
 */
export const REACTIONS_MAX = 50_000

export type Pressed = 'like' | 'dislike'
export type ReactionState = 'none' | Pressed

interface Reaction {
  /** The viewer's own reaction; `none` if anonymous. */
  state: ReactionState
  likes_count: number
}

export async function reactionState(
  db: Database,
  viewer: Viewer | null,
  postId: number,
): Promise<Reaction> {
  const post = await visiblePost(db, viewer, postId)
  const own = viewer && (await db.first(stateOf(viewer.uid, postId)))
  return { state: own ? ownReaction(own) : 'none', likes_count: post.likes_count }
}

/** The columns of `OwnReaction`. */
export function reactionColumns(uid: number | Statement, postId: number): SQL {
  return sql`
    EXISTS (SELECT 1 FROM post_likes WHERE user_id = ${uid} AND post_id = ${postId}) AS liked,
    EXISTS (SELECT 1 FROM post_dislikes WHERE user_id = ${uid} AND post_id = ${postId}) AS disliked`
}

export interface OwnReaction {
  liked: number
  disliked: number
}

export function ownReaction({ liked, disliked }: OwnReaction): ReactionState {
  if (liked) return 'like'
  return disliked ? 'dislike' : 'none'
}

/**
 * A press sets the reaction, clears it if it was set, and replaces the opposite one. Concurrent
 * presses are safe. On a post that is not public nothing changes and no notice is sent.
 */
export async function toggleReaction(
  db: Database,
  viewer: ViewerId,
  postId: number,
  pressed: Pressed,
  now: Date,
): Promise<Reaction & { dislikes_count: number }> {
  const isPublicPost = sql`EXISTS (${publicPostOf(postId)})`
  const [row] = await db.lastOf([
    ...flip(viewer.uid, postId, pressed, isPublicPost, now),
    // The likes of a post are part of its author's unread count.
    concerning(
      { authorsOf: [postId] },
      sql<ReactionRow>`${stateOf(viewer.uid, postId)} AND ${isPublicPost}`,
    ),
  ])
  if (row === undefined) throw new AppError('not_found')
  const { likes_count, dislikes_count } = row
  return { state: ownReaction(row), likes_count, dislikes_count }
}

/**
 * The order of the three statements matters: the insert checks whether the delete right before it
 * found a row. The triggers post_likes_exclude_dislikes and post_dislikes_exclude_likes refuse both
 * reactions at once. The triggers post_likes_count_* and post_dislikes_count_* count.
 */
function flip(uid: number, postId: number, pressed: Pressed, may: SQL, now: Date): Statement[] {
  const [own, opposite] = pressed === 'like' ? [LIKES, DISLIKES] : [DISLIKES, LIKES]
  return [
    sql`DELETE FROM ${opposite} WHERE user_id = ${uid} AND post_id = ${postId} AND ${may}`,
    sql`DELETE FROM ${own} WHERE user_id = ${uid} AND post_id = ${postId} AND ${may}`,
    sql`INSERT INTO ${own} (user_id, post_id, created_at)
        SELECT ${uid}, ${postId}, ${now.toISOString()} WHERE changes() = 0 AND ${may}`,
  ]
}

const LIKES = sql.raw('post_likes')
const DISLIKES = sql.raw('post_dislikes')

interface ReactionRow extends OwnReaction {
  likes_count: number
  dislikes_count: number
}

function stateOf(uid: number, postId: number): Statement<ReactionRow> {
  return sql`
    SELECT likes_count, dislikes_count, ${reactionColumns(uid, postId)} FROM posts WHERE id = ${postId}`
}

interface CommentLike {
  /** The post of the comment. */
  post_id: number
  liked: boolean
  likes_count: number
}

/**
 * Toggles the viewer's like of a comment. Concurrent presses are safe. Users may like their own
 * comments, as they may like their own posts. The insert must follow the delete, because it checks
 * whether the delete found a row. The triggers comment_likes_count_* count.
 */
export async function toggleCommentLike(
  db: Database,
  { uid }: ViewerId,
  id: number,
  now: Date,
): Promise<CommentLike> {
  const [state] = await db.lastOf([
    sql`DELETE FROM comment_likes WHERE comment_id = ${id} AND user_id = ${uid} AND ${isLikeable(id)}`,
    sql`INSERT INTO comment_likes (comment_id, user_id, created_at)
          SELECT ${id}, ${uid}, ${now.toISOString()} WHERE changes() = 0 AND ${isLikeable(id)}`,
    sql<{ post_id: number; likes_count: number; liked: number }>`
        SELECT post_id, likes_count, EXISTS (SELECT 1 FROM comment_likes WHERE comment_id = ${id} AND user_id = ${uid}) AS liked
        FROM comments WHERE id = ${id} AND ${isLikeable(id)}`,
  ])
  if (state === undefined) throw new AppError('not_found')
  return { ...state, liked: state.liked === 1 }
}

/**
 * Comments that are not deleted, on public posts. The trigger comment_likes_of_what_is_there
 * enforces the same rule.
 */
function isLikeable(id: number): SQL {
  return sql`EXISTS (
    SELECT 1 FROM comments c JOIN posts p ON p.id = c.post_id WHERE c.id = ${id} AND c.deleted_at IS NULL AND ${isPublic})`
}
