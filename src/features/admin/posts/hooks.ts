import { hook, json, number } from '#kernel/hooks.ts'

export interface ConflictWords {
  title: string
  body: string
  author: string
  gone: string
  button: string
  moves: Record<string, string>
}

export const conflictWords = hook('conflict-words', { words: json<ConflictWords> })
export const shortcutSwitch = hook('shortcuts')
export const adminPost = hook('post', { id: number })
