import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '#env'
import { claimedSids } from '#features/accounts/sessions/claims.ts'
import { isLive } from '#features/accounts/sessions/open.ts'
import { AppError } from '#kernel/errors.ts'
import { credentialsOf } from '#web/guards/credentials.ts'
import { refuseOtherSites, repeatedToken } from '#web/guards/csrf.ts'
import { noted } from '#web/openapi/route-facts.ts'
import { secretsOf } from '#web/secrets.ts'

/**
 * Guard of public writes under `/api/auth`. Accepts a CSRF token of no session, of the request's session or of an ended session.
 */
export const anyone = noted(
  createMiddleware<AppEnv>(async (c, next) => {
    refuseOtherSites(c)
    if (!credentialsOf(c).isBearer) {
      const { sid } = await repeatedToken(c)
      if (sid !== null && !(await isOwn(c, sid)) && (await isLive(c.var.db, sid, c.var.now)))
        throw new AppError('csrf_failed')
    }
    await next()
  }),
  { access: 'anyone', withoutViewer: true, refuses: ['csrf_failed'] },
)

async function isOwn(c: Context<AppEnv>, sid: string): Promise<boolean> {
  return (await claimedSids(secretsOf(c.env), credentialsOf(c), c.var.now)).includes(sid)
}
