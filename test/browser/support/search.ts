import { expect } from 'vitest'
import { call, type Person } from './browser.ts'

/** Until the index has it, which follows a post a moment later: a list of suggestions is asked for once. */
export async function isSuggested(by: Person, word: string, post: { id: number }): Promise<void> {
  const suggestions = () => call(by, 'GET', `/api/search/suggestions?q=${word}`)
  await expect.poll(suggestions).toMatchObject({ posts: expect.arrayContaining([expect.objectContaining(post)]) })
}
