import type { Context } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { AppEnv } from '#env'
import { GUARDS, type GuardName } from '#web/guards/table.ts'
import { factOf, type RouteFact } from '#web/openapi/route-facts.ts'

/** The facts of the matched route line; null if no route has this path and method. */
export function factsOfRoute(c: Context<AppEnv>): RouteFact[] | null {
  const own = matchedRoutes(c).filter(({ method }) => method !== 'ALL')
  return own.length === 0 ? null : own.map(({ handler }) => factOf(handler))
}

/** The guard of a route line; null if it has none, which closes the route. */
export function guardIn(facts: readonly RouteFact[]): GuardName | null {
  return facts.find(({ guard }) => guard)?.guard ?? null
}

/** Whether the response to this request is the same for everyone, whatever its credentials. */
export function isSameForAll(c: Context<AppEnv>): boolean {
  const guard = guardIn(factsOfRoute(c) ?? [])
  return guard !== null && GUARDS[guard].viewer === 'none'
}
