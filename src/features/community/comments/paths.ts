import type { Order } from '#features/community/comments/order.ts'
import { postPath } from '#features/publishing/posts/paths.ts'

/** The page with the comments alone, where the list of the post page continues. */
export function commentsPath(postId: number, order: Order): string {
  return `${postPath(postId)}/comments?sort=${order}`
}

/** A comment on the post page. The query repeats the id, because browsers do not send the fragment to the server. */
export function linkToComment(postId: number, id: number): string {
  return `${postPath(postId)}?comment=${id}#comment-${id}`
}

/** The page of one comment and the following part of its thread. */
export function commentPath(postId: number, id: number): string {
  return `${postPath(postId)}/comments/${id}`
}
