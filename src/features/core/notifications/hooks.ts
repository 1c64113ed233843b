import { hook, number, text } from '#kernel/hooks.ts'

export const noticeItem = hook('category', { category: text })
/** Is on links that mark a notice as read when they are clicked. */
export const noticeLink = hook('reads', { id: number })
/** Gives the icon of a notice its colour. */
export const noticeFace = hook('kind', { kind: text })
