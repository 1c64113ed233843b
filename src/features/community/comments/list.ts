import { and, type SQL, sql } from 'drizzle-orm'
import { behind, type Database, found, type Group, group, type Statement } from '#db/client.ts'
import {
  asComment,
  type Comment,
  commentsWhere,
  type FullComment,
  type Liker,
  type RootComment,
} from '#features/community/comments/comment.ts'
import type { PublicColumns } from '#features/core/people/user-ref.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { isPublic, mayBeSeenBy, visiblePostOf } from '#features/publishing/posts/post.ts'
import type { Language } from '#kernel/i18n.ts'
import { type Cursor, type ListKey, type Page, type PageRequest, pageOf } from '#kernel/paging.ts'

const REPLIES_SHOWN = 3

/** Lists the root comments of a post, each with its first replies. */
export async function listComments(
  db: Database,
  viewer: Viewer | null,
  postId: number,
  order: Order,
  request: PageRequest,
  language: Language,
): Promise<Page<RootComment>> {
  const { threads } = await db.read({
    post: visiblePostOf(viewer, postId),
    threads: threadsOf(postId, order, request, viewer, (row) => asComment(row, viewer, language)),
  })
  const { items, next_cursor } = threads
  return { items: items.map(({ root, replies }) => ({ ...root, replies })), next_cursor }
}

export interface Thread<Item> {
  root: Item
  replies: Item[]
}

/** A page of threads, each a root with its first replies; `asItem` converts each comment. */
export function threadsOf<Item>(
  postId: number,
  order: Order,
  request: PageRequest,
  liker: Liker | null,
  asItem: (row: FullComment) => Item,
): Group<Page<Thread<Item>>> {
  // Reads one root more than is shown, to find out whether there is a next page.
  const asked = {
    roots: rootsOf(postId, rootsInOrder(postId, order, request, request.limit + 1), liker),
    replies: firstRepliesOf(postId, rootsInOrder(postId, order, request, request.limit), liker),
  }
  return group(asked, ({ roots, replies }) => {
    const repliesTo = Map.groupBy(inOrder('old', replies), ({ root_id }) => root_id)
    return pageOf(['comments', postId, order], inOrder(order, roots), request, rootPositionOf(order), (root) => ({
      root: asItem(root),
      replies: (repliesTo.get(root.id) ?? []).map(asItem),
    }))
  })
}

function rootsOf(postId: number, { from, which }: Roots, liker: Liker | null): Statement<FullComment> {
  return commentsWhere(which, { from, postId, liker })
}

/** The first replies of each listed root, unsorted: sorting in SQL would read every row again. */
function firstRepliesOf(postId: number, roots: Roots, liker: Liker | null): Statement<FullComment> {
  const from = sql`(${idsOf(roots)}) AS root CROSS JOIN comments c ON c.id IN (
    SELECT id FROM comments WHERE root_id = root.id AND deleted_at IS NULL
    ORDER BY created_at, id LIMIT ${REPLIES_SHOWN})`
  return commentsWhere(sql`TRUE`, { from, postId, liker })
}

/** One comment, with its text also if the viewer blocks its author. */
export async function oneComment(
  db: Database,
  viewer: Viewer | null,
  id: number,
  language: Language,
): Promise<Comment> {
  const isThere = sql`c.id = ${id} AND (c.deleted_at IS NULL OR c.replies_count > 0) AND EXISTS (
    SELECT 1 FROM posts p WHERE p.id = c.post_id AND ${mayBeSeenBy(viewer)})`
  return asComment(await db.read(found(commentsWhere(isThere, { liker: viewer }))), viewer, language, true)
}

/** Lists all replies under a root, oldest first. */
export async function listReplies(
  db: Database,
  viewer: Viewer | null,
  postId: number,
  rootId: number,
  request: PageRequest,
  language: Language,
): Promise<Page<Comment>> {
  const { replies } = await db.read({
    post: visiblePostOf(viewer, postId),
    root: found(sql`
      SELECT 1 FROM comments
      WHERE id = ${rootId} AND post_id = ${postId} AND root_id IS NULL AND (deleted_at IS NULL OR replies_count > 0)`),
    replies: repliesOf(postId, sql`${rootId}`, request, continuing(request, '>'), viewer),
  })
  return pageOf(repliesKey(rootId), replies, request, positionOf, (reply) => asComment(reply, viewer, language))
}

export function repliesKey(rootId: number): ListKey {
  return ['replies', rootId]
}

/** Replies under a root, oldest first, limited by the condition `from`. Reads one more than is shown. */
export function repliesOf(
  postId: number,
  rootId: SQL,
  { limit }: PageRequest,
  from: SQL | undefined,
  liker: Liker | null,
) {
  const which = sql`${and(sql`c.root_id = ${rootId} AND c.deleted_at IS NULL`, from)}`
  return sql<FullComment>`${commentsWhere(which, { postId, liker })} ORDER BY c.created_at, c.id LIMIT ${limit + 1}`
}

/** The orders in which the threads of a post are listed. */
export const ORDERS = ['new', 'old', 'top'] as const
export type Order = (typeof ORDERS)[number]

/** The FROM and WHERE parts that select a page of roots `c`. */
interface Roots {
  from: SQL
  which: SQL
}

function rootsInOrder(postId: number, order: Order, request: PageRequest, limit: number): Roots {
  return order === 'top' ? best(postId, request, limit) : byTime(postId, order, request, limit)
}

function idsOf({ from, which }: Roots): SQL {
  return sql`SELECT c.id FROM ${from} WHERE ${which}`
}

/** The position of a comment in a list by time, for the cursor. */
export function positionOf({ created_at, id }: Pick<FullComment, 'created_at' | 'id'>): Cursor {
  return [created_at, id]
}

/**
 * The cursor of a liked comment contains its likes (a number); after the liked comments, the cursor contains a time.
 */
function rootPositionOf(order: Order): (row: FullComment) => Cursor {
  return (row) => (order === 'top' && isLiked(row) ? [row.likes_count, row.id] : positionOf(row))
}

export function continuing(request: PageRequest, beyond: '<' | '>'): SQL | undefined {
  return behind(request, sql`c.created_at`, sql`c.id`, beyond)
}

/** Sorts the rows again, because a join does not guarantee their order. */
function inOrder(order: Order, rows: FullComment[]): FullComment[] {
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

export interface RecentComment extends PublicColumns {
  id: number
  post_id: number
  body: string
  post_title: string
  post_author_id: number
}

/** The newest comments with text on public posts. Some of the `read` newest may be hidden, so fewer may be returned. */
export function recentComments(read: number): Statement<RecentComment> {
  return sql`
    SELECT c.id, c.post_id, c.body, p.title AS post_title, p.author_id AS post_author_id,
      u.uid, u.username, u.avatar_key, u.exp, u.status
    FROM (
      SELECT id, post_id, author_id, body FROM comments INDEXED BY comments_live
      WHERE deleted_at IS NULL ORDER BY id DESC LIMIT ${read}
    ) c CROSS JOIN posts p ON p.id = c.post_id CROSS JOIN users u ON u.uid = c.author_id
    WHERE ${isPublic} AND c.body <> '' AND u.status = 'active'
    ORDER BY c.id DESC`
}
