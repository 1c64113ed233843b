import type { NotificationRow } from '#db/schema/notifications.ts'
import type { User } from '#db/schema/people.ts'

export type Kind = NotificationRow['kind']
export type Category = NotificationRow['category']

/** The user column that switches a kind off. */
type Switch = Extract<keyof User, `notify_${string}`>
/** The switches of a user. */
export type Switches = Pick<User, Switch>

/** The category and switch of each kind. The switch is null if the kind cannot be turned off. */
export const KINDS: Record<Kind, { category: Category; pref: Switch | null }> = {
  NotifyComment: { category: 'comment', pref: 'notify_comment' },
  NotifyCommentReply: { category: 'comment', pref: 'notify_reply' },
  NotifyMention: { category: 'mention', pref: null },
  NotifyLikeAggregated: { category: 'like', pref: 'notify_like' },
  NotifyFollow: { category: 'follow', pref: 'notify_follow' },
  NotifyLevelUp: { category: 'system', pref: null },
  NotifySystem: { category: 'system', pref: null },
}

/** The categories in display order. */
export const CATEGORIES = ['comment', 'mention', 'like', 'follow', 'system'] as const satisfies Category[]

/** Whether a user has not switched this kind off. Switched-off kinds are neither listed nor counted. */
export function isWanted(kind: Kind, user: Switches): boolean {
  const { pref } = KINDS[kind]
  return pref === null || user[pref] === 1
}

export function kindsOf(category: Category): Kind[] {
  return KIND_NAMES.filter((kind) => KINDS[kind].category === category)
}

export const KIND_NAMES = Object.keys(KINDS) as Kind[]
