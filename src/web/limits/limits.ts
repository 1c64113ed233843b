import type { Context, Env } from 'hono'
import { createMiddleware } from 'hono/factory'
import { withRetry } from '#db/outage.ts'
import type { AppEnv, Bindings, MemberEnv } from '#env'
import { MINUTE, SECOND } from '#kernel/clock.ts'
import { AppError, orUnavailable } from '#kernel/errors.ts'
import { pause } from '#kernel/pause.ts'
import type { RateLimits, RateRule } from '#kernel/rate-limits.ts'
import { limiterOf } from '#web/limits/sockets.ts'
import { noted } from '#web/openapi/route-facts.ts'

type Counters = ReturnType<Bindings['RATE_LIMITER']['getByName']>

/**
 * The counters of one client address, user or e-mail address. If they are unavailable, calls are
 * refused.
 */
export function rateLimits(env: Bindings, name: string, now: Date): RateLimits {
  const { object, prefix } = limiterOf(env, name)
  // Failed calls are retried: counting a call twice does less harm than failing the request.
  const ask = <T>(call: (object: Counters, subject: string) => Promise<T>, subject = '') =>
    orUnavailable(() =>
      withRetry(async () => call(env.RATE_LIMITER.getByName(object), prefix + subject)),
    )
  const at = now.getTime()
  return {
    take: async (rule, subject, count = 1) =>
      refuseFor(await ask((object, of) => object.take(rule, of, at, count), subject)),
    check: async (rule, subject) =>
      refuseFor(await ask((object, of) => object.wait(rule, of, at), subject)),
    giveBack: (rule, subject) => ask((object, of) => object.giveBack(rule, of, at), subject),
    confirm: (rule, subject) => ask((object, of) => object.confirm(rule, of, at), subject),
    clear: (rule, subject) => ask((object, of) => object.clear(rule, of), subject),
  }
}

function refuseFor(retryAfterSeconds: number): void {
  if (retryAfterSeconds > 0) throw new AppError('rate_limited', { retryAfterSeconds })
}

export function addressLimits(c: { env: Bindings; var: { ip: string; now: Date } }): RateLimits {
  return rateLimits(c.env, `ip:${c.var.ip}`, c.var.now)
}

/** The counters of one e-mail address, for all client addresses together. */
export function emailLimits(c: { env: Bindings; var: { now: Date } }, email: string): RateLimits {
  return rateLimits(c.env, `email:${email}`, c.var.now)
}

/** The counters of one user. */
export function userLimits(c: { env: Bindings; var: { now: Date } }, uid: number): RateLimits {
  return rateLimits(c.env, `user:${uid}`, c.var.now)
}

/** Limits calls per client address. */
export const limited = (rule: RateRule) => refusing<AppEnv>((c) => addressLimits(c).take(rule))

/**
 * For handlers that count the results themselves: refuses a client address above the limit before
 * the input is validated.
 */
export const withinLimit = (rule: RateRule) => refusing<AppEnv>((c) => addressLimits(c).check(rule))

/** Limits calls per user. Must come after the guard on the route line. */
export const limitedPerUser = (rule: RateRule) =>
  refusing<MemberEnv>((c) => userLimits(c, c.var.viewer.uid).take(rule))

/** The CPU time, in milliseconds, for which the rule `cost` counts one call. */
const COST_UNIT = 50
/** A body up to this length costs little more than the request itself. */
const SMALL_BODY = 16 * 1024
/**
 * The length of text that takes one unit of CPU time for sanitising, searching for words and
 * storing. Measured by `npm run prove -- cost`.
 */
const BYTES_PER_UNIT = 100 * 1024

/**
 * Charges CPU time, in milliseconds, to the user and to the client address. At most two such
 * requests of a user run at a time.
 */
async function charged<T>(c: Context<AppEnv>, ms: number, work: () => Promise<T>): Promise<T> {
  // The session may not be checked yet, and only a live session may use up the budget of its user.
  if (c.var.viewer === null && c.var.viewerId !== null) await c.var.authentication.load()
  const { viewer, ip } = c.var
  const units = Math.ceil(ms / COST_UNIT)
  if (!hasNoWriteLimit(c))
    await Promise.all([
      addressLimits(c).take('cost-of-address', '', units),
      viewer && userLimits(c, viewer.uid).take('cost', '', units),
    ])
  return twoAtATime(viewer ? `user:${viewer.uid}` : `ip:${ip}`, work)
}

/**
 * Charges the CPU time that a body of this length may take. A small body is not charged: the limits
 * of calls are enough for it.
 */
export function chargedByLength<T>(
  c: Context<AppEnv>,
  bytes: number,
  work: () => Promise<T>,
): Promise<T> {
  if (bytes <= SMALL_BODY) return work()
  return charged(c, (bytes / BYTES_PER_UNIT) * COST_UNIT, work)
}

/**
 * For work that takes more than 50 ms of CPU time: an isolate runs one such request at a time. Must
 * come after the guard and the input on the route line.
 */
export const expensive = (ms: number) =>
  noted(
    createMiddleware<AppEnv>((c, next) => charged(c, ms, () => inTurn(next))),
    { refuses: ['rate_limited'] },
  )

