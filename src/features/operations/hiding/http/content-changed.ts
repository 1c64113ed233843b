import { commentsChanged } from '#features/community/comments/http/comments-changed.ts'
import type { Slice } from '#features/operations/hiding/hide.ts'
import { postsChanged } from '#features/publishing/posts/http/post-changed.ts'
import type { ChangeContext } from '#features/publishing/search/http/index-after-response.ts'

/**
 * The cached pages contain the name of a banned user too, so caches are dropped even if the slice
 * has no items.
 */
export function contentChanged(c: ChangeContext, { commentIds }: Pick<Slice, 'commentIds'>): void {
  postsChanged(c)
  commentsChanged(c, commentIds)
}
