import { hook, number, text } from '#kernel/hooks.ts'

export const noticeItem = hook('category', { category: text })
/** On links that mark a notice as read when clicked. */
export const noticeLink = hook('reads', { id: number })
/** For the colour of the notice icon. */
export const noticeFace = hook('kind', { kind: text })
