import { and, sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import { KINDS, type Kind } from '#features/notifications/kinds.ts'

/** What a notice of each kind carries besides who and what it is about. Its sentence is made when it is read. */
export type NoticeData = Record<string, string | number | null>

export interface Notice {
  to: number
  kind: Kind
  relatedId: number | null
  actorId?: number
  data?: NoticeData
  /** Of notices with the same key a person has one. */
  onceKey?: string
  /** The comment it quotes: when that is deleted, so is the quotation. */
  commentId?: Statement
  /** Told only if this holds by then. */
  when?: Statement
}

/**
 * A statement for the batch of the command that the notice tells of. Nobody is told of what they did themselves,
 * and an account that was erased of nothing: the trigger notifications_not_to_the_erased sees to that.
 */
export function notice(
  { to, kind, relatedId, actorId, data = {}, onceKey, commentId, when }: Notice,
  now: Date,
): Statement {
  return sql`
    INSERT INTO notifications (user_id, kind, category, related_id, actor_id, data, once_key, comment_id, created_at)
    SELECT ${to}, ${kind}, ${KINDS[kind].category}, ${relatedId}, ${actorId ?? null}, ${JSON.stringify(data)},
      ${onceKey ?? null}, ${commentId ?? null}, ${now.toISOString()}
    WHERE ${and(sql`${to} IS NOT ${actorId ?? null}`, when)}
    ON CONFLICT DO NOTHING`
}

/** The same notice for many people at once. */
export function noticeToEach(
  uids: readonly number[],
  about: Omit<Notice, 'to' | 'onceKey' | 'when'>,
  now: Date,
): Statement {
  const { kind, relatedId, actorId, data = {} } = about
  return sql`
    INSERT INTO notifications (user_id, kind, category, related_id, actor_id, data, created_at)
    SELECT value, ${kind}, ${KINDS[kind].category}, ${relatedId}, ${actorId ?? null}, ${JSON.stringify(data)},
      ${now.toISOString()}
    FROM json_each(${JSON.stringify(uids)})
    WHERE value IS NOT ${actorId ?? null}`
}
