import { createMiddleware } from 'hono/factory'
import { Meter, openDb } from '#db/client.ts'
import type { AppEnv } from '#env'
import { isIdentityOld, readIdentity } from '#features/core/identity/identity.ts'
import { inBackground } from '#web/in-background.ts'

/**
 * If the cached identity is old, reads it again while the handler reads its own data, so that no
 * page waits for it.
 */
export const refreshIdentity = createMiddleware<AppEnv>(async (c, next) => {
  if (isIdentityOld(c.var.now)) {
    // The read has a meter of its own, because it is not part of the cost of this request: other
    // requests use its result too.
    const db = openDb(c.env.DB.withSession('first-unconstrained'), new Meter())
    inBackground(c, 'refresh the identity', readIdentity(db, c.var.now))
  }
  await next()
})
