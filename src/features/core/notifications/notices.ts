import { and, type SQL, sql } from 'drizzle-orm'
import { concerning, concerningReturned, type Statement } from '#db/client.ts'
import { nextNotice } from '#db/ids.ts'
import type { CommentRow } from '#db/schema/community.ts'
import type { User } from '#db/schema/core.ts'
import { inSections, KINDS, type Kind } from '#features/core/notifications/kinds.ts'
import type { Nameless } from '#features/core/people/nameless.ts'

/** The input for the notice of a comment. */
export interface CommentNotice {
  to: number
  /** The author of the comment. */
  by: number
  postId: number
  title: string
  /** The beginning of the comment. */
  excerpt: string
  commentId?: Statement
  when?: Statement
}

export const replyNotice = (comment: CommentNotice, now: Date): Statement =>
  ofComment('NotifyCommentReply', comment, now)
export const mentionNotice = (comment: CommentNotice, now: Date): Statement =>
  ofComment('NotifyMention', comment, now)
export const commentNotice = (comment: CommentNotice, now: Date): Statement =>
  ofComment('NotifyComment', comment, now)

/** A second follow of the same user writes no second notice. */
export function followNotice(
  { to, by, ...rest }: { to: number; by: number; when?: Statement },
  now: Date,
): Statement {
  return notice(
    { to, kind: 'NotifyFollow', relatedId: by, actorId: by, onceKey: `follow:${by}`, ...rest },
    now,
  )
}

/** Notices by the site, and about decisions of admins. */
export type SystemEvent =
  | { event: 'post_approved' | 'post_approved_for_later' | 'post_unlocked'; title: string }
  | {
      event:
        | 'post_published'
        | 'post_submitted'
        | 'approval_refused'
        | 'series_part'
        | 'series_cleared'
      title: string
    }
  | { event: 'post_not_published'; title: string; why: string }
  | { event: 'post_rejected' | 'post_locked'; title: string; reason: Nameless }
  | { event: 'post_deleted'; title: string; reason: Nameless | null }
  /** `title` is that of the post. */
  | { event: 'comment_deleted'; title: string | null; reason: Nameless | null }
  | { event: 'profile_approved' | 'image_removed' }
  | { event: 'profile_rejected'; reason: Nameless | null }
  | { event: 'energy_adjusted'; amount: number; reason: Nameless }
  | { event: 'role_changed'; role: User['role'] }
  | { event: 'status_changed'; status: 'banned'; reason: Nameless | null; ends_at?: string | null }
  /** `over`: the ban or the silence has ended because its time was over. */
  | { event: 'status_changed'; status: 'active'; reason: Nameless | null; over?: 1 }
  | { event: 'silence_changed'; silenced: 1; reason: Nameless | null; ends_at?: string | null }
  | { event: 'silence_changed'; silenced: 0; reason: Nameless | null; over?: 1 }
  | { event: 'content_hidden'; banned: 0 | 1; reason: Nameless | null; ends_at?: string | null }
  | { event: 'content_restored'; unbanned: 0 | 1 }
  | ReportClosed
  | { event: 'invariants_failed'; checks: string }
  | { event: 'email_unreachable' | 'webhook_disabled'; address: string }
  | {
      event: 'new_sign_in'
      browser: string
      os: string
      device_type: string
      ip: string
      country: string | null
    }
  | { event: 'second_factor_on' | 'second_factor_off' | 'password_changed' }
  | { event: 'second_factor_removed' }
  | { event: 'push_moved' }
  | { event: 'passkey_added' | 'passkey_removed' | 'token_created'; name: string }
  | {
      event: 'provider_connected' | 'provider_removed' | 'app_allowed' | 'assistant_connected'
      name: string
    }
  | { event: 'export_ready' | 'export_failed'; format: 'json' | 'zip' | 'ghost' }

/** The notice to every user who has reported the content. */
export interface ReportClosed {
  event: 'report_closed'
  decision: 'kept' | 'removed'
  thing: 'post' | 'comment' | 'user'
  /** The title of the post, or of the post with the comment. */
  title: string | null
  reason: Nameless | null
}

interface SystemNotice {
  to: number
  /** The deciding admin. The name is never shown, and the admin gets no notice of the decision. */
  by?: number
  postId?: number
  about: SystemEvent
  when?: Statement
}

