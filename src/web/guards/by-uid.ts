import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { AppEnv, ByUidEnv, MemberEnv } from '#env'
import { AppError } from '#kernel/errors.ts'
import { requireSessionCsrf } from '#web/guards/csrf.ts'
import { admit, refusalsOf } from '#web/guards/guards.ts'
import { needsFreshSession } from '#web/guards/viewer-facts.ts'
import { countWrite, uncountWrite } from '#web/limits/limits.ts'
import { noted } from '#web/openapi/route-facts.ts'

/**
 * `member`, for a command that uses nothing of the viewer but the uid. The uid is in the access
 * token, and the first batch that writes checks the session, so the command needs one round trip. A
 * response before such a batch loads the session first: 401, 403 and 429 come before all other
 * errors, as the contract says.
 */
export const byUid = noted(
  createMiddleware<ByUidEnv>(async (context, next) => {
    const c = context as unknown as Context<MemberEnv>
    const { sid, viewerId, authentication } = c.var
    const slot = takeSlot(context)
    try {
      if (slot === null || !(await isCounted(c))) {
        await admitLoaded(c)
        await next()
        return
      }
      const check = authentication.checkInFirstWrite(sid, viewerId)
      await next()
      if (check.hasCommitted) return
      await uncountWrite(c)
      await admitLoaded(c)
    } finally {
      slot?.release()
    }
  }),
  { access: 'member', byUid: true, refuses: refusalsOf('member') },
)

export async function admitLoaded(c: Context<MemberEnv>): Promise<void> {
  const { authentication } = c.var
  if (c.get('viewer') === null) await authentication.load()
  c.set('viewer', await authentication.checkIn(await admit(c, 'member')))
}

/** Whether the request passes the checks that need no session. The write is counted. */
async function isCounted(c: Context<MemberEnv>): Promise<boolean> {
  try {
    await requireSessionCsrf(c as unknown as Context<AppEnv>, c.var.sid)
    await countWrite(c, 'write')
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

/** Null if the session must be loaded first. */
function takeSlot(c: Context<ByUidEnv>): { release: () => void } | null {
  const { sid, viewerId } = c.var
  const isLoaded = c.get('viewer') !== null || (viewerId as unknown) === null || sid === null
  if (isLoaded || needsFreshSession(c as unknown as Context<AppEnv>)) return null
  const running = unchecked.get(sid) ?? 0
  if (running >= UNCHECKED_MAX) return null
  unchecked.set(sid, running + 1)
  const release = () => {
    const left = (unchecked.get(sid) ?? 1) - 1
    if (left > 0) unchecked.set(sid, left)
    else unchecked.delete(sid)
  }
  return { release }
}
