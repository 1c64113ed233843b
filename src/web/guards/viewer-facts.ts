import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'
import type { AppEnv } from '#env'
import { factOf, noted, type RouteFact } from '#web/openapi/route-facts.ts'

/** For the route line of a response that is the same for everyone, or whose handler reads the credentials itself. */
export const withoutViewer = marker({ withoutViewer: true })
/** For the route line of a page whose handler loads the session with its own reads. */
export const readsViewer = marker({ readsViewer: true })

/** Whether the matched route has the fact. */
export function hasFact(c: Context<AppEnv>, name: 'withoutViewer' | 'readsViewer'): boolean {
  return matchedRoutes(c).some(({ handler }) => factOf(handler)[name])
}

function marker(fact: RouteFact) {
  return noted(
    createMiddleware<AppEnv>((_, next) => next()),
    fact,
  )
}
