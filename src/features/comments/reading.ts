import { sql } from 'drizzle-orm'
import { found, type Group, group } from '#db/group.ts'
import { asComment, commentsWhere, type FullComment } from '#features/comments/comment.ts'
import { isEditable } from '#features/comments/edit.ts'
import { linkedText, type TextPart } from '#features/comments/linked-text.ts'
import { repliesOf, type Thread, threadsOf } from '#features/comments/list.ts'
import { continuing, type Order, positionOf } from '#features/comments/order.ts'
import type { Comment } from '#features/comments/shapes.ts'
import type { Viewer } from '#features/people/viewer.ts'
import { asPostCard, cardColumns, postById } from '#features/posts/post.ts'
import type { PostCard } from '#features/posts/shapes.ts'
import { mayBeSeenBy } from '#features/posts/visibility.ts'
import { settingOf } from '#features/site/settings.ts'
import type { Language } from '#kernel/i18n.ts'
import { encodeCursor, type Page, type PageRequest, pageOf } from '#kernel/paging.ts'

/** A comment as a page shows it: its text cut at mentions and addresses. */
export type ReadComment = Omit<Comment, 'body'> & {
  parts: TextPart[]
  reportable: boolean
  canEdit: boolean
}

/** Who reads, in which language, and when. */
export interface Reader {
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
  /** Whether comments are switched on at the moment. */
  areOpen: boolean
}

export function commentsToRead(
  postId: number,
  order: Order,
  request: PageRequest,
  reader: Reader,
): Group<CommentsToRead> {
  const asked = {
    areOpen: settingOf('comments.enabled'),
    threads: threadsOf(postId, order, request, reader.viewer, (row) => asRead(row, reader)),
  }
  return group(asked, ({ areOpen, threads: { items, next_cursor } }) => ({
    items: items.map(withCursor),
    next_cursor,
    order,
    areOpen,
  }))
}

/** The post of a page that shows comments alone, if this viewer may see the post. */
export function commentedPost(viewer: Viewer | null, postId: number, language: Language): Group<PostCard> {
  const row = found(postById(cardColumns, postId, mayBeSeenBy(viewer)))
  return group({ row }, ({ row }) => asPostCard(row, language))
}

/** A thread from the named comment on: the whole thread if that comment is its root. */
export function threadToRead(
  postId: number,
  commentId: number,
  request: PageRequest,
  reader: Reader,
): Group<ReadThread & { areOpen: boolean }> {
  const named = sql`(SELECT COALESCE(root_id, id) FROM comments
    WHERE id = ${commentId} AND post_id = ${postId} AND (deleted_at IS NULL OR replies_count > 0))`
  const from =
    request.after === null
      ? sql`(c.created_at, c.id) >= (SELECT created_at, id FROM comments WHERE id = ${commentId})`
      : continuing(request, '>')
  const asked = {
    areOpen: settingOf('comments.enabled'),
    root: found(
      commentsWhere(sql`c.id = ${named} AND (c.deleted_at IS NULL OR c.replies_count > 0)`, {
        postId,
        viewer: reader.viewer,
      }),
    ),
    replies: repliesOf(postId, named, request, from, reader.viewer),
  }
  return group(asked, ({ areOpen, root, replies }) => {
    const page = pageOf(replies, request, positionOf, (row) => asRead(row, reader))
    return { root: asRead(root, reader), replies: page.items, next_cursor: page.next_cursor, areOpen }
  })
}

function withCursor({ root, replies }: Thread<ReadComment>): ReadThread {
  const last = replies.at(-1)
  const isMore = root.replies_count > replies.length
  return { root, replies, next_cursor: isMore && last ? encodeCursor(positionOf(last)) : null }
}

function asRead(row: FullComment, { viewer, language, now }: Reader): ReadComment {
  const { body, ...comment } = asComment(row, viewer, language)
  const reportable = !comment.deleted && viewer?.status === 'active' && viewer.uid !== row.author_id
  const canEdit = viewer?.uid === row.author_id && !comment.deleted && isEditable(row.created_at, now)
  return { ...comment, parts: body === '' ? [] : linkedText(row), reportable, canEdit }
}
