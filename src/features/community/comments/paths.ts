import type { Order } from '#features/community/comments/order.ts'
import { postPath } from '#features/publishing/posts/paths.ts'

/** The page of a post's comments alone, where the list on the post page goes on. */
export function commentsPath(postId: number, order: Order): string {
  return `${postPath(postId)}/comments?sort=${order}`
}

/** One comment where it stands, below its post. A fragment is not sent to the server, so the query names the comment too. */
export function linkToComment(postId: number, id: number): string {
  return `${postPath(postId)}?comment=${id}#comment-${id}`
}

/** A comment and what follows it in its thread, on a page of their own. */
export function commentPath(postId: number, id: number): string {
  return `${postPath(postId)}/comments/${id}`
}
