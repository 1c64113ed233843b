import { hook, number, text } from '#kernel/hooks.ts'

export const reportButton = hook('report', {
  kind: text<'post' | 'comment' | 'user'>,
  id: number,
  /** Of the author. */
  name: text,
})
