import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { type BatchGuard, group, isRead } from '#db/client.ts'
import type { AppEnv, InReadEnv, MemberEnv } from '#env'
import { AppError } from '#kernel/errors.ts'
import { admitLoaded } from '#web/guards/by-uid.ts'
import { requireSessionCsrf } from '#web/guards/csrf.ts'
import { refusalsOf } from '#web/guards/guards.ts'
import { needsFreshSession } from '#web/guards/viewer-facts.ts'
import { noted } from '#web/openapi/route-facts.ts'
import { guardBatches } from '#web/request-context.ts'

/**
 * `member`, for a command that begins with a read: `c.var.arriving()` adds the session to that
 * read, and the command then calls `admit`, which does the checks of `member`. A response before
 * that, and a batch that writes before that, load the session first.
 */
export const inRead = noted(
  createMiddleware<InReadEnv>(async (context, next) => {
    const c = context as unknown as Context<MemberEnv>
    const { sid, viewerId, authentication } = c.var
    let admission: Promise<MemberEnv['Variables']['viewer']> | null = null
    let isRunning = false
    const admit = () => {
      admission ??= (async () => {
        isRunning = true
        await admitLoaded(c).finally(() => {
          isRunning = false
        })
        return c.get('viewer')
      })()
      return admission
    }
    context.set('admitted', () => c.get('viewer') ?? notRead())
    context.set('arriving', () => {
      const session = isLoaded(c)
        ? { statements: [], result: () => true }
        : authentication.session(sid, viewerId)
      return { uid: viewerId.uid, session: group({ session }, () => admit) }
    })
    if (isLoaded(c) || needsFreshSession(c as unknown as Context<AppEnv>) || !(await hasCsrf(c)))
      await admit()
    else
      guardBatches(
        c as unknown as Context<AppEnv>,
        afterAdmission(() => (isRunning ? null : admit())),
      )
    await next()
    // A refusal is the response already, unless the command ignored it.
    if (admission === null || c.error === undefined) await admit()
  }),
  { access: 'member', inRead: true, refuses: refusalsOf('member') },
)

/**
 * Whether nothing is left to load: the viewer was loaded, or the request has no token with a uid.
 */
function isLoaded(c: Context<MemberEnv>): boolean {
  return c.get('viewer') !== null || c.get('viewerId') === null
}

async function hasCsrf(c: Context<MemberEnv>): Promise<boolean> {
  try {
    await requireSessionCsrf(c as unknown as Context<AppEnv>, c.var.sid)
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/** The check-in of the admission itself writes, too: it does not wait. */
function afterAdmission(admission: () => Promise<unknown> | null): BatchGuard {
  return async (queries, send) => {
    if (queries.some(({ sql }) => !isRead(sql))) await admission()
    return send(queries)
  }
}

function notRead(): never {
  throw new Error('the command did not read the session')
}
