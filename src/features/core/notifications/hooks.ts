import { hook, number, text } from '#kernel/hooks.ts'

export const noticeItem = hook('category', { category: text })
/** On what marks a notice read when it is followed. */
export const noticeLink = hook('reads', { id: number })
/** For the colours of the sign. */
export const noticeFace = hook('kind', { kind: text })
