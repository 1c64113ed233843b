import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { openDb } from '#db/client.ts'
import type { Escort } from '#db/escort.ts'
import type { AppEnv } from '#env'
import { addConcern, tellLive } from '#features/community/live/http/tell-live.ts'
import { noNews } from '#features/community/live/topics.ts'
import { identityEscort } from '#features/core/identity/known.ts'
import type { Clock } from '#kernel/clock.ts'
import { clientAddress } from '#kernel/ip.ts'
import { bringsCredentials } from '#web/guards/credentials.ts'
import { languageOf } from '#web/language.ts'

/** Puts into the context what every handler needs: the time, the language, the caller's address and the databases. */
export function requestContext(clock: Clock) {
  return createMiddleware<AppEnv>(async (c, next) => {
    c.set('now', clock())
    const { headers } = c.req.raw
    c.set('language', languageOf(headers.get('cookie'), headers.get('accept-language')))
    c.set('ip', clientAddress(c.req.header('cf-connecting-ip')))
    c.set('news', noNews())
    openDatabases(c, consistencyOf(c))
    await next()
    if (c.req.method !== 'GET') c.executionCtx.waitUntil(tellLive(c.env, c.var.news))
  })
}

/** Lets an anonymous request read from the primary too, where a change of a moment ago can be seen. */
export function readPrimary(c: Context<AppEnv>): void {
  openDatabases(c, 'first-primary')
}

/** `escort` travels with the first read of the main database, and so does the site's identity when it is due. */
export function openDatabases(c: Context<AppEnv>, consistency: Consistency, escort?: () => Escort | null): void {
  const { meter, now, news } = c.var
  c.set(
    'db',
    openDb(() => c.env.DB.withSession(consistency), meter, {
      escorts: () => [escort?.() ?? [], identityEscort(now) ?? []].flat(),
      committed: (concern) => addConcern(news, concern),
    }),
  )
  c.set(
    'search',
    openDb(() => c.env.SEARCH.withSession(consistency), meter, { outage: 'search_unavailable' }),
  )
}

type Consistency = 'first-unconstrained' | 'first-primary'

/**
 * An anonymous read takes the nearest replica. A request that is signed in or writes goes to the primary, and so sees its
 * own writes.
 */
function consistencyOf(c: Context<AppEnv>): Consistency {
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
  return isRead && !bringsCredentials(c) ? 'first-unconstrained' : 'first-primary'
}
