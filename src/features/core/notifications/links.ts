import type { Kind } from '#features/core/notifications/kinds.ts'
import type { NoticeData } from '#features/core/notifications/notices.ts'

/** The input for the text and the link of a notice. */
export interface About {
  kind: Kind
  relatedId: number | null
  data: NoticeData
  /** The comment of the notice. */
  commentId: number | null
  /** The display name of the acting user. */
  actor: string | null
}

/** The link of a notice. */
export function linkOf({ kind, relatedId, data, commentId }: Omit<About, 'actor'>): string {
  switch (kind) {
    case 'NotifyComment':
      return `/posts/${relatedId}#comments`
    case 'NotifyCommentReply':
    case 'NotifyMention':
      // Without a quotation, the comment was deleted or no longer mentions the reader.
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
      return relatedId === null
        ? (SYSTEM_LINKS[String(data.event)] ?? '/messages?category=system')
        : `/posts/${relatedId}`
  }
}

const SYSTEM_LINKS: Record<string, string> = {
  profile_approved: '/settings?tab=profile',
  profile_rejected: '/settings?tab=profile',
  energy_adjusted: '/settings?tab=energy',
  role_changed: '/settings?tab=account',
  status_changed: '/settings?tab=account',
  invariants_failed: '/admin',
  email_unreachable: '/settings?tab=account',
  webhook_disabled: '/admin/webhooks',
  new_sign_in: '/settings?tab=sessions',
  second_factor_on: '/settings?tab=security',
  second_factor_off: '/settings?tab=security',
  second_factor_removed: '/settings?tab=security',
  password_changed: '/settings?tab=security',
  token_created: '/settings?tab=tokens',
  app_allowed: '/settings?tab=tokens',
  assistant_connected: '/settings?tab=tokens',
  passkey_added: '/settings?tab=security',
  passkey_removed: '/settings?tab=security',
  provider_connected: '/settings?tab=security',
  provider_removed: '/settings?tab=security',
  export_ready: '/settings?tab=account#export-heading',
  export_failed: '/settings?tab=account#export-heading',
}
