import type { Context, MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { AppEnv, Authentication } from '#env'
import { setBounded } from '#kernel/cached-value.ts'
import { FairQueue } from '#kernel/fair-queue.ts'
import { inBackground } from '#web/in-background.ts'
import { Budget } from '#web/limits/budget.ts'
import { hasNoLimits, refuseFor } from '#web/limits/limits.ts'

/** Requests of one user, or of one anonymous address, that run at once in an isolate. */
export const REQUESTS_OF_USER_MAX = 6
export const REQUESTS_OF_ADDRESS_MAX = 12

/**
 * Limits every request that reaches the app, after its viewer was identified:
 * 1. A request is refused while its user or its address is above the budget of measured cost.
 * 2. A user, or an anonymous address, has a limited number of requests that run at once. Others
 *    wait in a fair queue.
 * 3. After the response, the cost on the meter of the request is charged to the user and to the
 *    address. Costs that follow, such as those of a streamed body, are charged when they arise.
 *
 * No route names a price. Responses of the fast path (web/cache/fast-path) do not come here.
 */
export function fairShare(): MiddlewareHandler<AppEnv> {
  const ofUsers = new FairQueue({ mostOfOne: REQUESTS_OF_USER_MAX })
  const ofAddresses = new FairQueue({ mostOfOne: REQUESTS_OF_ADDRESS_MAX })
  const sessions = new LiveSessions()
  const budget = new Budget()
  return createMiddleware<AppEnv>(async (c, next) => {
    const isLimited = !hasNoLimits(c)
    if (isLimited) await refuseAboveBudget(c, budget)
    const claim = await c.var.authentication.claimed()
    const turn = () => {
      if (parts.has(c.req.raw)) return next()
      if (claim === null) return ofAddresses.run(addressOf(c), next)
      return ofUsers.run(sessions.nameOf(claim), next)
    }
    const done = turn().finally(() => {
      if (claim !== null) sessions.see(c, claim)
      if (isLimited) charge(c, budget)
    })
    // If the client disconnects, the runtime would stop the request without a charge, and its place
    // would stay taken for some seconds.
    c.executionCtx.waitUntil(done.catch(() => {}))
    await done
  })
}

type Claim = NonNullable<Awaited<ReturnType<Authentication['claimed']>>>

/**
 * The sessions that this isolate has found alive. A request whose session is not known waits in a
 * queue of its session, so that an ended session does not delay the requests of its user.
 */
class LiveSessions {
  readonly #alive = new Map<string, true>()

  nameOf({ uid, sid }: Claim): string {
    return sid === null || this.#alive.has(sid) ? userOf(uid) : `session:${sid}`
  }

  /** Call after the response: the request may have checked its session. */
  see(c: Context<AppEnv>, { sid }: Claim): void {
    if (sid === null) return
    if (liveUser(c) !== null) setBounded(this.#alive, sid, true, SESSIONS_MAX)
    else if (c.var.session === null) this.#alive.delete(sid)
  }
}

/** Above this number the isolate forgets the oldest session. */
const SESSIONS_MAX = 10_000

/**
 * The user whose session was checked, by a read or by the first batch that wrote something. Null if
 * the session has ended, and if the route does not read it.
 */
function liveUser(c: Context<AppEnv>): { uid: number } | null {
  const { viewer, viewerId, meter } = c.var
  return viewer ?? (meter.rowsWritten > 0 ? viewerId : null)
}

/**
 * Requests that a handler sends to another route of the app. They are part of a request that has a
 * place already: six such requests would wait for each other.
 */
const parts = new WeakSet<Request>()

/** Exempts a request to another route of the app from the queue. */
export function partOfRequest(request: Request): Request {
  parts.add(request)
  return request
}

const OVERLOAD = { overload: 'budget' } as const

async function refuseAboveBudget(c: Context<AppEnv>, budget: Budget): Promise<void> {
  const { now, authentication } = c.var
  refuseFor(budget.wait(addressOf(c), now), OVERLOAD)
  const user = await authentication.claimed()
  if (user === null || budget.wait(userOf(user.uid), now) === 0) return
  // The session of an access token may have ended. Then its sender is anonymous.
  await authentication.load()
  const { viewer } = c.var
  if (viewer !== null) refuseFor(budget.wait(userOf(viewer.uid), now), OVERLOAD)
}

/** Only a live session may use up the budget of its user. */
function charge(c: Context<AppEnv>, budget: Budget): void {
  const { meter, now } = c.var
  const live = liveUser(c)
  const address = { name: addressOf(c), rule: 'cost-of-address' } as const
  const user = live && ({ name: userOf(live.uid), rule: 'cost' } as const)
  meter.chargeTo((ms) => {
    for (const spender of user ? [address, user] : [address]) {
      const sent = budget.spend(spender, ms, c.env, now)
      if (sent) inBackground(c, 'charge the cost of requests', sent)
    }
  })
}

const addressOf = (c: Context<AppEnv>) => `ip:${c.var.ip}`
const userOf = (uid: number) => `user:${uid}`
