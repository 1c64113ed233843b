import { type SQL, sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import { asComment, commentsWhere, type FullComment } from '#features/comments/comment.ts'
import type { Comment, RootComment } from '#features/comments/shapes.ts'
import type { Viewer } from '#features/people/viewer.ts'
import { visiblePostOf } from '#features/posts/visibility.ts'
import { AppError } from '#kernel/errors.ts'
import type { Language } from '#kernel/i18n.ts'
import { type Page, type PageRequest, pageOf } from '#kernel/paging.ts'

export const REPLIES_SHOWN = 3

export type Order = 'new' | 'old'

/** The roots of a post's comments, each with its first replies. */
export async function listComments(
  db: Database,
  viewer: Viewer | null,
  postId: number,
  order: Order,
  request: PageRequest,
  language: Language,
): Promise<Page<RootComment>> {
  const [[post], roots, replies] = await db.batch([
    visiblePostOf(viewer, postId),
    rootsOf(postId, order, request),
    firstRepliesOf(postId, order, request),
  ])
  if (post === undefined) throw new AppError('not_found')
  const { items, next_cursor } = asThreads(roots, replies, request, (row) => asComment(row, viewer, language))
  return { items: items.map(({ root, replies }) => ({ ...root, replies })), next_cursor }
}

/** One more than are shown, to know whether there is a next page. */
export function rootsOf(postId: number, order: Order, request: PageRequest): Statement<FullComment> {
  return commentsWhere(rootsInOrder(postId, order, request, request.limit + 1), { postId })
}

/** Those of each root that is shown, in no order: sorting them here would read every row once more. */
export function firstRepliesOf(postId: number, order: Order, request: PageRequest): Statement<FullComment> {
  const roots = sql`SELECT c.id FROM comments c WHERE ${rootsInOrder(postId, order, request, request.limit)}`
  const from = sql`(${roots}) AS root CROSS JOIN comments c ON c.id IN (
    SELECT id FROM comments WHERE root_id = root.id AND deleted_at IS NULL
    ORDER BY created_at, id LIMIT ${REPLIES_SHOWN})`
  return commentsWhere(sql`TRUE`, { from, postId })
}

export interface Thread<Item> {
  root: Item
  replies: Item[]
}

export function asThreads<Item>(
  roots: FullComment[],
  replies: FullComment[],
  request: PageRequest,
  asItem: (row: FullComment) => Item,
): Page<Thread<Item>> {
  const repliesTo = Map.groupBy(replies.toSorted(byTime), ({ root_id }) => root_id)
  return pageOf(roots, request, positionOf, (root) => ({
    root: asItem(root),
    replies: (repliesTo.get(root.id) ?? []).map(asItem),
  }))
}

/** All replies under a root, oldest first. */
export async function listReplies(
  db: Database,
  viewer: Viewer | null,
  postId: number,
  rootId: number,
  request: PageRequest,
  language: Language,
): Promise<Page<Comment>> {
  const [[post], [root], replies] = await db.batch([
    visiblePostOf(viewer, postId),
    sql`SELECT 1 FROM comments WHERE id = ${rootId} AND post_id = ${postId} AND root_id IS NULL
        AND (deleted_at IS NULL OR replies_count > 0)`,
    sql<FullComment>`
      ${commentsWhere(sql`c.root_id = ${rootId} AND c.deleted_at IS NULL ${continuing(request, sql.raw('>'))}`, { postId })}
      ORDER BY c.created_at, c.id LIMIT ${request.limit + 1}`,
  ])
  if (post === undefined || root === undefined) throw new AppError('not_found')
  return pageOf(replies, request, positionOf, (reply) => asComment(reply, viewer, language))
}

const DIRECTIONS = {
  new: { beyond: sql.raw('<'), sort: 'c.created_at DESC, c.id DESC' },
  old: { beyond: sql.raw('>'), sort: 'c.created_at, c.id' },
} as const

function rootsInOrder(postId: number, order: Order, request: PageRequest, limit: number): SQL {
  const { beyond, sort } = DIRECTIONS[order]
  return sql`c.post_id = ${postId} AND c.root_id IS NULL AND (c.deleted_at IS NULL OR c.replies_count > 0)
    ${continuing(request, beyond)}
    ORDER BY ${sql.raw(sort)} LIMIT ${limit}`
}

export function continuing({ after }: PageRequest, beyond: SQL): SQL {
  return after === null ? sql`` : sql`AND (c.created_at, c.id) ${beyond} (${after[0]}, ${after[1]})`
}

function byTime(a: FullComment, b: FullComment): number {
  return a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : a.id - b.id
}

/** Where a list goes on behind a comment. */
export function positionOf({ created_at, id }: Pick<FullComment, 'created_at' | 'id'>): readonly [string, number] {
  return [created_at, id]
}
