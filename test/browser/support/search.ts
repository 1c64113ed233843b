import { expect } from 'vitest'
import { call, type Person } from './browser.ts'

/**
 * Waits until the post is in the search index. The index is updated shortly after a write, and suggestions are
 * requested only once.
 */
export async function isSuggested(by: Person, word: string, post: { id: number }): Promise<void> {
  const suggestions = () => call(by, 'GET', `/api/search/suggestions?q=${word}`)
  await expect.poll(suggestions).toMatchObject({ posts: expect.arrayContaining([expect.objectContaining(post)]) })
}
