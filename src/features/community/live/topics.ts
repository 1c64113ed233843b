import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'

/** What a tab listens to: a user's unread notices, or the comments of a post. Each has an object of its own, a `LiveRoom`. */
export interface Topic {
  kind: 'user' | 'post'
  id: number
}

/** What somebody who reads a post is told of a new comment on it. */
export interface NewComment {
  id: number
  post_id: number
  root_id: number | null
  author_uid: number
}

/** What a command has changed for whoever listens. */
export interface News {
  users: Set<number>
  /** Posts whose authors are concerned. */
  authorsOf: Set<number>
  comments: NewComment[]
}

export function noNews(): News {
  return { users: new Set(), authorsOf: new Set(), comments: [] }
}

export function roomName({ kind, id }: Topic): string {
  return `${kind}:${id}`
}

/** Those of the concerned that have listeners, by their primary key: where nobody listens no row is found. */
export function listenersAmong({ users, authorsOf, comments }: News): Statement<Topic> {
  const list = (ids: Iterable<number>) => sql`(SELECT value FROM json_each(${JSON.stringify([...ids])}))`
  const posts = new Set(comments.map(({ post_id }) => post_id))
  return sql`
    SELECT kind, id FROM live_topics WHERE kind = 'user' AND id IN ${list(users)}
    UNION SELECT kind, id FROM live_topics
      WHERE kind = 'user' AND id IN (SELECT author_id FROM posts WHERE id IN ${list(authorsOf)})
    UNION SELECT kind, id FROM live_topics WHERE kind = 'post' AND id IN ${list(posts)}`
}

export function listenTo({ kind, id }: Topic): Statement {
  return sql`INSERT INTO live_topics (kind, id) VALUES (${kind}, ${id}) ON CONFLICT DO NOTHING`
}

export function listenNoMore({ kind, id }: Topic): Statement {
  return sql`DELETE FROM live_topics WHERE kind = ${kind} AND id = ${id}`
}
