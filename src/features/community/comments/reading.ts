import { sql } from 'drizzle-orm'
import { found, type Group, group, one } from '#db/client.ts'
import { asComment, type Comment, commentsWhere, type FullComment } from '#features/community/comments/comment.ts'
import { isEditable } from '#features/community/comments/edit.ts'
import { linkedText, type TextPart } from '#features/community/comments/linked-text.ts'
import { repliesKey, repliesOf, type Thread, threadsOf } from '#features/community/comments/list.ts'
import { continuing, type Order, positionOf } from '#features/community/comments/order.ts'
import { blocks, mayTouch } from '#features/core/blocks/touch.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { settingOf } from '#features/core/site/settings.ts'
import { asPostCard, cardColumns, postById } from '#features/publishing/posts/post.ts'
import type { PostCard } from '#features/publishing/posts/shapes.ts'
import { mayBeSeenBy } from '#features/publishing/posts/visibility.ts'
import { AppError } from '#kernel/errors.ts'
import type { Language } from '#kernel/i18n.ts'
import { encodeCursor, PAGE_SIZE, type Page, type PageRequest, pageOf } from '#kernel/paging.ts'

/** A comment as a page shows it, its text split at mentions and URLs. */
export type ReadComment = Omit<Comment, 'body' | 'blocked'> & {
  parts: TextPart[]
  reportable: boolean
  canEdit: boolean
  /** True if the viewer blocks the author. */
  folded: boolean
}

interface Reader {
  viewer: Viewer | null
  language: Language
  now: Date
}

export interface ReadThread extends Thread<ReadComment> {
  /** The cursor of the replies that are not shown. */
  next_cursor: string | null
}

export interface CommentsToRead extends Page<ReadThread> {
  order: Order
  /** The comment named in the URL, if its thread was moved to the top of the list. */
  linked: { id: number; rootId: number } | null
  areOpen: boolean
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
    linked: named === null ? null : threadFrom(postId, named, FIRST_REPLIES, reader),
    threads: threadsOf(postId, order, request, reader.viewer, (row) => asRead(row, reader)),
  }
  return group(asked, ({ areOpen, linked, threads: { items, next_cursor } }) => {
    const threads = items.map(withCursor)
    // If the first page contains the named comment anyway, its thread keeps its position.
    const isShown = items.some(({ root, replies }) => [root, ...replies].some(({ id }) => id === named))
    if (linked === null || named === null || isShown)
      return { items: threads, next_cursor, order, areOpen, linked: null }
    const others = threads.filter(({ root }) => root.id !== linked.root.id)
    const mark = { id: named, rootId: linked.root.id }
    return { items: [linked, ...others], next_cursor, order, areOpen, linked: mark }
  })
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
  return group(asked, ({ row }) => !mayTouch('comment', { iBlock: false, blocksMe: row?.blocksMe === 1 }))
}

/** A thread from the named comment on: the whole thread if that comment is its root. */
export function threadToRead(
  postId: number,
  commentId: number,
  request: PageRequest,
  reader: Reader,
): Group<ReadThread & { areOpen: boolean }> {
  const asked = {
    areOpen: settingOf('comments.enabled'),
    thread: threadFrom(postId, commentId, request, reader),
  }
  return group(asked, ({ areOpen, thread }) => {
    if (thread === null) throw new AppError('not_found')
    return { ...thread, areOpen }
  })
}

/**
 * Looks up rows by id and reads the replies from there on, so the cost does not depend on the size of the thread or
 * post.
 */
function threadFrom(postId: number, commentId: number, request: PageRequest, reader: Reader): Group<ReadThread | null> {
  const named = sql`(SELECT COALESCE(root_id, id) FROM comments
    WHERE id = ${commentId} AND post_id = ${postId} AND (deleted_at IS NULL OR replies_count > 0))`
  const from =
    request.after === null
      ? sql`(c.created_at, c.id) >= (SELECT created_at, id FROM comments WHERE id = ${commentId})`
      : continuing(request, '>')
  const isRoot = sql`c.id = ${named} AND (c.deleted_at IS NULL OR c.replies_count > 0)`
  const asked = {
    root: one(commentsWhere(isRoot, { postId, liker: reader.viewer })),
    replies: repliesOf(postId, named, request, from, reader.viewer),
  }
  return group(asked, ({ root, replies }) => {
    if (root === null) return null
    const page = pageOf(repliesKey(root.id), replies, request, positionOf, (row) => asRead(row, reader))
    return { root: asRead(root, reader), replies: page.items, next_cursor: page.next_cursor }
  })
}

function withCursor({ root, replies }: Thread<ReadComment>): ReadThread {
  const last = replies.at(-1)
  const isMore = root.replies_count > replies.length
  return { root, replies, next_cursor: isMore && last ? encodeCursor(repliesKey(root.id), positionOf(last)) : null }
}

function asRead(row: FullComment, { viewer, language, now }: Reader): ReadComment {
  const { body, blocked: folded, ...comment } = asComment(row, viewer, language, true)
  const reportable = !comment.deleted && viewer?.status === 'active' && viewer.uid !== row.author_id
  const canEdit = viewer?.uid === row.author_id && !comment.deleted && isEditable(row.created_at, now)
  return { ...comment, parts: body === '' ? [] : linkedText(row), reportable, canEdit, folded }
}
