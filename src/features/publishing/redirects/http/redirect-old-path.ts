import type { Context } from 'hono'
import type { AppEnv } from '#env'
import { postPath } from '#features/publishing/posts/post.ts'
import { oldPathOf, postOfOldPath, withoutQuery } from '#features/publishing/redirects/redirects.ts'
import { MINUTE, SECOND } from '#kernel/clock.ts'
import type { IsOwnPath } from '#web/own-paths.ts'

/** Browsers ask again after this time, because owners can change redirects. */
const CACHED_FOR = MINUTE

/**
 * For the 404 handler: redirects an old path to its post, or returns null. This costs one index
 * lookup, which is less than the 404 of an unknown post, so misses are neither cached nor limited.
 */
export function redirectOldPath(
  isOwnPath: IsOwnPath,
): (c: Context<AppEnv>) => Promise<Response | null> {
  return async (c: Context<AppEnv>): Promise<Response | null> => {
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
    const { pathname, search } = new URL(c.req.url)
    const oldPath = isRead ? oldPathOf(pathname + search) : null
    if (oldPath === null || isOwnPath(withoutQuery(oldPath))) return null
    const id = await postOfOldPath(c.var.db, oldPath)
    if (id === null) return null
    c.header('Cache-Control', `private, max-age=${CACHED_FOR / SECOND}`)
    return c.redirect(postPath(id), 301)
  }
}
