import { and, type SQL, sql } from 'drizzle-orm'
import { behind, type Database, found, type Group, group, one, type Statement } from '#db/client.ts'
import {
  asComment,
  type Comment,
  commentsWhere,
  type FullComment,
  type Liker,
  type Order,
  type RootComment,
} from '#features/community/comments/comment.ts'
import { blocks, mayInteract } from '#features/core/blocks/block.ts'
import type { PublicColumns } from '#features/core/people/user-ref.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { settingOf } from '#features/core/site/settings.ts'
import {
  asPostCard,
  cardColumns,
  isPublic,
  mayBeSeenBy,
  type PostCard,
  postById,
  visiblePostOf,
} from '#features/publishing/posts/post.ts'
import { AppError } from '#kernel/errors.ts'
import type { Language } from '#kernel/i18n.ts'
import {
  type Cursor,
  encodeCursor,
  type ListKey,
  PAGE_SIZE,
  type Page,
  type PageRequest,
  pageOf,
} from '#kernel/paging.ts'

/** The number of replies that the API returns with each root. */
export const REPLIES_SHOWN = 3

/**
 * The root comments of a post, each with its first replies. A post that the viewer may not see is
 * `not_found`.
 */
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

interface Thread<Item> {
  root: Item
  replies: Item[]
}

/** A page of threads, each a root with its first replies. `asItem` converts each comment. */
function threadsOf<Item>(
  postId: number,
  order: Order,
  request: PageRequest,
  liker: Liker | null,
  asItem: (row: FullComment) => Item,
): Group<Page<Thread<Item>>> {
  // The query reads one root more than the page has, to find out whether there is a next page.
  const { which, from } = rootsInOrder(postId, order, request, request.limit + 1)
  const asked = {
    roots: commentsWhere(which, { from, postId, liker }),
    replies: firstRepliesOf(postId, rootsInOrder(postId, order, request, request.limit), liker),
  }
  return group(asked, ({ roots, replies }) => {
    const repliesTo = Map.groupBy(inOrder('old', replies), ({ root_id }) => root_id)
    return pageOf(
      ['comments', postId, order],
      inOrder(order, roots),
      request,
      rootPositionOf(order),
      (root) => ({
        root: asItem(root),
        replies: (repliesTo.get(root.id) ?? []).map(asItem),
      }),
    )
  })
}

/**
 * The first replies of each listed root. They are unsorted, because sorting them in SQL would read
 * every row again.
 */
function firstRepliesOf(postId: number, roots: Roots, liker: Liker | null): Statement<FullComment> {
  const from = sql`(${idsOf(roots)}) AS root CROSS JOIN comments c ON c.id IN (
    SELECT id FROM comments WHERE root_id = root.id AND deleted_at IS NULL
    ORDER BY created_at, id LIMIT ${REPLIES_SHOWN})`
  return commentsWhere(sql`TRUE`, { from, postId, liker })
}

/**
 * One comment, with its text even if the viewer blocks its author. Also the placeholder of a
 * deleted root.
 */
export async function oneComment(
  db: Database,
  viewer: Viewer | null,
  id: number,
  language: Language,
): Promise<Comment> {
  const isThere = sql`c.id = ${id} AND (c.deleted_at IS NULL OR c.replies_count > 0) AND EXISTS (
    SELECT 1 FROM posts p WHERE p.id = c.post_id AND ${mayBeSeenBy(viewer)})`
  return asComment(
    await db.read(found(commentsWhere(isThere, { liker: viewer }))),
    viewer,
    language,
    true,
  )
}

/** The replies under a root, oldest first. */
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
  return pageOf(repliesKey(rootId), replies, request, positionOf, (reply) =>
    asComment(reply, viewer, language),
  )
}

const repliesKey = (rootId: number): ListKey => ['replies', rootId]

/**
 * The replies under a root that the condition `from` admits, oldest first, and one more row than
 * the page has.
 */
function repliesOf(
  postId: number,
  rootId: SQL,
  { limit }: PageRequest,
  from: SQL | undefined,
  liker: Liker | null,
): Statement<FullComment> {
  const which = sql`${and(sql`c.root_id = ${rootId} AND c.deleted_at IS NULL`, from)}`
  return sql<FullComment>`${commentsWhere(which, { postId, liker })} ORDER BY c.created_at, c.id LIMIT ${limit + 1}`
}

/** The FROM and the WHERE part of a query that selects a page of roots `c`. */
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
function positionOf({ created_at, id }: Pick<FullComment, 'created_at' | 'id'>): Cursor {
  return [created_at, id]
}

