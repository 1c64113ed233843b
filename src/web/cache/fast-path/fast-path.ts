import type { Hono } from 'hono'
import { Meter } from '#db/client.ts'
import type { AppEnv } from '#env'
import type { Clock } from '#kernel/clock.ts'
import type { EdgeCache } from '#web/cache/edge-cache.ts'
import { type Figures, isLogged, logLine } from '#web/observe.ts'

/**
 * Serves a cache hit before Hono runs: no context, no middleware, no database.
 * 1. `edgeCache`, the outermost middleware, passes each cached response with all its headers to `ReadyResponses.store`.
 * 2. `serveReadyResponses` replaces `app.fetch` and looks up the request URL, the language and the reading languages.
 * 3. A ready response is used only while the cache has the same entry and it is fresh, or another request is renewing it.
 * 4. Every other request goes through the app: requests with credentials, misses, writes.
 */
export function serveReadyResponses(app: Hono<AppEnv>, { ready }: EdgeCache, clock: Clock, figures: Figures): void {
  const appFetch = app.fetch
  app.fetch = (request, env, context) => {
    const found = ready.answerTo(request, clock().getTime())
    if (found === null) return appFetch(request, env, context)
    figures.countReady()
    const { answer, requestId, route } = found
    const { status } = answer
    if (isLogged(env ?? {}, status)) {
      console.log(logLine({ requestId, method: request.method, route, status, ms: 0, meter: NOTHING, uid: null }))
    }
    return answer
  }
}

const NOTHING = new Meter()
