import type { Database } from '#db/client.ts'
import { publicPostOf } from '#features/publishing/posts/post.ts'
import { MINUTE } from '#kernel/clock.ts'

/** The maximum number of remembered posts. Above it, all are forgotten. */
const POSTS_MAX = 10_000

let minute = 0
let known = new Set<number>()

/**
 * Whether a post is public. The isolate remembers this until the minute ends, so that a popular
 * post costs one read a minute. A negative result is not remembered, because a post may be
 * published at any moment.
 */
export async function isPublicPost(db: Database, postId: number, now: Date): Promise<boolean> {
  const current = Math.floor(now.getTime() / MINUTE)
  if (current !== minute || known.size >= POSTS_MAX) forgetPublicPosts()
  minute = current
  if (known.has(postId)) return true
  if ((await db.first(publicPostOf(postId))) === null) return false
  known.add(postId)
  return true
}

export function forgetPublicPosts(): void {
  known = new Set()
}
