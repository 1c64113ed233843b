import { and, type SQL, sql } from 'drizzle-orm'
import { behind } from '#db/conditions.ts'
import type { FullComment } from '#features/community/comments/comment.ts'
import type { Cursor, PageRequest } from '#kernel/paging.ts'

/** The orders in which the threads of a post are listed. */
export const ORDERS = ['new', 'old', 'top'] as const
export type Order = (typeof ORDERS)[number]

/** The FROM and WHERE parts that select a page of roots `c`. */
export interface Roots {
  from: SQL
  which: SQL
}

export function rootsInOrder(postId: number, order: Order, request: PageRequest, limit: number): Roots {
  return order === 'top' ? best(postId, request, limit) : byTime(postId, order, request, limit)
}

export function idsOf({ from, which }: Roots): SQL {
  return sql`SELECT c.id FROM ${from} WHERE ${which}`
}

/** The position of a comment in a list by time, for the cursor. */
export function positionOf({ created_at, id }: Pick<FullComment, 'created_at' | 'id'>): Cursor {
  return [created_at, id]
}

/**
 * The cursor of a liked comment contains its likes (a number); after the liked comments, the cursor contains a time.
 */
export function rootPositionOf(order: Order): (row: FullComment) => Cursor {
  return (row) => (order === 'top' && isLiked(row) ? [row.likes_count, row.id] : positionOf(row))
}

export function continuing(request: PageRequest, beyond: '<' | '>'): SQL | undefined {
  return behind(request, sql`c.created_at`, sql`c.id`, beyond)
}

/** Sorts the rows again, because a join does not guarantee their order. */
export function inOrder(order: Order, rows: FullComment[]): FullComment[] {
  if (order === 'old') return rows.toSorted(earlier)
  if (order === 'new') return rows.toSorted((a, b) => earlier(b, a))
  const likes = (row: FullComment) => (isLiked(row) ? row.likes_count : 0)
  return rows.toSorted((a, b) => likes(b) - likes(a) || (isLiked(a) ? b.id - a.id : earlier(b, a)))
}

/** Deleted comments are not among the top comments, even if they have likes. */
function isLiked({ likes_count, deleted_at }: FullComment): boolean {
  return likes_count > 0 && deleted_at === null
}

const DIRECTIONS = {
  new: { beyond: '<', sort: 'c.created_at DESC, c.id DESC' },
  old: { beyond: '>', sort: 'c.created_at, c.id' },
} as const

function byTime(postId: number, order: 'new' | 'old', request: PageRequest, limit: number, more?: SQL): Roots {
  const { beyond, sort } = DIRECTIONS[order]
  // Must match the condition of the index comments_of_post, so that SQLite uses the index.
  const isRoot = sql`
    c.post_id = ${postId} AND (c.root_id IS NULL) = 1 AND (c.deleted_at IS NULL OR c.replies_count > 0)`
  return {
    from: sql`comments c INDEXED BY comments_of_post`,
    which: sql`${and(isRoot, continuing(request, beyond), more)} ORDER BY ${sql.raw(sort)} LIMIT ${limit}`,
  }
}

/**
 * Liked comments first, from their own index, most liked first; then the others, newest first. The second part skips
 * liked comments: over the whole list, each costs one more row.
 */
function best(postId: number, request: PageRequest, limit: number): Roots {
  const others = (after: Cursor | null) =>
    byTime(postId, 'new', { ...request, after }, limit, sql`NOT (c.likes_count > 0 AND c.deleted_at IS NULL)`)
  if (typeof request.after?.[0] === 'string') return others(request.after)
  const isLikedRoot = sql`c.post_id = ${postId} AND c.root_id IS NULL AND c.likes_count > 0 AND c.deleted_at IS NULL`
  const liked = {
    from: sql`comments c INDEXED BY comments_liked`,
    which: sql`${and(isLikedRoot, behind(request, sql`c.likes_count`, sql`c.id`))}
      ORDER BY c.likes_count DESC, c.id DESC LIMIT ${limit}`,
  }
  const ids = sql`SELECT id FROM (${idsOf(liked)}) UNION ALL SELECT id FROM (${idsOf(others(null))}) LIMIT ${limit}`
  return { from: sql`(${ids}) AS best CROSS JOIN comments c ON c.id = best.id`, which: sql`TRUE` }
}

function earlier(a: FullComment, b: FullComment): number {
  return a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : a.id - b.id
}
