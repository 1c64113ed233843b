import type { Context, MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { isLanguage } from '#kernel/i18n.ts'
import {
  digestOf,
  type Entry,
  entryFrom,
  forBrowsers,
  isAlive,
  isFresh,
  LIFE,
  type Outcome,
  responseFrom,
} from '#web/cache/edge-cache-entry.ts'
import {
  type EdgeCache,
  EVERY_PATH,
  type ListLanguageOf,
  Memory,
} from '#web/cache/edge-cache-memory.ts'
import { type KnownLanguages, ReadyResponses } from '#web/cache/fast-path/ready-responses.ts'
import { bringsCredentials } from '#web/guards/credentials.ts'
import { isSameForAll } from '#web/guards/facts-of-route.ts'
import { prefersMarkdown, withoutMarkdownEnding } from '#web/markdown.ts'
import { noted } from '#web/openapi/route-facts.ts'
import { LANGUAGE_PARAMETER, readPrimary } from '#web/request-context.ts'

interface ServingCache extends EdgeCache {
  ready: ReadyResponses
}

/**
 * `listLanguageOf` and `knownLanguages` are passed in by app.tsx, because they are rules of
 * features.
 */
export function openEdgeCache(
  edition: string,
  listLanguageOf: ListLanguageOf,
  knownLanguages: KnownLanguages,
): ServingCache {
  const memory = new Memory()
  const ready = new ReadyResponses(memory, listLanguageOf, knownLanguages)
  return { edition, listLanguageOf, memory, ready }
}

/** The outermost middleware, so that the ready response includes every header. */
export function edgeCache(cache: ServingCache): MiddlewareHandler<AppEnv> {
  return createMiddleware<AppEnv>(async (c, next) => {
    c.set('edgeCache', cache)
    const { raw } = c.req
    await next()
    const { cacheEntry, language } = c.var
    if (!cacheEntry) return
    const route = { path: routePath(c, -1), isSameForAll: isSameForAll(c) }
    cache.ready.store(raw, language, cacheEntry, c.res, route)
  })
}

/**
 * For the route line of a response that is the same for every anonymous reader. With the guard
 * `sameForAll`, requests with credentials get it too; with other guards they bypass the cache. The
 * key of the entry contains these query parameters, and the handler sees no others.
 */
export function cached(...parameters: string[]): MiddlewareHandler<AppEnv> {
  return cachedResponse(parameters, () => null)
}

/** Like `cached`, for lists: there is one entry for each choice of reading languages. */
export function cachedByListLanguage(...parameters: string[]): MiddlewareHandler<AppEnv> {
  return cachedResponse(parameters, (c) => c.var.edgeCache.listLanguageOf(c.req.header('cookie')))
}

/**
 * Like `cached`, for an address that responds with a page or with Markdown, as the client asks:
 * there is one entry for each of the two.
 */
export function cachedByFormat(...parameters: string[]): MiddlewareHandler<AppEnv> {
  return cachedResponse(parameters, (c) =>
    prefersMarkdown(c.req.header('accept')) ? 'markdown' : null,
  )
}

function cachedResponse(
  parameters: string[],
  variantIn: (c: Context<AppEnv>) => string | null,
): MiddlewareHandler<AppEnv> {
  const response = createMiddleware<AppEnv>(async (c, next) => {
    if (bringsCredentials(c) && !isSameForAll(c)) {
      await next()
      forBrowsers(c.res, 'fwd=bypass')
      return
    }
    const { memory } = c.var.edgeCache
    const wanted = cacheRequestOf(c, parameters, variantIn(c))
    // A HEAD request is served from the entries of GET and stores no entry: otherwise a client
    // could fill the cache without receiving the pages.
    if (c.req.method === 'HEAD') {
      const known = memory.get(wanted.key, wanted.now)
      if (known && isFresh(known, wanted.now))
        return responseFrom(known, c.req.raw.headers.get('if-none-match'), 'hit')
      await render(c, wanted, next)
      return
    }
    const found = await find(memory, wanted)
    if (found) {
      // The fast path can serve the next request from this entry.
      c.set('cacheEntry', { key: wanted.key, entry: found })
      return responseFrom(found, c.req.raw.headers.get('if-none-match'), 'hit')
    }
    try {
      await render(c, wanted, next)
    } finally {
      memory.release(wanted)
    }
    const lastKnown = c.res.status < 500 ? null : memory.get(wanted.key, wanted.now)
    if (lastKnown) respondInstead(c, lastKnown, 'hit; detail=stale-if-error')
    return
  })
  return noted(response, { cached: { parameters } })
}

/**
 * Call this after the commit of a change that public pages show. It drops the entries of these
 * paths and of the paths below them. Without paths it drops all entries: a name, a title or a
 * removed post is on many pages. Other isolates serve their entries until they expire.
 */
export function dropCached(
  c: { var: Pick<AppEnv['Variables'], 'edgeCache' | 'now'> },
  ...paths: string[]
): void {
  const { edgeCache, now } = c.var
  for (const path of paths.length === 0 ? [EVERY_PATH] : paths)
    edgeCache.memory.drop(path, now.getTime())
}

/**
 * For the route line of a command: calls `dropCached` with these paths after success. In a path,
 * `:name` is replaced by the id of this name in the path of the request, and `:viewer` by the uid
 * of the viewer.
 */
export function changes(...paths: string[]): MiddlewareHandler<AppEnv> {
  return createMiddleware<AppEnv>(async (c, next) => {
    await next()
    // The success of a plain form is a redirect, so a status of 3xx counts as success.
    if (c.res.status >= 400) return
    const idOf = (name: string) =>
      Number(name === 'viewer' ? c.var.viewerId?.uid : c.req.param(name))
    dropCached(
      c,
      ...paths.map((path) => path.replace(/:(\w+)/g, (_, name: string) => String(idOf(name)))),
    )
  })
}

interface CacheRequest {
  /** The URL of the request with the known parameters only, in a fixed order. */
  url: URL
  /**
   * The path whose changes affect the response. A page and its Markdown file have the same path
   * here.
   */
  path: string
  key: string
  now: number
}

function cacheRequestOf(
  c: Context<AppEnv>,
  parameters: string[],
  variant: string | null,
): CacheRequest {
  const url = new URL(c.req.url)
  const query = new URLSearchParams(
    [...url.searchParams].filter(
      ([name, value]) => parameters.includes(name) || choosesLanguage(c, name, value),
    ),
  )
  query.sort()
  url.search = query.toString()
  // The variants are one segment of the key, so that no path looks like a variant.
  const variants = [c.var.language, variant].filter(Boolean).join(';')
  const key = `${url.origin}/cache/${c.var.edgeCache.edition}/${variants}${url.pathname}${url.search}`
  return { url, path: withoutMarkdownEnding(url.pathname), key, now: c.var.now.getTime() }
}

/**
 * Whether this parameter chooses the language of the page. Such an address has an entry of its own,
 * because its canonical link contains the parameter.
 */
function choosesLanguage(c: Context<AppEnv>, name: string, value: string): boolean {
  return name === LANGUAGE_PARAMETER && c.var.siteLanguages.offered.length > 1 && isLanguage(value)
}

/**
 * The stored response, or null if the caller must render. The caller then has the claim of the key,
 * unless it has waited in vain for another request.
 */
async function find(memory: Memory, wanted: CacheRequest): Promise<Entry | null> {
  const { key, now, url, path } = wanted
  const own = memory.get(key, now)
  if (own && isFresh(own, now)) return own
  if (!memory.claim(wanted)) return own ?? waitForOther(memory, wanted)
  // The entry of the data centre may be older than a change that this isolate has made.
  if (memory.droppedLately(path, now)) return null
  const { generation } = memory
  const shared = isShared(url) ? await readShared(key) : null
  if (!shared || !isAlive(shared, now) || memory.droppedSince(path, generation)) return null
  // A stale entry is stored too: other requests serve it while this request renews it.
  if (shared.renderedAt > (own?.renderedAt ?? 0)) memory.put(key, path, shared)
  if (!isFresh(shared, now)) return null
  memory.release(wanted)
  return shared
}

const POLLS = 30
const POLL_EVERY = 10

/**
 * Waits for the entry that another request is rendering. A request must not await the promise of
 * another request, so it polls for the entry.
 */
async function waitForOther(memory: Memory, { key, now }: CacheRequest): Promise<Entry | null> {
  for (let poll = 0; poll < POLLS && memory.isClaimed(key, now); poll++) {
    await scheduler.wait(POLL_EVERY)
    const made = memory.get(key, now)
    if (made) return made
  }
  return memory.get(key, now)
}

/** Runs the handler, and stores its response unless a change of this path was made meanwhile. */
async function render(
  c: Context<AppEnv>,
  { url, path, key, now }: CacheRequest,
  next: () => Promise<void>,
): Promise<void> {
  const { memory } = c.var.edgeCache
  const { generation } = memory
  if (memory.droppedLately(path, now)) readPrimary(c)
  // The handler sees only the parameters in the key, so that nothing else can change the response.
  if (url.href !== c.req.url) c.req.raw = new Request(url, c.req.raw)
  await next()
  const entry = await entryFrom(c.res, c.var.language, now)
  if (entry === null) {
    forBrowsers(c.res, 'fwd=miss')
    return
  }
  if (c.req.method === 'HEAD') return respondInstead(c, entry, 'fwd=miss')
  respondInstead(c, entry, 'fwd=miss; stored')
  // A response that was read before a change must not be stored after it.
  if (memory.droppedSince(path, generation)) return
  memory.put(key, path, entry)
  c.set('cacheEntry', { key, entry })
  if (isShared(url)) c.executionCtx.waitUntil(writeShared(key, entry))
}

/**
 * Whether a response is also stored for the whole data centre. The number of paths is bounded by
 * the content of the site. A query can have any value, so its response stays in the isolate, whose
 * cache has a limit.
 */
const isShared = ({ search }: URL) => search === ''

/**
 * Replaces the response in two steps, because Hono would merge the headers of the old response into
 * the new one.
 */
function respondInstead(c: Context<AppEnv>, entry: Entry, outcome: Outcome): void {
  c.res = undefined
  c.res = responseFrom(entry, c.req.raw.headers.get('if-none-match'), outcome)
}

// The Cache API, which the isolates of one data centre share. If it fails, the response is
// rendered. Its entries are verified: key and body must be as they were stored.

/** The header that carries the facts of an entry. */
const FACTS = 'x-joule-entry'

const Facts = z.object({
  key: z.string(),
  etag: z.string(),
  renderedAt: z.number(),
  headers: z.array(z.tuple([z.string(), z.string()])),
})

async function readShared(key: string): Promise<Entry | null> {
  try {
    const response = await caches.default.match(key)
    const known = response?.headers.get(FACTS)
    if (!response || !known) return null
    // Use only the headers that were stored with the entry: the Cache API adds headers of its own.
    const facts = Facts.parse(JSON.parse(decodeURIComponent(known)))
    const body = await response.arrayBuffer()
    if (facts.key !== key || !facts.etag.endsWith(`${await digestOf(body)}"`)) return null
    const { etag, renderedAt } = facts
    return { etag, renderedAt, headers: [...new Headers(facts.headers)], body }
  } catch {
    return null
  }
}

async function writeShared(key: string, { body, ...facts }: Entry): Promise<void> {
  const headers = {
    'Cache-Control': `public, max-age=${LIFE / 1000}`,
    [FACTS]: encodeURIComponent(JSON.stringify({ key, ...facts } satisfies z.input<typeof Facts>)),
  }
  try {
    await caches.default.put(key, new Response(body, { headers }))
  } catch {
    // Ignore the error: the next isolate renders the response itself.
  }
}
