import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { QUEUE_SHOWN, type Waiting, whatWaits } from '#features/operations/admin/frame/waiting.ts'
import { type AdminPostCard, adminPosts, type PostsQuery } from '#features/operations/admin/posts/list.ts'
import { type Review, reviewOf } from '#features/operations/admin/posts/review.ts'
import type { Language } from '#kernel/i18n.ts'

export type QueueName = 'review' | 'edited'

export interface Queue {
  name: QueueName
  waiting: Waiting
  /** The next of those that wait, oldest first, and the one that is looked at wherever it stands. */
  posts: AdminPostCard[]
  /** Null if nothing waits, or not the one that was asked for. */
  current: Review | null
  /** The post that was asked for and is not among those that wait. Another one in its place would be decided by mistake. */
  elsewhere: number | null
}

const QUEUES: Record<QueueName, { query: PostsQuery; holds: SQL; oldest: SQL }> = {
  review: {
    query: { status: 'pending' },
    holds: sql.raw(`status = 'pending' AND deleted_at IS NULL`),
    oldest: sql.raw('updated_at'),
  },
  edited: {
    query: { edited: true },
    holds: sql.raw('edit_unseen_since IS NOT NULL AND deleted_at IS NULL'),
    oldest: sql.raw('edit_unseen_since'),
  },
}

/** A queue with the post that was asked for, or where none was, the one that has waited longest, in one round trip. */
export async function openQueue(
  db: Database,
  name: QueueName,
  asked: number | undefined,
  language: Language,
): Promise<Queue> {
  const { query, holds, oldest } = QUEUES[name]
  const request = { limit: QUEUE_SHOWN, after: null }
  const id =
    asked === undefined
      ? sql`(SELECT id FROM posts WHERE ${holds} ORDER BY ${oldest}, id LIMIT 1)`
      : sql`(SELECT id FROM posts WHERE id = ${asked} AND ${holds})`
  const { waiting, posts, current } = await db.read({
    waiting: whatWaits,
    posts: adminPosts(query, request, language),
    current: reviewOf(id, language),
  })
  return {
    ...{ name, waiting, current },
    posts: posts.items,
    elsewhere: asked !== undefined && current === null ? asked : null,
  }
}
