import type { Context, MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { parse } from 'hono/utils/cookie'
import { computeOf } from '#compute/client.ts'
import { type Concern, type FirstWrite, openDb } from '#db/client.ts'
import type { AppEnv, RequestParts } from '#env'
import type { Clock } from '#kernel/clock.ts'
import { chooseLanguage, isLanguage, type Language, type SiteLanguages } from '#kernel/i18n.ts'
import { bringsCredentials } from '#web/guards/credentials.ts'
import { rememberWrite } from '#web/replicas.ts'
import { SeenPrimary } from '#web/seen-primary.ts'

/** Sets the variables that every handler needs: time, language, client address and databases. */
export function requestContext(clock: Clock, parts: RequestParts): MiddlewareHandler<AppEnv> {
  const seenPrimary = new SeenPrimary()
  return createMiddleware<AppEnv>(async (c, next) => {
    c.set('parts', parts)
    c.set('clock', clock)
    c.set('now', clock())
    const languages = await parts.siteLanguages(c.env, c.var.now)
    c.set('siteLanguages', languages)
    c.set('language', languageOf(languages, c.req.raw))
    c.set('ip', clientAddress(c.req.header('cf-connecting-ip')))
    c.set('news', parts.news())
    c.set('seenPrimary', seenPrimary)
    openDatabases(c, consistencyOf(c))
    openCompute(c)
    await next()
    await rememberWrite(c)
    if (c.req.method !== 'GET') c.executionCtx.waitUntil(parts.tell(c.env, c.var.news, clock))
  })
}

/** Makes an anonymous request read from the primary, to see a change from a moment ago. */
export function readPrimary(c: Context<AppEnv>): void {
  openDatabases(c, 'first-primary')
}

/** Adds statements to the next batch of the request that writes. */
export function addToFirstWrite(c: Context<AppEnv>, firstWrite: FirstWrite): void {
  openMain(c, 'first-primary', { firstWrite })
}

function openMain(
  c: Context<AppEnv>,
  consistency: Consistency,
  options: { firstWrite?: FirstWrite } = {},
): void {
  const { meter, news, now, parts, seenPrimary } = c.var
  const committed = (concern: Concern) => parts.addConcern(news, concern)
  let session: D1DatabaseSession | undefined
  const open = () => {
    session = c.env.DB.withSession(consistency)
    return session
  }
  const served = (byPrimary: boolean) => {
    if (session && byPrimary) seenPrimary.see(session.getBookmark(), now)
  }
  c.set('db', openDb(open, meter, { committed, served, ...options }))
}

function openDatabases(c: Context<AppEnv>, consistency: Consistency): void {
  openMain(c, consistency)
  const { meter } = c.var
  c.set(
    'search',
    openDb(() => c.env.SEARCH.withSession(consistency), meter, { outage: 'search_unavailable' }),
  )
}

function openCompute(c: Context<AppEnv>): void {
  c.set(
    'compute',
    computeOf(c.env, {
      // The viewer is not loaded yet.
      who: () => (c.var.viewerId ? `user:${c.var.viewerId.uid}` : `ip:${c.var.ip}`),
      spent: (ms) => c.var.meter.spend(ms),
      keepAlive: (work) => c.executionCtx.waitUntil(work),
    }),
  )
}

type Consistency = 'first-unconstrained' | 'first-primary'

/**
 * Anonymous reads use the nearest replica. Requests with credentials and writes use the primary, so
 * that viewers see their own writes. Public pages for members can use a replica too:
 * web/replicas.ts.
 */
function consistencyOf(c: Context<AppEnv>): Consistency {
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
  return isRead && !bringsCredentials(c) ? 'first-unconstrained' : 'first-primary'
}

/**
 * The client address for rate limits. An IPv6 /64 counts as one client, because one household has a
 * whole /64.
 */
function clientAddress(header: string | undefined): string {
  const address = header?.trim().toLowerCase() ?? ''
  if (address === '') return '127.0.0.1'
  if (!address.includes(':')) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  return `${expandIpv6(address).slice(0, 4).join(':')}::/64`
}

/** The eight groups of an address, without leading zeros. */
function expandIpv6(address: string): string[] {
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : Math.max(8 - left.length - right.length, 0)
  return [...left, ...Array<string>(zeros).fill('0'), ...right].map((group) =>
    group.replace(/^0+(?=.)/, ''),
  )
}

/** The parameter of an address that chooses the language of its page. */
export const LANGUAGE_PARAMETER = 'lang'

/** The language of the response to a request. */
export function languageOf(
  site: SiteLanguages,
  { url, headers }: Pick<Request, 'url' | 'headers'>,
): Language {
  const cookies = headers.get('cookie')
  return chooseLanguage(site, {
    address: languageInAddress(url),
    cookie: cookies?.includes('lang=') ? parse(cookies, 'lang').lang : undefined,
    acceptLanguage: headers.get('accept-language') ?? undefined,
  })
}

/** The language that an address chooses, or null. */
function languageInAddress(url: string): Language | null {
  // Most addresses choose none, and parsing an address costs more than a search in it.
  if (!url.includes(`${LANGUAGE_PARAMETER}=`)) return null
  const chosen = new URL(url).searchParams.get(LANGUAGE_PARAMETER)
  return isLanguage(chosen) ? chosen : null
}
