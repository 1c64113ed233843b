import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '#env'
import { postPath } from '#features/publishing/posts/post.ts'
import {
  type ChangeContext,
  indexAfterResponse,
} from '#features/publishing/search/http/index-after-response.ts'
import { dropCached } from '#web/cache/edge-cache.ts'

/** Middleware for a write that may make the post in the path public, or end that it is public. */
export const changesPost = createMiddleware<AppEnv>(async (c, next) => {
  await next()
  if (c.res.ok) postsChanged(c)
})

/**
 * After a reaction or a new comment: drops the post from the edge cache. Lists show the new counts
 * after some seconds.
 */
export function postFiguresChanged(c: Parameters<typeof dropCached>[0], id: number): void {
  dropCached(c, postPath(id), `/api${postPath(id)}`)
}

/**
 * After an author saved or submitted a post. Such a write never hides a public post, so if the post
 * is not public now, no public page changed.
 */
export function postSaved<Post extends { id: number; status: string }>(
  c: ChangeContext,
  post: Post,
): Post {
  if (post.status === 'approved') postsChanged(c)
  else c.executionCtx.waitUntil(indexAfterResponse(c))
  return post
}

/** The pages and responses that the search index affects. */
const SEARCHES = ['/search', '/api/search', '/api/posts']

/**
 * After posts were published, changed, hidden or deleted: readers see the change immediately, and
 * the search index follows.
 */
export function postsChanged(c: ChangeContext): void {
  dropCached(c)
  // A search in between may have cached a response from the old index.
  c.executionCtx.waitUntil(indexAfterResponse(c).then(() => dropCached(c, ...SEARCHES)))
}