/**
 * The position of a root, for the cursor. In the order `top`, the cursor of a liked comment has its
 * likes (a number). The comments without likes follow, and their cursor has a time (a string).
 */
function rootPositionOf(order: Order): (row: FullComment) => Cursor {
  return (row) => (order === 'top' && isLiked(row) ? [row.likes_count, row.id] : positionOf(row))
}

function continuing(request: PageRequest, beyond: '<' | '>'): SQL | undefined {
  return behind(request, sql`c.created_at`, sql`c.id`, beyond)
}

/** Sorts the rows again, because a join does not keep the order of the rows it selects. */
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

function byTime(
  postId: number,
  order: 'new' | 'old',
  request: PageRequest,
  limit: number,
  more?: SQL,
): Roots {
  const { beyond, sort } = DIRECTIONS[order]
  // This must match the condition of the index comments_of_post, so that SQLite uses the index.
  const isRoot = sql`
    c.post_id = ${postId} AND (c.root_id IS NULL) = 1 AND (c.deleted_at IS NULL OR c.replies_count > 0)`
  return {
    from: sql`comments c INDEXED BY comments_of_post`,
    which: sql`${and(isRoot, continuing(request, beyond), more)} ORDER BY ${sql.raw(sort)} LIMIT ${limit}`,
  }
}

/**
 * Liked comments come first, from their own index, most liked first. Then come the others, newest
 * first. The second part skips the liked comments, which costs one more row for each of them over
 * the whole list.
 */
function best(postId: number, request: PageRequest, limit: number): Roots {
  const others = (after: Cursor | null) =>
    byTime(
      postId,
      'new',
      { ...request, after },
      limit,
      sql`NOT (c.likes_count > 0 AND c.deleted_at IS NULL)`,
    )
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
  if (a.created_at === b.created_at) return a.id - b.id
  return a.created_at < b.created_at ? -1 : 1
}

export interface RecentComment extends PublicColumns {
  id: number
  post_id: number
  body: string
  post_title: string
  post_author_id: number
}

/**
 * The newest comments with text on public posts. Only the `read` newest of all comments are read,
 * so fewer may be returned.
 */
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

/**
 * A comment as a page shows it. It is the same for all viewers who do not block its author.
 */
export type ReadComment = Omit<Comment, 'blocked' | 'liked' | 'can_delete'> & {
  /** The viewer blocks the author. */
  folded: boolean
}

/** The reader of comments. */
interface Reader {
  viewer: Viewer | null
  /** The user whose likes are read, if this is not the viewer. */
  liker?: Liker | null
  language: Language
}

/** A thread with the cursor for the replies that are not shown; null if all are shown. */
interface PagedThread<Item> extends Thread<Item> {
  next_cursor: string | null
}

export type ReadThread = PagedThread<ReadComment>

export interface CommentsToRead extends Page<ReadThread>, Shown {
  order: Order
  /** The comment named in the URL, if its thread was moved to the top of the list. */
  linked: { id: number; rootId: number } | null
}

export type ThreadToRead = ReadThread & Shown

interface Shown {
  /** Members may write comments. */
  areOpen: boolean
  /** The site limits the links of newcomers. */
  limitsLinks: boolean
  /** The ids of the shown comments that the viewer likes. */
  liked: number[]
}

/**
 * The comments of a post for a page. With `named`, the thread of this comment is moved to the top
 * of the list.
 */
export function commentsToRead(
  postId: number,
  order: Order,
  request: PageRequest,
  reader: Reader,
  named: number | null = null,
): Group<CommentsToRead> {
  const { viewer, liker = viewer } = reader
  const asked = {
    ...settings,
    linked: named === null ? null : threadFrom(postId, named, FIRST_REPLIES, reader),
    threads: threadsOf(postId, order, request, liker, (row) => row),
  }
  return group(asked, ({ areOpen, limitsLinks, linked, threads: { items, next_cursor } }) => {
    const threads = items.map(withCursor)
    // If the page contains the named comment anyway, its thread keeps its position.
    const isMoved = linked !== null && !items.flatMap(commentsIn).some(({ id }) => id === named)
    const shown = isMoved
      ? [linked, ...threads.filter(({ root }) => root.id !== linked.root.id)]
      : threads
    return {
      items: shown.map((thread) => asReadThread(thread, reader)),
      next_cursor,
      order,
      linked: isMoved && named !== null ? { id: named, rootId: linked.root.id } : null,
      areOpen,
      limitsLinks,
      liked: likedIn(shown),
    }
  })
}

