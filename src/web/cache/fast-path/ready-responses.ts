import type { Hono } from 'hono'
import { Meter } from '#db/client.ts'
import type { AppEnv } from '#env'
import { setBounded } from '#kernel/cached-value.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Language, SiteLanguages } from '#kernel/i18n.ts'
import { randomId } from '#kernel/ids.ts'
import { type Entry, isFresh, isKnown, type Outcome } from '#web/cache/edge-cache-entry.ts'
import type { ListLanguageOf, Memory } from '#web/cache/edge-cache-memory.ts'
import { credentialsIn } from '#web/guards/credentials.ts'
import { prefersMarkdown } from '#web/markdown.ts'
import { type Figures, isLogged, logLine, NO_COST } from '#web/observe.ts'
import { languageOf } from '#web/request-context.ts'

/** The languages of the site, or null if this isolate has not read them. */
export type KnownLanguages = () => SiteLanguages | null

/** The headers of a cached response, complete as the app sent them. */
interface Ready {
  /** The key of the entry in the memory cache. */
  key: string
  /**
   * Identifies the version of the entry: a ready response is used only while the cache has the same
   * one.
   */
  entry: Pick<Entry, 'etag' | 'renderedAt'>
  headers: Headers
  /** The headers for a 304 response. */
  headersOf304: Headers
  route: CachedRoute
}

interface CachedRoute {
  /** The route pattern. */
  path: string
  /** Whether requests with credentials get the same response. */
  isSameForAll: boolean
}

/** A response that was made without the app, with the facts for its log line. */
interface ReadyResponse {
  response: Response
  requestId: string
  /** The route pattern. */
  route: string
}

const ADDRESSES_MAX = 2_000
const ADDRESS_LENGTH_MAX = 500

/**
 * Cached responses with all their headers. `serveReadyResponses` below explains how they are used.
 */
export class ReadyResponses {
  readonly #ready = new Map<string, Ready>()
  readonly #memory: Memory
  readonly #listLanguageOf: ListLanguageOf
  readonly #knownLanguages: KnownLanguages

  constructor(memory: Memory, listLanguageOf: ListLanguageOf, knownLanguages: KnownLanguages) {
    this.#memory = memory
    this.#listLanguageOf = listLanguageOf
    this.#knownLanguages = knownLanguages
  }

  /** The response to a request, or null if the app must handle the request. */
  responseTo({ method, url, headers }: Request, now: number): ReadyResponse | null {
    if (method !== 'GET' || url.length > ADDRESS_LENGTH_MAX) return null
    const cookies = headers.get('cookie')
    // The app refuses requests of `<img>` elements for pages: web/guards/image-requests.ts.
    if (headers.get('sec-fetch-dest') === 'image') return null
    const languages = this.#knownLanguages()
    if (languages === null) return null
    const ready = this.#ready.get(
      this.#addressOf(url, languageOf(languages, { url, headers }), headers),
    )
    if (!ready) return null
    const hasCredentials = credentialsIn(cookies, headers.get('authorization'))
    if (hasCredentials && !ready.route.isSameForAll) return null
    const entry = this.#memory.get(ready.key, now)
    if (entry?.renderedAt !== ready.entry.renderedAt || entry.etag !== ready.entry.etag) return null
    if (!isFresh(entry, now) && !this.#memory.isClaimed(ready.key, now)) return null
    const response = isKnown(headers.get('if-none-match'), entry)
      ? new Response(null, { status: 304, headers: ready.headersOf304 })
      : new Response(entry.body, { headers: ready.headers })
    const requestId = randomId()
    response.headers.set('X-Request-Id', requestId)
    return { response, requestId, route: ready.route.path }
  }

  /** Stores the headers of a response that came from the cache or was stored there. */
  store(
    { url, headers: asked }: Request,
    language: Language,
    cacheEntry: { key: string; entry: Entry },
    response: Response,
    route: CachedRoute,
  ): void {
    if (response.status !== 200 || url.length > ADDRESS_LENGTH_MAX) return
    // A middleware may have added a cookie for this one reader.
    if (response.headers.has('Set-Cookie')) return
    const headers = new Headers(response.headers)
    headers.delete('X-Request-Id')
    headers.set('Cache-Status', `joule; ${'hit' satisfies Outcome}`)
    if (headers.has('Server-Timing')) headers.set('Server-Timing', NO_COST)
    const headersOf304 = new Headers(headers)
    headersOf304.delete('Content-Type')
    const { key, entry } = cacheEntry
    const { etag, renderedAt } = entry
    const ready = { key, entry: { etag, renderedAt }, headers, headersOf304, route }
    setBounded(this.#ready, this.#addressOf(url, language, asked), ready, ADDRESSES_MAX)
  }

  /**
   * The key of a ready response. It always includes the reading languages and the format, not only
   * where they matter, because the route is not known at this point.
   */
  #addressOf(url: string, language: Language, asked: Headers): string {
    const format = prefersMarkdown(asked.get('accept')) ? 'markdown' : ''
    return `${language} ${this.#listLanguageOf(asked.get('cookie')) ?? ''} ${format} ${url}`
  }
}

/**
 * Serves a cache hit before Hono runs: no context, no middleware, no database.
 * 1. `edgeCache`, the outermost middleware, passes each cached response with all its headers to
 *    `ReadyResponses.store`.
 * 2. `serveReadyResponses` replaces `app.fetch` and looks up the request URL, the language and the
 *    reading languages.
 * 3. A ready response is used only while the cache has the same entry and it is fresh, or another
 *    request is renewing it.
 * 4. Every other request goes through the app: requests with credentials for a route that reads the
 *    viewer, misses, writes.
 */
export function serveReadyResponses(
  app: Hono<AppEnv>,
  { ready }: { ready: ReadyResponses },
  clock: Clock,
  figures: Figures,
): void {
  const appFetch = app.fetch
  app.fetch = (request, env, context) => {
    const found = ready.responseTo(request, clock().getTime())
    if (found === null) return appFetch(request, env, context)
    figures.countReady()
    const { response, requestId, route } = found
    const { status } = response
    if (isLogged(env ?? {}, status)) {
      console.log(
        logLine({
          requestId,
          method: request.method,
          route,
          status,
          ms: 0,
          meter: NOTHING,
          uid: null,
        }),
      )
    }
    return response
  }
}

const NOTHING = new Meter()
