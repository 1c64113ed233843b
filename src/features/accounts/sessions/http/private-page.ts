import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Group, Statement } from '#db/client.ts'
import type { AppEnv, MemberEnv } from '#env'
import { readAsViewer } from '#features/accounts/sessions/http/identify.ts'
import { loginPath } from '#kernel/next-path.ts'
import { noted } from '#web/openapi/route-facts.ts'

interface PrivateEnv<Own> {
  Bindings: MemberEnv['Bindings']
  Variables: MemberEnv['Variables'] & { own: Own }
}

/**
 * `signedInPage`, for a page that reads its data together with the session, in one round trip. The data is in `c.var.own`. A statement
 * that writes must use `live`: see `readAsViewer`.
 */
export function privatePage<Own>(own: (c: Context<AppEnv>, uid: Statement, live: Statement) => Group<Own>) {
  return noted(
    createMiddleware<PrivateEnv<Own>>(async (context, next) => {
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
