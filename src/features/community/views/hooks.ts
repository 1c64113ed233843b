import { hook, number } from '#kernel/hooks.ts'

/** The text of a public post: what comes after it is its end. */
export const viewedPost = hook('viewed', { id: number })
