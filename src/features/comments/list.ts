import { and, type SQL, sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import { behind } from '#db/conditions.ts'
import { found, type Group, group } from '#db/group.ts'
import { asComment, commentsWhere, type FullComment } from '#features/comments/comment.ts'
import type { Comment, RootComment } from '#features/comments/shapes.ts'
import type { Viewer } from '#features/people/viewer.ts'
import { visiblePostOf } from '#features/posts/visibility.ts'
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
  const { threads } = await db.read({
    post: visiblePostOf(viewer, postId),
    threads: threadsOf(postId, order, request, (row) => asComment(row, viewer, language)),
  })
  const { items, next_cursor } = threads
  return { items: items.map(({ root, replies }) => ({ ...root, replies })), next_cursor }
}

export interface Thread<Item> {
  root: Item
  replies: Item[]
}

/** A page of threads, each a root with its first replies, in the shape that `asItem` gives a comment. */
export function threadsOf<Item>(
  postId: number,
  order: Order,
  request: PageRequest,
  asItem: (row: FullComment) => Item,
): Group<Page<Thread<Item>>> {
  const asked = { roots: rootsOf(postId, order, request), replies: firstRepliesOf(postId, order, request) }
  return group(asked, ({ roots, replies }) => {
    const repliesTo = Map.groupBy(replies.toSorted(byTime), ({ root_id }) => root_id)
    return pageOf(roots, request, positionOf, (root) => ({
      root: asItem(root),
      replies: (repliesTo.get(root.id) ?? []).map(asItem),
    }))
  })
}

/** Reads one root more than is shown, to know whether there is a next page. */
function rootsOf(postId: number, order: Order, request: PageRequest): Statement<FullComment> {
  const from = sql`comments c INDEXED BY comments_of_post`
  return commentsWhere(rootsInOrder(postId, order, request, request.limit + 1), { from, postId })
}

/** The replies of each root that is shown, unsorted: sorting them in SQL would read every row once more. */
function firstRepliesOf(postId: number, order: Order, request: PageRequest): Statement<FullComment> {
  const roots = sql`SELECT c.id FROM comments c INDEXED BY comments_of_post WHERE ${rootsInOrder(postId, order, request, request.limit)}`
  const from = sql`(${roots}) AS root CROSS JOIN comments c ON c.id IN (
    SELECT id FROM comments WHERE root_id = root.id AND deleted_at IS NULL
    ORDER BY created_at, id LIMIT ${REPLIES_SHOWN})`
  return commentsWhere(sql`TRUE`, { from, postId })
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
  const { replies } = await db.read({
    post: visiblePostOf(viewer, postId),
    root: found(sql`
      SELECT 1 FROM comments
      WHERE id = ${rootId} AND post_id = ${postId} AND root_id IS NULL AND (deleted_at IS NULL OR replies_count > 0)`),
    replies: repliesOf(postId, sql`${rootId}`, request, continuing(request, '>')),
  })
  return pageOf(replies, request, positionOf, (reply) => asComment(reply, viewer, language))
}

/** Replies under a root, oldest first, limited by the condition `from`; one more than is shown. */
export function repliesOf(postId: number, rootId: SQL, { limit }: PageRequest, from: SQL | undefined) {
  const which = sql`${and(sql`c.root_id = ${rootId} AND c.deleted_at IS NULL`, from)}`
  return sql<FullComment>`${commentsWhere(which, { postId })} ORDER BY c.created_at, c.id LIMIT ${limit + 1}`
}

const DIRECTIONS = {
  new: { beyond: '<', sort: 'c.created_at DESC, c.id DESC' },
  old: { beyond: '>', sort: 'c.created_at, c.id' },
} as const

function rootsInOrder(postId: number, order: Order, request: PageRequest, limit: number): SQL {
  const { beyond, sort } = DIRECTIONS[order]
  // Written like the index comments_of_post, so that it serves.
  const isRoot = sql`
    c.post_id = ${postId} AND (c.root_id IS NULL) = 1 AND (c.deleted_at IS NULL OR c.replies_count > 0)`
  return sql`${and(isRoot, continuing(request, beyond))}
    ORDER BY ${sql.raw(sort)} LIMIT ${limit}`
}

export function continuing(request: PageRequest, beyond: '<' | '>'): SQL | undefined {
  return behind(request, sql`c.created_at`, sql`c.id`, beyond)
}

function byTime(a: FullComment, b: FullComment): number {
  return a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : a.id - b.id
}

/** The position of a comment in its list, for the cursor. */
export function positionOf({ created_at, id }: Pick<FullComment, 'created_at' | 'id'>): readonly [string, number] {
  return [created_at, id]
}
