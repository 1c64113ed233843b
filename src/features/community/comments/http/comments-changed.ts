import { syncComments } from '#features/community/comments/searchable.ts'
import { postFiguresChanged } from '#features/publishing/posts/http/post-changed.ts'
import {
  type ChangeContext,
  updateSearchIndex,
} from '#features/publishing/search/http/update-search-index.ts'
import { dropCached } from '#web/cache/edge-cache.ts'

/**
 * After a new comment: it is visible on the pages of its post at once, and in sidebars after some
 * seconds.
 */
export function commentWritten(
  c: ChangeContext,
  { id, post_id }: { id: number; post_id: number },
): void {
  postFiguresChanged(c, post_id)
  c.executionCtx.waitUntil(updateSearchIndex(c, syncComments, 'comment_ids', [id]))
}

/** After comments were edited or deleted: their old text disappears from all pages at once. */
export function commentsChanged(c: ChangeContext, ids: readonly number[]): void {
  dropCached(c)
  c.executionCtx.waitUntil(updateSearchIndex(c, syncComments, 'comment_ids', ids))
}
