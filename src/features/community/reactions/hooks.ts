import { hook, number, text } from '#kernel/hooks.ts'

export const reactionButton = hook('reaction', { pressed: text<'like' | 'dislike'>, post: number })
