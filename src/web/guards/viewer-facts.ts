import type { Context } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { AppEnv } from '#env'
import { fact } from '#web/openapi/doc.ts'
import { factOf, type RouteFact } from '#web/openapi/route-facts.ts'

/**
 * For the route line of a response that is the same for everyone, or whose handler reads the
 * credentials itself.
 */
export const withoutViewer = fact({ withoutViewer: true })
/** For the route line of a page whose handler loads the session with its own reads. */
export const readsViewer = fact({ readsViewer: true })

/**
 * For the route line of a page or a plain form that needs a fresh session. `read` and `write` take
 * it as `fresh: true`.
 */
export const freshSession = fact({ fresh: true })

/** Whether the guard of the matched route requires a fresh session. */
export function needsFreshSession(c: Context<AppEnv>): boolean {
  return (
    factsOfRoute(c)?.some(({ fresh, operation }) => (fresh ?? operation?.fresh) === true) ?? false
  )
}

export function hasFact(
  c: Context<AppEnv>,
  name: 'withoutViewer' | 'readsViewer' | 'byUid',
): boolean {
  return factsOfRoute(c)?.some((facts) => facts[name]) ?? false
}

/** The facts of the matched route line; null if no route has this path and method. */
export function factsOfRoute(c: Context<AppEnv>): RouteFact[] | null {
  const own = matchedRoutes(c).filter(({ method }) => method !== 'ALL')
  return own.length === 0 ? null : own.map(({ handler }) => factOf(handler))
}
