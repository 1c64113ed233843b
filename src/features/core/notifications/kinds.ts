import type { NotificationRow } from '#db/schema/notifications.ts'
import type { User } from '#db/schema/people.ts'

export type Kind = NotificationRow['kind']
export type Category = NotificationRow['category']

/** The switch that turns a kind off. */
type Switch = Extract<keyof User, `notify_${string}`>
/** The columns of a user that hold the switches. */
export type Switches = Pick<User, Switch>

/** The category of each kind, and its switch: null where the kind cannot be turned off. */
export const KINDS: Record<Kind, { category: Category; pref: Switch | null }> = {
  NotifyComment: { category: 'comment', pref: 'notify_comment' },
  NotifyCommentReply: { category: 'comment', pref: 'notify_reply' },
  NotifyMention: { category: 'mention', pref: null },
  NotifyLikeAggregated: { category: 'like', pref: 'notify_like' },
  NotifyFollow: { category: 'follow', pref: 'notify_follow' },
  NotifyLevelUp: { category: 'system', pref: null },
  NotifySystem: { category: 'system', pref: null },
}

/** The categories in the order they are shown. */
export const CATEGORIES = ['comment', 'mention', 'like', 'follow', 'system'] as const satisfies Category[]

/** Whether a user wants notices of this kind: the others are neither listed nor counted. */
export function isWanted(kind: Kind, user: Switches): boolean {
  const { pref } = KINDS[kind]
  return pref === null || user[pref] === 1
}

export function kindsOf(category: Category): Kind[] {
  return KIND_NAMES.filter((kind) => KINDS[kind].category === category)
}

export const KIND_NAMES = Object.keys(KINDS) as Kind[]
