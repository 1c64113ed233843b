import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import { asComment, commentsWhere, type FullComment } from '#features/comments/comment.ts'
import {
  asThreads,
  continuing,
  firstRepliesOf,
  type Order,
  positionOf,
  rootsOf,
  type Thread,
} from '#features/comments/list.ts'
import type { Comment } from '#features/comments/shapes.ts'
import { type Words, wordsOf } from '#features/comments/words.ts'
import type { Viewer } from '#features/people/viewer.ts'
import { type CardRow, cardColumns } from '#features/posts/post.ts'
import { mayBeSeenBy } from '#features/posts/visibility.ts'
import { settingOf } from '#features/site/settings.ts'
import { AppError } from '#kernel/errors.ts'
import type { Language } from '#kernel/i18n.ts'
import { encodeCursor, type Page, type PageRequest, pageOf } from '#kernel/paging.ts'

/** A comment as a page shows it: its text cut at mentions and addresses. */
export type ReadComment = Omit<Comment, 'body'> & { words: Words[] }

export interface ReadThread extends Thread<ReadComment> {
  /** Where the replies go on that are not shown. */
  next_cursor: string | null
}

export interface CommentsToRead extends Page<ReadThread> {
  order: Order
  /** Whether the site takes comments at the moment. */
  areOpen: boolean
}

/** For the batch of a page that shows comments; `asCommentsToRead` takes their rows. */
export function commentStatements(postId: number, order: Order, request: PageRequest) {
  return [
    settingOf('comments.enabled'),
    rootsOf(postId, order, request),
    firstRepliesOf(postId, order, request),
  ] as const
}

type Rows = readonly [{ value: number }[], FullComment[], FullComment[], ...unknown[]]

export function asCommentsToRead(
  [[setting], roots, replies]: Rows,
  order: Order,
  request: PageRequest,
  viewer: Viewer | null,
  language: Language,
): CommentsToRead {
  const { items, next_cursor } = asThreads(roots, replies, request, (row) => asRead(row, viewer, language))
  return { items: items.map(withCursor), next_cursor, order, areOpen: setting?.value === 1 }
}

/** The post whose comments a page of their own shows, if this viewer may see it. */
export function commentedPost(viewer: Viewer | null, postId: number): Statement<CardRow> {
  return sql`
    SELECT ${cardColumns} FROM posts p JOIN users u ON u.uid = p.author_id
    WHERE p.id = ${postId} AND ${mayBeSeenBy(viewer)}`
}

/** One thread from a comment on: all of it, if that is its root. `asThreadToRead` takes the rows of these. */
export function threadStatements(postId: number, commentId: number, request: PageRequest) {
  const named = sql`SELECT COALESCE(root_id, id) FROM comments
    WHERE id = ${commentId} AND post_id = ${postId} AND (deleted_at IS NULL OR replies_count > 0)`
  const from =
    request.after === null
      ? sql`AND (c.created_at, c.id) >= (SELECT created_at, id FROM comments WHERE id = ${commentId})`
      : continuing(request, sql.raw('>'))
  return [
    settingOf('comments.enabled'),
    commentsWhere(sql`c.id = (${named}) AND (c.deleted_at IS NULL OR c.replies_count > 0)`, { postId }),
    sql<FullComment>`
      ${commentsWhere(sql`c.root_id = (${named}) AND c.deleted_at IS NULL ${from}`, { postId })}
      ORDER BY c.created_at, c.id LIMIT ${request.limit + 1}`,
  ] as const
}

export function asThreadToRead(
  [[setting], [root], replies]: Rows,
  request: PageRequest,
  viewer: Viewer | null,
  language: Language,
): ReadThread & { areOpen: boolean } {
  if (root === undefined) throw new AppError('not_found')
  const page = pageOf(replies, request, positionOf, (row) => asRead(row, viewer, language))
  return {
    root: asRead(root, viewer, language),
    replies: page.items,
    next_cursor: page.next_cursor,
    areOpen: setting?.value === 1,
  }
}

function withCursor({ root, replies }: Thread<ReadComment>): ReadThread {
  const last = replies.at(-1)
  const isMore = root.replies_count > replies.length
  return { root, replies, next_cursor: isMore && last ? encodeCursor(positionOf(last)) : null }
}

function asRead(row: FullComment, viewer: Viewer | null, language: Language): ReadComment {
  const { body, ...comment } = asComment(row, viewer, language)
  return { ...comment, words: body === '' ? [] : wordsOf(row) }
}
