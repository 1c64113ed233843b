import type { Kind } from '#features/core/notifications/kinds.ts'
import type { NoticeData } from '#features/core/notifications/notice.ts'

/** What a sentence and a link are made from. */
export interface About {
  kind: Kind
  relatedId: number | null
  data: NoticeData
  /** The comment that it is about. */
  commentId: number | null
  /** The display name of the user who did it. */
  actor: string | null
}

/** Where a notice leads. */
export function linkOf({ kind, relatedId, data, commentId }: Omit<About, 'actor'>): string {
  switch (kind) {
    case 'NotifyComment':
      return `/posts/${relatedId}#comments`
    case 'NotifyCommentReply':
    case 'NotifyMention':
      // Without the quotation the comment is deleted, or mentions the reader no more.
      return commentId === null || data.excerpt === undefined
        ? `/posts/${relatedId}#comments`
        : `/posts/${relatedId}?comment=${commentId}#comment-${commentId}`
    case 'NotifyLikeAggregated':
      return `/posts/${relatedId}`
    case 'NotifyFollow':
      return `/space/${relatedId}`
    case 'NotifyLevelUp':
      return '/help'
    case 'NotifySystem':
      return relatedId === null ? (PLACES[String(data.event)] ?? '/messages?category=system') : `/posts/${relatedId}`
  }
}

const PLACES: Record<string, string> = {
  profile_approved: '/settings?tab=profile',
  profile_rejected: '/settings?tab=profile',
  energy_adjusted: '/settings?tab=energy',
  role_changed: '/settings?tab=account',
  status_changed: '/settings?tab=account',
  invariants_failed: '/admin',
  email_unreachable: '/settings?tab=account',
  new_sign_in: '/settings?tab=sessions',
  second_factor_on: '/settings?tab=security',
  second_factor_off: '/settings?tab=security',
  passkey_added: '/settings?tab=security',
  passkey_removed: '/settings?tab=security',
}
