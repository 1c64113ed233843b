import { type SQL, sql } from 'drizzle-orm'
import { type Group, group, one, type Statement } from '#db/client.ts'
import type { PostRow } from '#db/schema/publishing.ts'
import { givenBy } from '#features/community/energize/energize.ts'
import { isSavedBy } from '#features/community/favorites/folders.ts'
import {
  asStatus,
  type FollowColumns,
  type FollowStatus,
  followColumns,
} from '#features/community/follows/follows.ts'
import {
  type OwnReaction,
  ownReaction,
  type ReactionState,
  reactionColumns,
} from '#features/community/reactions/reactions.ts'
import { type Between, blockedBy } from '#features/core/blocks/block.ts'
import { imageUrl } from '#features/core/people/user-ref.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { type NextPost, nextColumn, nextFor } from '#features/publishing/lists/read-next.ts'
import {
  asPostHead,
  type Columns,
  type FullRow,
  fullColumns,
  mayBeSeenBy,
  type Post,
  postById,
} from '#features/publishing/posts/post.ts'
import type { Language } from '#kernel/i18n.ts'

interface ReadingRow extends FullRow {
  author_signature: string
  author_followers: number
  author_fediverse: string | null
  /** The neighbours are JSON arrays with id and title. */
  older: string | null
  newer: string | null
  previous_part: string | null
  next_part: string | null
  /** See `nextColumn`. */
  next: string
  /** A JSON array with width and height. */
  image_size: string | null
}

export interface Neighbour {
  id: number
  title: string
}

/** A post with the facts about its author and the neighbouring posts. */
export interface Reading {
  post: Omit<Post, 'body'> & {
    reading_minutes: number
    lock_reason: string | null
    views: number | null
  }
  /**
   * `isGone`: the account is erased and cannot be followed. `fediverse` is the address of the
   * author.
   */
  author: { signature: string; followers: number; isGone: boolean; fediverse: string | null }
  /** The previous and the next post of the same author. */
  older: Neighbour | null
  newer: Neighbour | null
  /** The public posts before and after this one in its series. */
  parts: { previous: Neighbour | null; next: Neighbour | null }
  next: NextPost[]
  shareImage: string | null
  /** Width and height of the cover, or of the share image; null if neither is stored here. */
  imageSize: [width: number, height: number] | null
}

interface LoadedReading extends Reading {
  /** The stored body, which a page must prepare. */
  body: string
  /** The stored MathML as JSON; null without formulas. */
  formulas: string | null
}

/** Null if the viewer may not see the post. */
export function readingOf(
  viewer: Viewer | null,
  id: number,
  language: Language,
): Group<LoadedReading | null> {
  return group({ row: one(postById(readingColumns, id, mayBeSeenBy(viewer))) }, ({ row }) => {
    if (row === null) return null
    const {
      reading_minutes,
      lock_reason,
      views,
      author_signature,
      author_followers,
      author_status,
      author_fediverse,
    } = row
    const post = asPostHead(row, viewer, language)
    const [older, newer] = [asNeighbour(row.older), asNeighbour(row.newer)]
    const parts = { previous: asNeighbour(row.previous_part), next: asNeighbour(row.next_part) }
    const linked = [older, newer, parts.previous, parts.next].flatMap((post) => post?.id ?? [])
    return {
      body: row.body,
      formulas: row.formulas,
      post: { ...post, reading_minutes, lock_reason, views },
      author: {
        signature: author_signature,
        followers: author_followers,
        isGone: author_status === 'deleted',
        fediverse: author_fediverse,
      },
      older,
      newer,
      parts,
      next: nextFor(viewer, row.next, linked),
      shareImage: row.share_key && imageUrl(row.share_key),
      imageSize: row.image_size && JSON.parse(row.image_size),
    }
  })
}

// The neighbours are subqueries in the row of the post. Separate statements would cost more.
const readingColumns: Columns<ReadingRow> = sql`
  ${fullColumns}, u.signature AS author_signature, u.followers_count AS author_followers,
  iif(u.status = 'active', u.fediverse, NULL) AS author_fediverse,
  ${neighbour('<', 'DESC')} AS older, ${neighbour('>', 'ASC')} AS newer,
  ${partBeside('<', 'DESC')} AS previous_part, ${partBeside('>', 'ASC')} AS next_part, ${nextColumn} AS next,
  (SELECT json_array(i.width, i.height) FROM images i WHERE i.key = iif(p.cover_url IS NULL,
    (SELECT image_key FROM post_images WHERE post_id = p.id AND is_share = 1),
    substr(p.cover_url, ${imageUrl('').length + 1}))) AS image_size`

function neighbour(compared: '<' | '>', order: 'ASC' | 'DESC'): SQL {
  return sql.raw(`(
    SELECT json_array(n.id, n.title) FROM posts n INDEXED BY posts_of_author_new
    WHERE n.author_id = p.author_id AND n.status = 'approved' AND n.deleted_at IS NULL
      AND (n.listed_at, n.id) ${compared} (p.listed_at, p.id)
    ORDER BY n.listed_at ${order}, n.id ${order}
    LIMIT 1)`)
}

function partBeside(compared: '<' | '>', order: 'ASC' | 'DESC'): SQL {
  return sql.raw(`iif(p.in_series IS NULL, NULL, (
    SELECT json_array(n.id, n.title) FROM series_posts own
      CROSS JOIN series_posts beside INDEXED BY series_posts_in_order CROSS JOIN posts n ON n.id = beside.post_id
    WHERE own.post_id = p.id AND beside.series_id = own.series_id AND beside.position ${compared} own.position
      AND beside.listed_at IS NOT NULL
    ORDER BY beside.position ${order} LIMIT 1))`)
}

function asNeighbour(found: string | null): Neighbour | null {
  if (found === null) return null
  const [id, title] = JSON.parse(found) as [number, string]
  return { id, title }
}

/** The relation of the viewer to a post and its author. */
export interface ViewerState {
  reaction: ReactionState
  favorited: boolean
  /** The energy that the viewer has given to the post. */
  given: number
  follow: FollowStatus
  /** Blocks between the viewer and the author, in both directions. */
  between: Between
}

/** The columns that change without a new version of the post. */
type Counts = Pick<
  PostRow,
  'likes_count' | 'dislikes_count' | 'favorites_count' | 'comments_count' | 'energy'
>

export interface StateRow
  extends OwnReaction,
    FollowColumns,
    Counts,
    Pick<PostRow, 'author_id' | 'version' | 'status'> {
  followers_count: number
  favorited: number
  given: number
}

/**
 * The state of a viewer; there is no row if the post is deleted. `uid` is an SQL expression, so
 * that the state can be read together with the session.
 */
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
