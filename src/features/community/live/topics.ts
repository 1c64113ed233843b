import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import type { CommentRow } from '#db/schema/community.ts'
import { dayOf } from '#kernel/clock.ts'

/**
 * The subject of a live connection: a user's unread notices, or the comments of a post. Each topic
 * has its own `LiveRoom` object.
 */
export interface Topic {
  kind: 'user' | 'post'
  id: number
}

export type NewComment = Pick<CommentRow, 'id' | 'post_id' | 'root_id'> & { author_uid: number }

export interface News {
  users: Set<number>
  authorsOf: Set<number>
  comments: NewComment[]
  /** Whether push messages for admins may be queued. */
  admins: boolean
}

export function noNews(): News {
  return { users: new Set(), authorsOf: new Set(), comments: [], admins: false }
}

export function roomName({ kind, id }: Topic): string {
  return `${kind}:${id}`
}

/**
 * The changed topics that have listeners, by primary key: a topic without listeners has no row. The
 * kind `push`: a changed user gets push messages, or messages for admins are queued.
 */
export function listenersAmong({ users, authorsOf, comments, admins }: News) {
  const list = (ids: Iterable<number>) =>
    sql`(SELECT value FROM json_each(${JSON.stringify([...ids])}))`
  const posts = new Set(comments.map(({ post_id }) => post_id))
  return sql<Topic | { kind: 'push'; id: 0 }>`
    SELECT kind, id FROM live_topics WHERE kind = 'user' AND id IN ${list(users)}
    UNION SELECT kind, id FROM live_topics
      WHERE kind = 'user' AND id IN (SELECT author_id FROM posts WHERE id IN ${list(authorsOf)})
    UNION SELECT kind, id FROM live_topics WHERE kind = 'post' AND id IN ${list(posts)}
    UNION SELECT 'push', 0 WHERE EXISTS (SELECT 1 FROM push_subscriptions WHERE user_id IN ${list(users)})
      OR EXISTS (SELECT 1 FROM push_subscriptions
        WHERE user_id IN (SELECT author_id FROM posts WHERE id IN ${list(authorsOf)}))
      OR (${admins ? 1 : 0} AND EXISTS (SELECT 1 FROM outbox INDEXED BY outbox_queued WHERE status = 'queued' AND channel = 'push'))`
}

export function listenTo({ kind, id }: Topic, now: Date): Statement {
  return sql`
    INSERT INTO live_topics (kind, id, day) VALUES (${kind}, ${id}, ${dayOf(now)})
    ON CONFLICT DO UPDATE SET day = excluded.day WHERE day < excluded.day`
}

export function listenNoMore({ kind, id }: Topic): Statement {
  return sql`DELETE FROM live_topics WHERE kind = ${kind} AND id = ${id}`
}
