import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { AppEnv, ByUidEnv } from '#env'
import { AppError } from '#kernel/errors.ts'
import { refusalsOf, requireAccess, unguarded } from '#web/guards/access.ts'
import { requireSessionCsrf } from '#web/guards/csrf.ts'
import { needsFreshSession } from '#web/guards/fresh-session.ts'
import { countWrite, uncountWrite } from '#web/limits/limits.ts'
import { noted } from '#web/openapi/route-facts.ts'

/**
 * `member`, for a command that uses nothing of the viewer but the uid. The uid is in the access
 * token, and the first batch that writes checks the session, so the command needs one round trip. A
 * response before such a batch loads the session first: 401, 403 and 429 come before all other
 * errors, as the contract says.
 */
export const byUid = noted(
  createMiddleware<ByUidEnv>(async (guarded, next) => {
    const c = unguarded(guarded)
    const { sid } = c.var
    if (sid === null || mustLoad(c) || !(await isCounted(guarded))) {
      await admitLoaded(c)
      await next()
      return
    }
    const check = c.var.authentication.checkInFirstWrite(sid, guarded.var.viewerId)
    await next()
    if (check.hasCommitted) return
    await uncountWrite(guarded)
    await admitLoaded(c)
  }),
  { guard: 'byUid', access: 'member', refuses: refusalsOf('member') },
)

/** Does what `member` does. */
async function admitLoaded(c: Context<AppEnv>): Promise<void> {
  const { authentication } = c.var
  if (c.var.viewer === null) await authentication.load()
  const viewer = await requireAccess(c, 'member')
  c.set('viewer', await authentication.checkIn(viewer))
}

/** Whether the request passes the checks that need no session. The write is counted. */
async function isCounted(guarded: Context<ByUidEnv>): Promise<boolean> {
  try {
    await requireSessionCsrf(unguarded(guarded), guarded.var.sid)
    await countWrite(guarded, 'write')
    return true
  } catch (error) {
    if (error instanceof AppError && error.code !== 'unavailable') return false
    throw error
  }
}

/**
 * Whether the request needs the viewer before its command: the access token has expired or is a
 * personal one, or the route needs a fresh session. Each request whose session is not checked yet
 * counts as a write of the user. web/limits/fair-share.ts limits how many of them run at once.
 */
function mustLoad(c: Context<AppEnv>): boolean {
  const { viewer, viewerId } = c.var
  return viewer !== null || viewerId === null || needsFreshSession(c)
}
