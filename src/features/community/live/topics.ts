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

/** The message about a new comment to the readers of its post. */
export type NewComment = Pick<CommentRow, 'id' | 'post_id' | 'root_id'> & { author_uid: number }

/** The changes of a command that live connections must receive. */
export interface News {
  /** Users whose unread notices or sessions have changed. */
  users: Set<number>
  /** Posts whose authors have new notices. */
  authorsOf: Set<number>
  comments: NewComment[]
  /** Push messages to admins may be queued. */
  admins: boolean
}

export function noNews(): News {
  return { users: new Set(), authorsOf: new Set(), comments: [], admins: false }
}

export function roomName({ kind, id }: Topic): string {
  return `${kind}:${id}`
}

/** There are push messages to send. */
interface PushDue {
  kind: 'push'
  id: 0
}

/**
 * The changed topics that have listeners, found by primary key: a topic without listeners has no
 * row. Also `PushDue`, if a changed user gets push messages or if messages for admins are queued.
 */
export function listenersAmong({
  users,
  authorsOf,
  comments,
  admins,
}: News): Statement<Topic | PushDue> {
  const list = (ids: Iterable<number>) =>
    sql`(SELECT value FROM json_each(${JSON.stringify([...ids])}))`
  const posts = new Set(comments.map(({ post_id }) => post_id))
  return sql`
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
