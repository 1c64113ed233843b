import { flag, hook, number, text } from '#kernel/hooks.ts'

/** Opens the dialog to report a target or block its author. */
export const reportButton = hook('report', {
  kind: text<'post' | 'comment' | 'user'>,
  id: number,
  uid: number,
  name: text,
  blocked: flag,
})
