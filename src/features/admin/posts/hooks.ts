import { hook, json, number } from '#kernel/hooks.ts'

export interface ConflictText {
  title: string
  body: string
  author: string
  gone: string
  button: string
  moves: Record<string, string>
}

export const conflictText = hook('conflict-text', { text: json<ConflictText> })
export const adminPost = hook('post', { id: number })
