import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Group, Statement } from '#db/client.ts'
import type { AppEnv, MemberEnv } from '#env'
import { readAsViewer } from '#features/accounts/sessions/http/identify.ts'
import { isLive } from '#features/accounts/sessions/open.ts'
import { claimedSids } from '#features/accounts/sessions/tokens.ts'
import { AppError } from '#kernel/errors.ts'
import { loginPath } from '#kernel/next-path.ts'
import { credentialsOf } from '#web/guards/credentials.ts'
import { refuseOtherSites, repeatedToken } from '#web/guards/csrf.ts'
import { noted } from '#web/openapi/route-facts.ts'
import { secretsOf } from '#web/secrets.ts'

/**
 * `signedInPage` for data that is read with the session, in one round trip, into `c.var.own`.
 * Writes must use `live`.
 */
export function privatePage<Own>(
  own: (c: Context<AppEnv>, uid: Statement, live: Statement) => Group<Own>,
) {
  return noted(
    createMiddleware<MemberEnv<{ own: Own }>>(async (context, next) => {
      const c = context as unknown as Context<AppEnv>
      const readOwn = () => readAsViewer(c, (uid, live) => own(c, uid, live))
      let read = await readOwn()
      const { viewer, authentication } = c.var
      const { pathname, search } = new URL(c.req.url)
      if (viewer === null || read === null) return c.redirect(loginPath(pathname + search))
      const checkedIn = await authentication.checkIn(viewer)
      if (checkedIn !== viewer) {
        // The check-in may have changed the data, such as by a notice of a new level.
        c.set('viewer', checkedIn)
        read = (await readOwn()) ?? read
      }
      context.set('own', read)
      return next()
    }),
    { access: 'signedIn', readsViewer: true },
  )
}

/**
 * For public writes under `/api/auth`: a CSRF token of no session, of the request's or of an ended
 * session.
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
