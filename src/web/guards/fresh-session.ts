import type { Context } from 'hono'
import type { AppEnv } from '#env'
import { isFresh } from '#kernel/session-age.ts'
import { factsOfRoute } from '#web/guards/facts-of-route.ts'
import { fact } from '#web/openapi/doc.ts'

// A route that changes who can enter an account or the site needs a fresh session. On a route line
// of the API this is `fresh: true` of `read` and `write`, on a page or a plain form `freshSession`.
// The guard checks both. `fresh: 'or password'` is checked by the command itself, because it also
// accepts the password in its body: `requireConfirmed` of features/accounts/confirmation.

/** For the route line of a page or a plain form that needs a fresh session. */
export const freshSession = fact({ fresh: true })

/** Whether the guard of the matched route requires a fresh session. */
export function needsFreshSession(c: Context<AppEnv>): boolean {
  return (
    factsOfRoute(c)?.some(({ fresh, operation }) => (fresh ?? operation?.fresh) === true) ?? false
  )
}

/** False for a personal access token too, which has no session. */
export function hasFreshSession(c: {
  readonly var: Pick<AppEnv['Variables'], 'session' | 'now'>
}): boolean {
  const { session, now } = c.var
  return Boolean(session && isFresh(session.confirmedAt, now))
}
