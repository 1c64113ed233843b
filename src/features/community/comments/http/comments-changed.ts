import { syncComments } from '#features/community/comments/searchable.ts'
import { type Changing, followInSearch } from '#features/publishing/search/http/follow-in-search.ts'
import { dropCached } from '#web/cache/edge-cache.ts'

/**
 * Call after writing or deleting comments: clears cached pages at once and updates the admin search within a second.
 */
export function commentsChanged(c: Changing, ids: readonly number[]): void {
  dropCached(c)
  c.executionCtx.waitUntil(followInSearch(c, syncComments, 'comment_ids', ids))
}
