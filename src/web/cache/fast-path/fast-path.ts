import type { Hono } from 'hono'
import { Meter } from '#db/meter.ts'
import type { AppEnv } from '#env'
import type { Clock } from '#kernel/clock.ts'
import type { EdgeCache } from '#web/cache/edge-cache.ts'
import { isLogged, logLine } from '#web/log-line.ts'
import type { Figures } from '#web/observe.ts'

/**
 * Answers a cache hit before Hono runs: no context, no middleware, no database.
 * 1. `edgeCache`, the outermost middleware, passes a response of the cache with all its headers to `ReadyResponses.learn`.
 * 2. `serveReadyResponses` replaces `app.fetch` and looks up the URL as it was sent, with the language and what the reader reads.
 * 3. A ready answer is used only while the cache still has the same entry, which is fresh or which another request renews.
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
