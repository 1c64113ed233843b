import { hook, number, text } from '#kernel/hooks.ts'

export type FollowState = 'none' | 'follows_me' | 'following' | 'mutual'

export const followButton = hook('follow', { uid: number })
/** What the button says in one of its states. */
export const followLabel = hook('when', { state: text<FollowState> })
export const followersFigure = hook('followers', { uid: number })
export const followersLine = hook('followers-of', { uid: number, one: text, many: text })