/** For an export: up to two seconds of CPU time. Must come after the guard on the route line. */
export const limitedExport = noted(
  createMiddleware<AppEnv>(async (c, next) => {
    await Promise.all([
      addressLimits(c).take('export-of-address'),
      c.var.viewer && userLimits(c, c.var.viewer.uid).take('export'),
    ])
    await charged(c, 2 * SECOND, () => inTurn(next))
  }),
  { refuses: ['rate_limited'] },
)

function refusing<E extends Env>(ask: (c: Context<E>) => Promise<void>) {
  return noted(
    createMiddleware<E>(async (c, next) => {
      await ask(c)
      await next()
    }),
    { refuses: ['rate_limited'] },
  )
}

/**
 * One counter per client address for password change, account deletion and manual check-in
 * together.
 */
export const sensitive = limited('sensitive')

/**
 * For routes that ask a signed-in user for the password or a code: limits the wrong ones per user
 * and per client address, all routes together. An attempt is counted before the check, so that
 * concurrent guesses cannot exceed the limit. It is given back unless the command reports a wrong
 * one.
 */
export const limitedGuesses = noted(
  createMiddleware<MemberEnv>(async (c, next) => {
    const [ofUser, ofAddress] = [userLimits(c, c.var.viewer.uid), addressLimits(c)]
    await ofUser.take('guess')
    try {
      await ofAddress.take('guess')
    } catch (error) {
      await ofUser.giveBack('guess')
      throw error
    }
    await next()
    if (c.error instanceof AppError && c.error.details.isGuess) return
    // The command has succeeded, so a failure of the counters is ignored.
    await Promise.allSettled([ofUser.giveBack('guess'), ofAddress.giveBack('guess')])
  }),
  { refuses: ['rate_limited'], countsGuesses: true },
)

/**
 * Counts writes, or uploads, of a user for their general limit. Local load tests can turn this
 * limit off.
 */
export async function countWrite(
  c: WriteContext,
  rule: 'write' | 'upload',
  count = 1,
): Promise<void> {
  if (count > 0 && !hasNoWriteLimit(c))
    await userLimits(c, c.var.viewerId.uid).take(rule, undefined, count)
}

/** Gives back a write that was counted before its session was checked. */
export async function uncountWrite(c: WriteContext): Promise<void> {
  if (!hasNoWriteLimit(c)) await userLimits(c, c.var.viewerId.uid).giveBack('write')
}

interface WriteContext {
  env: Bindings
  var: Pick<MemberEnv['Variables'], 'viewerId' | 'now'>
}

/** Local load tests turn off the general write limit and the budget of CPU time. */
function hasNoWriteLimit({ env }: { env: Bindings }): boolean {
  return env.JOULE_WRITE_LIMIT === '0'
}

/**
 * How long an expensive request waits for two others of the same user or anonymous address. After
 * this time it is refused.
 */
const WAIT_MAX = 10 * SECOND
/**
 * After this time the next request takes the place of a running one, because a request whose client
 * disconnects may never finish.
 */
const TURN_MAX = 5 * SECOND
const PAUSE = 20

/**
 * When the running requests began: by user or address for `twoAtATime`, and under the empty name
 * for `inTurn`.
 */
const running = new Map<string, number[]>()

/**
 * Runs at most two expensive requests of one user or anonymous address at the same time in an
 * isolate.
 */
export function twoAtATime<T>(who: string, work: () => Promise<T>): Promise<T> {
  return atATime(2, who, WAIT_MAX, work)
}

/**
 * Runs expensive work one at a time in an isolate, so that the isolate answers other requests in
 * between.
 */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  return atATime(1, '', Number.POSITIVE_INFINITY, work)
}

/**
 * Waits until fewer than `most` requests of this name run. A request must not await the promise of
 * another request, so it waits by polling.
 */
async function atATime<T>(
  most: number,
  who: string,
  waitMax: number,
  work: () => Promise<T>,
): Promise<T> {
  const arrived = Date.now()
  const others = () => (running.get(who) ?? []).filter((began) => Date.now() - began < TURN_MAX)
  while (others().length >= most) {
    if (Date.now() - arrived > waitMax)
      throw new AppError('rate_limited', { retryAfterSeconds: waitMax / SECOND })
    await pause(PAUSE)
  }
  const began = Date.now()
  running.set(who, [...others(), began])
  try {
    return await work()
  } finally {
    const left = others()
    const own = left.indexOf(began)
    if (own !== -1) left.splice(own, 1)
    if (left.length > 0) running.set(who, left)
    else running.delete(who)
  }
}

/** Maximum number of counted addresses. Above it, all counters are reset. */
const ADDRESSES_MAX = 10_000

/**
 * A cheap limit for calls that do little harm above it: counted in the memory of one isolate, per
 * calendar minute. All other limits are exact, and are counted by a Durable Object (`rateLimits`).
 */
export class SoftLimit {
  readonly #most: number
  #minute = 0
  #counts = new Map<string, number>()

  constructor(most: number) {
    this.#most = most
  }

  /** Counts one call. Returns 0, or the seconds to wait if the call is refused. */
  take(address: string, now: Date): number {
    const minute = Math.floor(now.getTime() / MINUTE)
    if (minute !== this.#minute || this.#counts.size >= ADDRESSES_MAX) this.#counts = new Map()
    this.#minute = minute
    const count = (this.#counts.get(address) ?? 0) + 1
    this.#counts.set(address, count)
    return count <= this.#most ? 0 : Math.ceil(((minute + 1) * MINUTE - now.getTime()) / 1000)
  }
}
