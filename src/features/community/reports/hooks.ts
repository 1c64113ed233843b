import { hook, number, text } from '#kernel/hooks.ts'

/** Opens the dialog to report a target. */
export const reportButton = hook('report', {
  kind: text<'post' | 'comment' | 'user'>,
  id: number,
  /** Of the author. */
  name: text,
})
