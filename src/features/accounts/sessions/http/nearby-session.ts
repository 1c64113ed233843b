import type { Context } from 'hono'
import type { Database } from '#db/client.ts'
import type { AppEnv } from '#env'
import { enter, type SessionRead } from '#features/accounts/sessions/http/request-session.ts'
import { seesAllPosts } from '#features/core/blocks/block.ts'
import { mailServiceOf } from '#features/core/mail/service.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { AppError } from '#kernel/errors.ts'
import { nearbyDatabase } from '#web/replicas.ts'

// Members read public pages from the nearest replica, whose sessions may have ended some seconds
// ago: docs/decisions/0021-members-near-their-replica.md.

/** Whether a result contains nothing private of the viewer. */
export type IsPublic<Result> = (result: Result, viewer: Viewer) => boolean

/**
 * Reads the session and a page from the nearest replica, and puts the viewer into the context.
 *
 * Null if the primary must be read: for private data, and after any error, such as a post that the
 * replica does not have yet.
 */
export async function readNearby<Result>(
  c: Context<AppEnv>,
  read: (nearby: Database) => Promise<{ session: SessionRead | null; result: Result }>,
  isPublic: IsPublic<Result>,
): Promise<{ result: Result } | null> {
  const nearby = await nearbyDatabase(c)
  if (nearby === null) return null
  try {
    const { session, result } = await read(nearby.db)
    if (session === null) return null
    const { viewer } = session
    if (!nearby.isPrimary() && !(isGreeting(c, session) && isPublic(result, viewer))) return null
    enter(c, session)
    return { result }
  } catch (error) {
    if (!(error instanceof AppError))
      console.warn(JSON.stringify({ level: 'warn', replica: String(error) }))
    return null
  }
}

/** Whether a page shows of the session only name, avatar, level, exp and energy of the viewer. */
function isGreeting(c: Context<AppEnv>, { viewer, unread }: SessionRead): boolean {
  const { role, status, silenced_at, email_verified_at } = viewer
  const isOrdinary =
    role === 'user' && status === 'active' && silenced_at === null && seesAllPosts(viewer)
  // Without a verified address, a banner shows the address.
  return (
    isOrdinary && !unread?.unread && (email_verified_at !== null || mailServiceOf(c.env) === null)
  )
}
