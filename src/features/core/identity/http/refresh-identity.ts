import { createMiddleware } from 'hono/factory'
import { openDb } from '#db/client.ts'
import { Meter } from '#db/meter.ts'
import type { AppEnv } from '#env'
import { isIdentityOld, readIdentity } from '#features/core/identity/cached.ts'
import { inBackground } from '#web/in-background.ts'

/** Reads an old identity again after the response, so that no reader waits for it. */
export const refreshIdentity = createMiddleware<AppEnv>(async (c, next) => {
  await next()
  if (!isIdentityOld(c.var.now)) return
  // Not part of the figures of this request, because its response is ready.
  const db = openDb(c.env.DB.withSession('first-unconstrained'), new Meter())
  inBackground(c, 'refresh the identity', readIdentity(db, c.var.now))
})
