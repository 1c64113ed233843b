import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { openDb } from '#db/client.ts'
import type { Concern } from '#db/concerns.ts'
import type { Piggyback } from '#db/piggyback.ts'
import type { AppEnv, Bindings } from '#env'
import type { Clock } from '#kernel/clock.ts'
import { clientAddress } from '#kernel/ip.ts'
import { bringsCredentials } from '#web/guards/credentials.ts'
import { languageOf } from '#web/language.ts'

type News = AppEnv['Variables']['news']

/** What features add to every request. app.tsx passes it in: `web` does not import features. */
export interface RequestParts {
  /** Statements that travel with the first read of the main database. */
  piggyback: (now: Date) => Piggyback | null
  /** Collects the changes that open pages show. */
  news: () => News
  addConcern: (news: News, concern: Concern) => void
  /** Sends the news after a command. */
  tell: (env: Bindings, news: News) => Promise<void>
}

/** Puts into the context what every handler needs: the time, the language, the caller's address and the databases. */
export function requestContext(clock: Clock, parts: RequestParts) {
  return createMiddleware<AppEnv>(async (c, next) => {
    c.set('parts', parts)
    c.set('now', clock())
    const { headers } = c.req.raw
    c.set('language', languageOf(headers.get('cookie'), headers.get('accept-language')))
    c.set('ip', clientAddress(c.req.header('cf-connecting-ip')))
    c.set('news', parts.news())
    openDatabases(c, consistencyOf(c))
    await next()
    if (c.req.method !== 'GET') c.executionCtx.waitUntil(parts.tell(c.env, c.var.news))
  })
}

/** Lets an anonymous request read from the primary too, where a change of a moment ago can be seen. */
export function readPrimary(c: Context<AppEnv>): void {
  openDatabases(c, 'first-primary')
}

/** `piggyback` travels with the first read of the main database, and so does the piggyback of the request's parts. */
export function openDatabases(c: Context<AppEnv>, consistency: Consistency, piggyback?: () => Piggyback | null): void {
  const { meter, now, news, parts } = c.var
  c.set(
    'db',
    openDb(() => c.env.DB.withSession(consistency), meter, {
      piggybacks: () => [piggyback?.() ?? [], parts.piggyback(now) ?? []].flat(),
      committed: (concern) => parts.addConcern(news, concern),
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
