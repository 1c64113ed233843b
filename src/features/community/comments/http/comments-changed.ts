import { Meter, openDb } from '#db/client.ts'
import { syncComments } from '#features/community/comments/searchable.ts'
import { postFiguresChanged } from '#features/publishing/posts/http/post-changed.ts'
import type { ChangeContext } from '#features/publishing/search/http/index-after-response.ts'
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
  c.executionCtx.waitUntil(updateIndex(c, [id]))
}

/** After comments were edited or deleted: their old text disappears from all pages at once. */
export function commentsChanged(c: ChangeContext, ids: readonly number[]): void {
  dropCached(c)
  c.executionCtx.waitUntil(updateIndex(c, ids))
}

/** Updates the index entries of these comments. An error is logged and not thrown. */
async function updateIndex({ env }: ChangeContext, ids: readonly number[]): Promise<void> {
  // The response is already sent, so these round trips do not count among those of the request.
  const meter = new Meter()
  const [db, search] = [
    openDb(env.DB.withSession('first-primary'), meter),
    openDb(env.SEARCH, meter),
  ]
  try {
    await syncComments(db, search, ids)
  } catch (error) {
    // The change itself is committed, and the cron will repair the index.
    console.error(JSON.stringify({ level: 'error', comment_ids: ids, error: String(error) }))
  }
}