export function systemNotice(
  { to, by, postId, about, ...rest }: SystemNotice,
  now: Date,
): Statement {
  const actor = by === undefined ? {} : { actorId: by }
  return notice(
    { to, kind: 'NotifySystem', relatedId: postId ?? null, ...actor, data: { ...about }, ...rest },
    now,
  )
}

function ofComment(
  kind: 'NotifyComment' | 'NotifyCommentReply' | 'NotifyMention',
  comment: CommentNotice,
  now: Date,
) {
  const { to, by, postId, title, excerpt, ...rest } = comment
  return notice(
    { to, kind, relatedId: postId, actorId: by, data: { title, excerpt }, ...rest },
    now,
  )
}

type Quoted = Pick<CommentRow, 'id' | 'created_at'>

/**
 * Updates the notices of an edited comment: users in `concerned` see the new text, and the
 * quotation is removed for the other users in `notified`. When a comment is deleted, the triggers
 * comments_take_their_words_along and comments_take_their_edited_words_along remove the quotation.
 */
export function updateQuotes(
  comment: Quoted,
  notified: readonly number[],
  concerned: readonly number[],
  excerpt: string,
  now: Date,
): Statement {
  const still = sql`user_id IN (SELECT value FROM json_each(${JSON.stringify(concerned)}))`
  return sql`
    UPDATE notifications
    SET data = iif(${still}, json_set(data, '$.excerpt', ${excerpt}), json_remove(data, '$.excerpt'))
    WHERE user_id IN (SELECT value FROM json_each(${JSON.stringify(notified)})) AND ${isOf(comment, now)}`
}

/** A condition: this user has no notice of the comment yet. */
export function hasNoNotice(comment: Quoted, uid: number, now: Date): Statement {
  return sql`NOT EXISTS (SELECT 1 FROM notifications WHERE user_id = ${uid} AND ${isOf(comment, now)})`
}

/**
 * The notices of a comment. The condition on the time fits the index notifications_of_user_by_lane:
 * notices are created between the creation of the comment and `now`.
 */
function isOf({ id, created_at }: Quoted, now: Date): SQL {
  return sql`${inSections(['NotifyComment', 'NotifyCommentReply', 'NotifyMention'])}
    AND created_at BETWEEN ${created_at} AND ${now.toISOString()} AND comment_id = ${id}`
}

/** The data of a notice, without actor and post. The text is generated when the notice is read. */
export type NoticeData = Record<string, string | number | null>

interface Notice {
  to: number
  kind: Kind
  relatedId: number | null
  actorId?: number
  data?: NoticeData
  /** A user has at most one notice with this key. */
  onceKey?: string
  /** The quoted comment. Deleting the comment removes the quotation. */
  commentId?: Statement
  /** A condition. If it is false, no notice is written. */
  when?: Statement
}

/**
 * Writes a notice. Put this statement into the batch of the command. Users get no notice of their
 * own actions, and the trigger notifications_not_to_the_erased skips erased accounts.
 */
function notice(
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

/**
 * The same notice for several users. They are a list of uids, or a statement that selects `uid` and
 * `nth` (counted from 0).
 */
export function noticeToEach(
  users: readonly number[] | Statement,
  about: Omit<Notice, 'to' | 'when'>,
  now: Date,
): Statement {
  const { kind, relatedId, actorId, data = {}, onceKey = null } = about
  const each = isList(users)
    ? sql`SELECT value AS uid, key AS nth FROM json_each(${JSON.stringify(users)})`
    : users
  return concerningReturned(sql`
    INSERT INTO notifications (id, user_id, kind, category, related_id, actor_id, data, once_key, created_at)
    SELECT ${nextNotice} + nth, uid, ${kind}, ${KINDS[kind].category}, ${relatedId}, ${actorId ?? null}, ${JSON.stringify(data)},
      ${onceKey}, ${now.toISOString()}
    FROM (${each}) WHERE uid IS NOT ${actorId ?? null}
    ON CONFLICT DO NOTHING
    RETURNING user_id`)
}

function isList(users: readonly number[] | Statement): users is readonly number[] {
  return Array.isArray(users)
}
