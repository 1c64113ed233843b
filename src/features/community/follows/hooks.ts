import { hook, number, text } from '#kernel/hooks.ts'

export type FollowState = 'none' | 'follows_me' | 'following' | 'mutual'

/** `left` is said when the viewer follows no longer. */
export const followButton = hook('follow', { uid: number, left: text })
/** What the button says in one of its states. */
export const followLabel = hook('when', { state: text<FollowState> })
export const followersFigure = hook('followers', { uid: number })
export const followingFigure = hook('following')
export const followersLine = hook('followers-of', { uid: number, one: text, many: text })
