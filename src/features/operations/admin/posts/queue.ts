import { type SQL, sql } from 'drizzle-orm'
import { type Database, type Group, group } from '#db/client.ts'
import { settingOf } from '#features/core/site/settings.ts'
import { openDecisions, QUEUE_SHOWN, type Waiting } from '#features/operations/admin/frame/waiting.ts'
import { type AdminPostCard, adminPosts, type PostsQuery } from '#features/operations/admin/posts/list.ts'
import { type Review, reviewOf } from '#features/operations/admin/posts/review.ts'
import type { Language } from '#kernel/i18n.ts'

export type QueueName = 'review' | 'edited'

export interface Queue {
  name: QueueName
  waiting: Waiting
  /** The first posts of the queue, oldest first, plus the current post if it is further back. */
  posts: AdminPostCard[]
  /** Null if the queue is empty or does not contain the requested post. */
  current: Review | null
  /** The id of a requested post that is not in the queue. Showing another post instead could cause a wrong decision. */
  notInQueue: number | null
  reviewIsOff: boolean
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

/** A queue with the requested post, or by default the oldest one, in one round trip. */
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
  const read = await db.read({
    waiting: openDecisions,
    posts: adminPosts(query, request, language),
    current: reviewOf(id, language),
    reviewIsOff,
  })
  return {
    ...{ name, ...read },
    posts: read.posts.items,
    notInQueue: asked !== undefined && read.current === null ? asked : null,
  }
}

/** Without review, an author can publish a rejected post again. */
export const reviewIsOff: Group<boolean> = group(
  { audit: settingOf('audit.enabled'), newcomers: settingOf('review.newcomers') },
  ({ audit, newcomers }) => !audit && !newcomers,
)
