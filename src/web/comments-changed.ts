import { syncComments } from '#features/comments/searchable.ts'
import { dropCached } from '#web/edge-cache.ts'
import { type Changing, followInSearch } from '#web/follow-in-search.ts'

/** After comments were written or deleted: readers see it at once, and the admins' search follows within a second. */
export function commentsChanged(c: Changing, ids: readonly number[]): void {
  dropCached(c)
  c.executionCtx.waitUntil(followInSearch(c, syncComments, 'comment_ids', ids))
}
