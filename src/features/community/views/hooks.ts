import { hook, number } from '#kernel/hooks.ts'

/** The text of a public post; the element after it marks the end of the text. */
export const viewedPost = hook('viewed', { id: number })
