import { syncComments } from '#features/community/comments/searchable.ts'
import { type ChangeContext, updateSearchIndex } from '#features/publishing/search/http/update-search-index.ts'
import { dropCached } from '#web/cache/edge-cache.ts'

/**
 * Call after writing or deleting comments: clears cached pages at once and updates the admin search within a second.
 */
export function commentsChanged(c: ChangeContext, ids: readonly number[]): void {
  dropCached(c)
  c.executionCtx.waitUntil(updateSearchIndex(c, syncComments, 'comment_ids', ids))
}
