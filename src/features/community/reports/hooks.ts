import { flag, hook, number, text } from '#kernel/hooks.ts'

/** Opens the dialog in which a thing is reported, or its author blocked. */
export const reportButton = hook('report', {
  kind: text<'post' | 'comment' | 'user'>,
  id: number,
  uid: number,
  name: text,
  blocked: flag,
})