/** The comments among `ids` that a user likes. */
export function likedAmong(uid: SQL, ids: readonly number[]): Statement<{ id: number }> {
  return sql`
    SELECT comment_id AS id FROM comment_likes
    WHERE user_id = ${uid} AND comment_id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`
}

const settings = {
  areOpen: settingOf('comments.enabled'),
  limitsLinks: settingOf('links.newcomers_limited'),
}
const FIRST_REPLIES = { limit: PAGE_SIZE, after: null }

/**
 * The post of a page that shows only comments. It is `not_found` for a viewer who may not see it.
 */
export function commentedPost(
  viewer: Viewer | null,
  postId: number,
  language: Language,
): Group<PostCard> {
  const row = found(postById(cardColumns, postId, mayBeSeenBy(viewer)))
  return group({ row }, ({ row }) => asPostCard(row, viewer, language))
}

/** Whether the author of the post blocks the viewer, who then cannot comment. */
export function commentsBlocked(viewer: Viewer | null, postId: number): Group<boolean> {
  const author = sql`(SELECT author_id FROM posts WHERE id = ${postId})`
  const asked = {
    row: viewer && one(sql<{ blocksMe: number }>`SELECT ${blocks(author, viewer.uid)} AS blocksMe`),
  }
  return group(
    asked,
    ({ row }) => !mayInteract('comment', { iBlock: false, blocksMe: row?.blocksMe === 1 }),
  )
}

/**
 * A thread from the named comment on: the whole thread if that comment is its root. A comment that
 * does not exist is `not_found`.
 */
export function threadToRead(
  postId: number,
  commentId: number,
  request: PageRequest,
  reader: Reader,
): Group<ThreadToRead> {
  const asked = { ...settings, thread: threadFrom(postId, commentId, request, reader) }
  return group(asked, ({ thread, ...read }) => {
    if (thread === null) throw new AppError('not_found')
    return { ...asReadThread(thread, reader), liked: likedIn([thread]), ...read }
  })
}

/**
 * The thread of a comment, from that comment on; null if there is no such comment. The rows are
 * found by id and the replies are read from there on, so the cost does not depend on the size of
 * the thread or of the post.
 */
function threadFrom(
  postId: number,
  commentId: number,
  request: PageRequest,
  { viewer, liker = viewer }: Reader,
): Group<PagedThread<FullComment> | null> {
  const named = sql`(SELECT COALESCE(root_id, id) FROM comments
    WHERE id = ${commentId} AND post_id = ${postId} AND (deleted_at IS NULL OR replies_count > 0))`
  const from =
    request.after === null
      ? sql`(c.created_at, c.id) >= (SELECT created_at, id FROM comments WHERE id = ${commentId})`
      : continuing(request, '>')
  const isRoot = sql`c.id = ${named} AND (c.deleted_at IS NULL OR c.replies_count > 0)`
  const asked = {
    root: one(commentsWhere(isRoot, { postId, liker })),
    replies: repliesOf(postId, named, request, from, liker),
  }
  return group(asked, ({ root, replies }) => {
    if (root === null) return null
    const page = pageOf(repliesKey(root.id), replies, request, positionOf, (row) => row)
    return { root, replies: page.items, next_cursor: page.next_cursor }
  })
}

function withCursor({ root, replies }: Thread<FullComment>): PagedThread<FullComment> {
  const last = replies.at(-1)
  const isMore = root.replies_count > replies.length
  return {
    root,
    replies,
    next_cursor: isMore && last ? encodeCursor(repliesKey(root.id), positionOf(last)) : null,
  }
}

function asReadThread(
  { root, replies, next_cursor }: PagedThread<FullComment>,
  reader: Reader,
): ReadThread {
  return {
    root: asRead(root, reader),
    replies: replies.map((row) => asRead(row, reader)),
    next_cursor,
  }
}

function asRead(row: FullComment, { viewer, language }: Reader): ReadComment {
  const { blocked, liked, can_delete, ...comment } = asComment(row, viewer, language, true)
  return { ...comment, folded: blocked }
}

function likedIn(threads: Thread<FullComment>[]): number[] {
  return threads.flatMap(commentsIn).flatMap(({ id, liked }) => (liked === 1 ? [id] : []))
}

export function commentsIn<Item>({ root, replies }: Thread<Item>): Item[] {
  return [root, ...replies]
}
