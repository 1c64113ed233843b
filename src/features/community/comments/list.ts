import { and, type SQL, sql } from 'drizzle-orm'
import { type Database, found, type Group, group, type Statement } from '#db/client.ts'
import {
  asComment,
  type Comment,
  commentsWhere,
  type FullComment,
  type Liker,
  type RootComment,
} from '#features/community/comments/comment.ts'
import {
  continuing,
  idsOf,
  inOrder,
  type Order,
  positionOf,
  type Roots,
  rootPositionOf,
  rootsInOrder,
} from '#features/community/comments/order.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { mayBeSeenBy, visiblePostOf } from '#features/publishing/posts/visibility.ts'
import type { Language } from '#kernel/i18n.ts'
import { type ListKey, type Page, type PageRequest, pageOf } from '#kernel/paging.ts'

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
