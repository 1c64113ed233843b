import { hook, number, text } from '#kernel/hooks.ts'

export type FollowState = 'none' | 'follows_me' | 'following' | 'mutual'

/** `left` is the message after the viewer unfollows. */
export const followButton = hook('follow', { uid: number, left: text })
/** The button of a tag or a series. `api` is the path of the request that toggles. */
export const topicButton = hook('follow-topic', { api: text, left: text })
/** The label of the button in one state. */
export const followLabel = hook('when', { state: text<FollowState> })
export const followersFigure = hook('followers', { uid: number })
export const followingFigure = hook('following')
export const followersLine = hook('followers-of', { uid: number, one: text, many: text })
