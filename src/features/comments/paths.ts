import type { Order } from '#features/comments/order.ts'
import { postPath } from '#features/posts/paths.ts'

/** The page of a post's comments alone, where the list on the post page goes on. */
export function commentsPath(postId: number, order: Order): string {
  return `${postPath(postId)}/comments?sort=${order}`
}

/** A comment and what follows it in its thread. */
export function commentPath(postId: number, id: number): string {
  return `${postPath(postId)}/comments/${id}`
}
