import { hook, number, text } from '#kernel/hooks.ts'

/** Opens the dialog in which a thing is reported; `name` is whose it is. */
export const reportButton = hook('report', { kind: text<'post' | 'comment' | 'user'>, id: number, name: text })
