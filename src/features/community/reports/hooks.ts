import { hook, number, text } from '#kernel/hooks.ts'

/** Opens the dialog to report a target or to block its author. */
export const reportButton = hook('report', {
  kind: text<'post' | 'comment' | 'user'>,
  id: number,
  /** The name of the author. */
  name: text,
})
