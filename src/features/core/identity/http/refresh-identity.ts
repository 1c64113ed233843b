import { createMiddleware } from 'hono/factory'
import { type Database, Meter, openDb } from '#db/client.ts'
import type { AppEnv, Bindings } from '#env'
import {
  isIdentityOld,
  knownLanguages,
  languagesOf,
  readIdentity,
  siteIdentity,
} from '#features/core/identity/identity.ts'
import type { SiteLanguages } from '#kernel/i18n.ts'
import { inBackground } from '#web/in-background.ts'

/**
 * If the cached identity is old, reads it again while the handler reads its own data, so that no
 * page waits for it.
 */
export const refreshIdentity = createMiddleware<AppEnv>(async (c, next) => {
  if (isIdentityOld(c.var.now)) {
    inBackground(c, 'refresh the identity', readIdentity(openUnmetered(c.env), c.var.now))
  }
  await next()
})

/**
 * The languages of the site. Only the first request of an isolate waits for the read. It keeps the
 * whole identity, which the page of this request needs too.
 */
export function siteLanguages(env: Bindings, now: Date): SiteLanguages | Promise<SiteLanguages> {
  return knownLanguages() ?? siteIdentity(openUnmetered(env), now).then(languagesOf)
}

/**
 * The identity is read with a meter of its own, because it is not part of the cost of this request:
 * other requests use the result too.
 */
function openUnmetered(env: Bindings): Database {
  return openDb(() => env.DB.withSession('first-unconstrained'), new Meter())
}
