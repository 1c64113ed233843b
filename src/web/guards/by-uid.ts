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
    const slot = takeSlot(c)
    try {
      if (slot === null || !(await isCounted(guarded))) {
        await admitLoaded(c)
        await next()
        return
      }
      const check = c.var.authentication.checkInFirstWrite(slot.sid, guarded.var.viewerId)
      await next()
      if (check.hasCommitted) return
      await uncountWrite(guarded)
      await admitLoaded(c)
    } finally {
      slot?.release()
    }
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
 * Requests of a session that run before it is checked. Each counts as a write of the user, so an
 * ended session needs a limit.
 */
const UNCHECKED_MAX = 16
const unchecked = new Map<string, number>()

interface Slot {
  sid: string
  release: () => void
}

/**
 * Null if the session must be loaded first: the access token has expired or is a personal one, the
 * route needs a fresh session, or too many requests of the session run.
 */
function takeSlot(c: Context<AppEnv>): Slot | null {
  const { viewer, viewerId, sid } = c.var
  if (viewer !== null || viewerId === null || sid === null || needsFreshSession(c)) return null
  const running = unchecked.get(sid) ?? 0
  if (running >= UNCHECKED_MAX) return null
  unchecked.set(sid, running + 1)
  const release = () => {
    const left = (unchecked.get(sid) ?? 1) - 1
    if (left > 0) unchecked.set(sid, left)
    else unchecked.delete(sid)
  }
  return { sid, release }
}
