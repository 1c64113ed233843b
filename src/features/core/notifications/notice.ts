import { and, sql } from 'drizzle-orm'
import { concerning, concerningReturned, type Statement } from '#db/client.ts'
import { nextNotice } from '#db/ids.ts'
import { KINDS, type Kind } from '#features/core/notifications/kinds.ts'

/**
 * The data of a notice, without actor and post. The text is generated when the notice is read.
 */
export type NoticeData = Record<string, string | number | null>

interface Notice {
  to: number
  kind: Kind
  relatedId: number | null
  actorId?: number
  data?: NoticeData
  /** A user has at most one notice per key. */
  onceKey?: string
  /** The quoted comment. Deleting the comment removes the quotation. */
  commentId?: Statement
  /** A condition. If it is false, no notice is written. */
  when?: Statement
}

/**
 * Writes a notice. Put this statement into the batch of the command. Users get no notice of their own actions, and the trigger
 * notifications_not_to_the_erased skips erased accounts.
 */
export function notice(
  { to, kind, relatedId, actorId, data = {}, onceKey, commentId, when }: Notice,
  now: Date,
): Statement {
  const statement = sql`
    INSERT INTO notifications (id, user_id, kind, category, related_id, actor_id, data, once_key, comment_id, created_at)
    SELECT ${nextNotice}, ${to}, ${kind}, ${KINDS[kind].category}, ${relatedId}, ${actorId ?? null}, ${JSON.stringify(data)},
      ${onceKey ?? null}, ${commentId ?? null}, ${now.toISOString()}
    WHERE ${and(sql`${to} IS NOT ${actorId ?? null}`, when)}
    ON CONFLICT DO NOTHING`
  return concerning({ users: [to] }, statement)
}

/** The same notice for several users: a list of uids, or a statement that selects `uid` and `nth` (counted from 0). */
export function noticeToEach(
  users: readonly number[] | Statement,
  about: Omit<Notice, 'to' | 'onceKey' | 'when'>,
  now: Date,
): Statement {
  const { kind, relatedId, actorId, data = {} } = about
  const each = isList(users) ? sql`SELECT value AS uid, key AS nth FROM json_each(${JSON.stringify(users)})` : users
  return concerningReturned(sql`
    INSERT INTO notifications (id, user_id, kind, category, related_id, actor_id, data, created_at)
    SELECT ${nextNotice} + nth, uid, ${kind}, ${KINDS[kind].category}, ${relatedId}, ${actorId ?? null}, ${JSON.stringify(data)},
      ${now.toISOString()}
    FROM (${each}) WHERE uid IS NOT ${actorId ?? null}
    RETURNING user_id`)
}

function isList(users: readonly number[] | Statement): users is readonly number[] {
  return Array.isArray(users)
}
