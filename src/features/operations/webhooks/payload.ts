/**
 * Webhooks. The triggers webhook_events_* insert into the view `webhook_events`, whose trigger adds
 * a row to the outbox for each webhook that wants the event. So every way to publish, hide or
 * delete is covered, and a site without webhooks writes nothing. The row has only the id of its
 * object; this file reads the data when the request is sent. `sendEvents` delivers after every
 * write (docs/webhooks.md).
 */

import { sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import type { Claimed } from '#features/core/outbox/sender.ts'

/** The triggers webhook_events_* of the database add these events to the outbox. */
export const EVENTS = [
  'post.published',
  'post.updated',
  'post.removed',
  'comment.created',
  'comment.removed',
  'user.registered',
  'report.created',
] as const

export type WebhookEvent = (typeof EVENTS)[number] | 'webhook.test'

/**
 * The data of each event, by the id of its row. Events about content that is no longer public and
 * about users who are not active have no data.
 */
export async function payloadsOf(
  db: Database,
  rows: readonly Claimed[],
): Promise<Map<number, object>> {
  const results = await db.batch(rows.map(dataOf))
  return new Map(
    results.flatMap(([found], n) => {
      const row = rows[n]
      return found && row ? [[row.id, JSON.parse(found.data)] as const] : []
    }),
  )
}

export function factsOf({ payload }: Claimed): { id: string; of: number } {
  return JSON.parse(payload ?? '{}')
}

function dataOf(row: Claimed): Statement<{ data: string }> {
  return QUERIES[row.kind as string as WebhookEvent](factsOf(row).of)
}

const IS_PUBLIC = sql`p.status = 'approved' AND p.deleted_at IS NULL`
/** The name of a user who is banned or deleted is not sent to other sites. */
const AUTHOR = sql`json_object('uid', u.uid, 'username', iif(u.status = 'active' AND u.purge_at IS NULL, u.username, NULL))`

const publicPost = (id: number) => sql<{ data: string }>`
  SELECT json_object('id', p.id, 'title', p.title, 'path', '/posts/' || p.id, 'author', json(${AUTHOR}),
    'tags', (SELECT json_group_array(value ->> 1) FROM json_each(p.tags)), 'published_at', p.published_at,
    'updated_at', p.updated_at) AS data
  FROM posts p JOIN users u ON u.uid = p.author_id WHERE p.id = ${id} AND ${IS_PUBLIC}`

const COMMENT_PATH = sql`'/posts/' || c.post_id || '?comment=' || c.id || '#comment-' || c.id`

const QUERIES: Record<WebhookEvent, (id: number) => Statement<{ data: string }>> = {
  'post.published': publicPost,
  'post.updated': publicPost,
  'post.removed': (id) =>
    sql`SELECT json_object('id', id, 'path', '/posts/' || id) AS data FROM posts WHERE id = ${id}`,
  'comment.created': (id) => sql`
    SELECT json_object('id', c.id, 'path', ${COMMENT_PATH}, 'author', json(${AUTHOR}), 'reply_to_id', c.reply_to_id,
      'post', json_object('id', p.id, 'title', p.title, 'path', '/posts/' || p.id), 'created_at', c.created_at) AS data
    FROM comments c JOIN posts p ON p.id = c.post_id JOIN users u ON u.uid = c.author_id
    WHERE c.id = ${id} AND c.deleted_at IS NULL AND ${IS_PUBLIC}`,
  'comment.removed': (id) => sql`
    SELECT json_object('id', id, 'post', json_object('id', post_id, 'path', '/posts/' || post_id)) AS data
    FROM comments WHERE id = ${id}`,
  'user.registered': (uid) => sql`
    SELECT json_object('uid', uid, 'username', username, 'path', '/space/' || uid, 'created_at', created_at) AS data
    FROM users WHERE uid = ${uid} AND status = 'active' AND purge_at IS NULL`,
  'report.created': (id) => sql`
    SELECT json_object('id', r.id, 'reason', r.reason, 'about', json_object('kind', c.kind, 'id', c.target_id),
      'path', '/admin/reports', 'created_at', r.created_at) AS data
    FROM reports r JOIN report_cases c ON c.id = r.case_id WHERE r.id = ${id}`,
  'webhook.test': (id) =>
    sql`SELECT json_object('webhook_id', id) AS data FROM webhooks WHERE id = ${id}`,
}

export function withLinks(data: unknown, site: string): unknown {
  if (data === null || typeof data !== 'object' || Array.isArray(data)) return data
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) =>
      name === 'path' ? ['url', site + value] : [name, withLinks(value, site)],
    ),
  )
}
