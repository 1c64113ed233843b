import { hook, json, number, text } from '#kernel/hooks.ts'

export interface ConflictText {
  title: string
  body: string
  author: string
  gone: string
  button: string
  moves: Record<string, string>
}

export const conflictText = hook('conflict-text', { text: json<ConflictText> })
/** The approve button. `soon` is shown while the approval can be cancelled. */
export const approvalButton = hook('approves', { soon: text })
export const adminPost = hook('post', { id: number })
