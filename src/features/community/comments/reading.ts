import { type SQL, sql } from 'drizzle-orm'
import { found, type Group, group, one, type Statement } from '#db/client.ts'
import {
  asComment,
  type Comment,
  commentsWhere,
  type FullComment,
  type Liker,
} from '#features/community/comments/comment.ts'
import { linkedText, type TextPart } from '#features/community/comments/linked-text.ts'
import {
  continuing,
  type Order,
  positionOf,
  repliesKey,
  repliesOf,
  type Thread,
  threadsOf,
} from '#features/community/comments/list.ts'
import { blocks, mayInteract } from '#features/core/blocks/block.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { settingOf } from '#features/core/site/settings.ts'
import { asPostCard, cardColumns, mayBeSeenBy, type PostCard, postById } from '#features/publishing/posts/post.ts'
import { AppError } from '#kernel/errors.ts'
import type { Language } from '#kernel/i18n.ts'
import { encodeCursor, PAGE_SIZE, type Page, type PageRequest, pageOf } from '#kernel/paging.ts'

/**
 * A comment as a page shows it, its text split at mentions and URLs. It is the same for all viewers who do not block its
 * author.
 */
export type ReadComment = Omit<Comment, 'body' | 'blocked' | 'liked' | 'can_delete'> & {
  parts: TextPart[]
  /** True if the viewer blocks the author. */
  folded: boolean
}

interface Reader {
  viewer: Viewer | null
  /** The user whose likes are read, if it is not the viewer. */
  liker?: Liker | null
  language: Language
}

/** A thread with the cursor of the replies that are not shown. */
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
  areOpen: boolean
  /** The site limits the links of newcomers. */
  limitsLinks: boolean
  /** The ids of the comments that the viewer likes. */
  liked: number[]
}

export function commentsToRead(
  postId: number,
  order: Order,
  request: PageRequest,
  reader: Reader,
  named: number | null = null,
): Group<CommentsToRead> {
  const asked = {
    areOpen: settingOf('comments.enabled'),
    limitsLinks: settingOf('links.newcomers_limited'),
    linked: named === null ? null : threadFrom(postId, named, FIRST_REPLIES, reader),
    threads: threadsOf(postId, order, request, likerOf(reader), (row) => row),
  }
  return group(asked, ({ areOpen, limitsLinks, linked, threads: { items, next_cursor } }) => {
    const threads = items.map(withCursor)
    // If the first page contains the named comment anyway, its thread keeps its position.
    const isMoved = linked !== null && !items.flatMap(commentsIn).some(({ id }) => id === named)
    const shown = isMoved ? [linked, ...threads.filter(({ root }) => root.id !== linked.root.id)] : threads
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

/** Those of the comments that a user likes. */
export function likedAmong(uid: SQL, ids: readonly number[]): Statement<{ id: number }> {
  return sql`
    SELECT comment_id AS id FROM comment_likes
    WHERE user_id = ${uid} AND comment_id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`
}

const FIRST_REPLIES = { limit: PAGE_SIZE, after: null }

/** The post of a page that shows only comments, if this viewer may see the post. */
export function commentedPost(viewer: Viewer | null, postId: number, language: Language): Group<PostCard> {
  const row = found(postById(cardColumns, postId, mayBeSeenBy(viewer)))
  return group({ row }, ({ row }) => asPostCard(row, viewer, language))
}

/** Whether the author of the post blocks comments of this viewer. */
export function commentsBlocked(viewer: Viewer | null, postId: number): Group<boolean> {
  const author = sql`(SELECT author_id FROM posts WHERE id = ${postId})`
  const asked = { row: viewer && one(sql<{ blocksMe: number }>`SELECT ${blocks(author, viewer.uid)} AS blocksMe`) }
  return group(asked, ({ row }) => !mayInteract('comment', { iBlock: false, blocksMe: row?.blocksMe === 1 }))
}

/** A thread from the named comment on: the whole thread if that comment is its root. */
export function threadToRead(
  postId: number,
  commentId: number,
  request: PageRequest,
  reader: Reader,
): Group<ThreadToRead> {
  const asked = {
    areOpen: settingOf('comments.enabled'),
    limitsLinks: settingOf('links.newcomers_limited'),
    thread: threadFrom(postId, commentId, request, reader),
  }
  return group(asked, ({ thread, ...settings }) => {
    if (thread === null) throw new AppError('not_found')
    return { ...asReadThread(thread, reader), liked: likedIn([thread]), ...settings }
  })
}

/**
 * Looks up rows by id and reads the replies from there on, so the cost does not depend on the size of the thread or
 * post.
 */
function threadFrom(
  postId: number,
  commentId: number,
  request: PageRequest,
  reader: Reader,
): Group<PagedThread<FullComment> | null> {
  const liker = likerOf(reader)
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

function likerOf({ viewer, liker = viewer }: Reader): Liker | null {
  return liker
}

function withCursor({ root, replies }: Thread<FullComment>): PagedThread<FullComment> {
  const last = replies.at(-1)
  const isMore = root.replies_count > replies.length
  return { root, replies, next_cursor: isMore && last ? encodeCursor(repliesKey(root.id), positionOf(last)) : null }
}

function asReadThread({ root, replies, next_cursor }: PagedThread<FullComment>, reader: Reader): ReadThread {
  return { root: asRead(root, reader), replies: replies.map((row) => asRead(row, reader)), next_cursor }
}

function asRead(row: FullComment, { viewer, language }: Reader): ReadComment {
  const { body, blocked: folded, liked, can_delete, ...comment } = asComment(row, viewer, language, true)
  return { ...comment, parts: body === '' ? [] : linkedText(row), folded }
}

function likedIn(threads: Thread<FullComment>[]): number[] {
  return threads.flatMap(commentsIn).flatMap(({ id, liked }) => (liked === 1 ? [id] : []))
}

export function commentsIn<Item>({ root, replies }: Thread<Item>): Item[] {
  return [root, ...replies]
}
