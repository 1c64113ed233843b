import { createMiddleware } from 'hono/factory'
import { Meter, openDb } from '#db/client.ts'
import type { AppEnv } from '#env'
import { isIdentityOld, readIdentity } from '#features/core/identity/identity.ts'
import { inBackground } from '#web/in-background.ts'

/** Reads an old identity again while the handler reads its data, so that no page waits for it. */
export const refreshIdentity = createMiddleware<AppEnv>(async (c, next) => {
  if (isIdentityOld(c.var.now)) {
    // Not part of the figures of this request: other requests use the result too.
    const db = openDb(c.env.DB.withSession('first-unconstrained'), new Meter())
    inBackground(c, 'refresh the identity', readIdentity(db, c.var.now))
  }
  await next()
})
