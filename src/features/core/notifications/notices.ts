import type { Statement } from '#db/client.ts'
import type { User } from '#db/schema/people.ts'
import { notice } from '#features/core/notifications/notice.ts'

/** A comment, as a notice about it needs it. */
export interface CommentTold {
  to: number
  /** Who wrote it. */
  by: number
  postId: number
  title: string
  /** How it begins. */
  excerpt: string
  commentId?: Statement
  when?: Statement
}

export const replyNotice = (told: CommentTold, now: Date): Statement => ofComment('NotifyCommentReply', told, now)
export const mentionNotice = (told: CommentTold, now: Date): Statement => ofComment('NotifyMention', told, now)
export const commentNotice = (told: CommentTold, now: Date): Statement => ofComment('NotifyComment', told, now)

/** Following, unfollowing and following again is one notice. */
export function followNotice({ to, by, ...rest }: { to: number; by: number; when?: Statement }, now: Date): Statement {
  return notice({ to, kind: 'NotifyFollow', relatedId: by, actorId: by, onceKey: `follow:${by}`, ...rest }, now)
}

/** Notices of the site itself, and of an admin's decision about something of the user's. */
export type SystemEvent =
  | { event: 'post_approved' | 'post_unlocked' | 'post_published' | 'post_submitted'; title: string }
  | { event: 'post_not_published'; title: string; why: string }
  | { event: 'post_rejected' | 'post_locked'; title: string; reason: string }
  | { event: 'post_deleted'; title: string; reason: string | null }
  | { event: 'profile_approved' }
  | { event: 'profile_rejected'; reason: string | null }
  | { event: 'energy_adjusted'; amount: number; reason: string }
  | { event: 'role_changed'; role: User['role'] }
  | { event: 'status_changed'; status: 'active' | 'banned'; reason: string | null }
  | ReportClosed
  | { event: 'invariants_failed'; checks: string }
  | { event: 'email_unreachable'; address: string }
  | { event: 'new_sign_in'; browser: string; os: string; device_type: string; ip: string; country: string | null }
  | { event: 'second_factor_on' | 'second_factor_off' }
  | { event: 'passkey_added' | 'passkey_removed'; name: string }

/** Told to everybody who reported a thing. */
export interface ReportClosed {
  event: 'report_closed'
  decision: 'kept' | 'removed'
  thing: 'post' | 'comment' | 'user'
  /** The title of the post, or of the post that the comment is on. */
  title: string | null
  reason: string | null
}

interface SystemTold {
  to: number
  /** The admin who decided it. Their name is never shown; they get no notice of their own decision. */
  by?: number
  postId?: number
  about: SystemEvent
  when?: Statement
}

export function systemNotice({ to, by, postId, about, ...rest }: SystemTold, now: Date): Statement {
  const actor = by === undefined ? {} : { actorId: by }
  return notice({ to, kind: 'NotifySystem', relatedId: postId ?? null, ...actor, data: { ...about }, ...rest }, now)
}

function ofComment(kind: 'NotifyComment' | 'NotifyCommentReply' | 'NotifyMention', told: CommentTold, now: Date) {
  const { to, by, postId, title, excerpt, ...rest } = told
  return notice({ to, kind, relatedId: postId, actorId: by, data: { title, excerpt }, ...rest }, now)
}
