import type { Context, Env } from 'hono'
import { createMiddleware } from 'hono/factory'
import { withRetry } from '#db/outage.ts'
import type { AppEnv, Bindings, MemberEnv } from '#env'
import { MINUTE, SECOND } from '#kernel/clock.ts'
import { AppError, orUnavailable } from '#kernel/errors.ts'
import { pause } from '#kernel/pause.ts'
import type { RateLimits, RateRule } from '#kernel/rate-limits.ts'
import { noted } from '#web/openapi/route-facts.ts'

type Counters = ReturnType<Bindings['RATE_LIMITER']['getByName']>

/**
 * The counters of one client address, user or e-mail. If they are unavailable, calls are refused.
 */
export function rateLimits(env: Bindings, name: string, now: Date): RateLimits {
  const { object, prefix } = limiterOf(env, name)
  // Retry: a call that is counted twice does less harm than a failed call.
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

/**
 * On one machine an object is a file that stays, so names share some. At Cloudflare each name has
 * its own, near its client.
 */
function limiterOf({ JOULE_LIMITERS }: Bindings, name: string): { object: string; prefix: string } {
  if (!JOULE_LIMITERS) return { object: name, prefix: '' }
  let hash = 0
  for (let at = 0; at < name.length; at++) hash = (hash * 31 + name.charCodeAt(at)) >>> 0
  return { object: `shared:${hash % Number(JOULE_LIMITERS)}`, prefix: `${name} ` }
}

/**
 * Counts a socket of an address (`ip:…`) or user (`user:…`) in a room, if fewer than `most` are
 * open in all rooms.
 */
export function openSocket(
  env: Bindings,
  name: string,
  socket: { id: string; room: string },
  most: number,
  now: Date,
) {
  const { object, prefix } = limiterOf(env, name)
  return orUnavailable(async () =>
    env.RATE_LIMITER.getByName(object).openSocket(
      prefix,
      socket.id,
      socket.room,
      most,
      now.getTime(),
    ),
  )
}

export async function closeSocket(env: Bindings, name: string, id: string): Promise<void> {
  const { object, prefix } = limiterOf(env, name)
  await env.RATE_LIMITER.getByName(object).closeSocket(prefix, id)
}

function refuseFor(retryAfterSeconds: number): void {
  if (retryAfterSeconds > 0) throw new AppError('rate_limited', { retryAfterSeconds })
}

export function addressLimits(c: { env: Bindings; var: { ip: string; now: Date } }): RateLimits {
  return rateLimits(c.env, `ip:${c.var.ip}`, c.var.now)
}

/** Counters of one e-mail, for all client addresses together. */
export function emailLimits(c: { env: Bindings; var: { now: Date } }, email: string): RateLimits {
  return rateLimits(c.env, `email:${email}`, c.var.now)
}

export function userLimits(c: { env: Bindings; var: { now: Date } }, uid: number): RateLimits {
  return rateLimits(c.env, `user:${uid}`, c.var.now)
}

export const limited = (rule: RateRule) => refusing<AppEnv>((c) => addressLimits(c).take(rule))

/**
 * For handlers that count results themselves: refuses a client address above the limit before the
 * input is validated.
 */
export const withinLimit = (rule: RateRule) => refusing<AppEnv>((c) => addressLimits(c).check(rule))

/** Limits calls per user. Must come after the guard on the route line. */
export const limitedPerUser = (rule: RateRule) =>
  refusing<MemberEnv>((c) => userLimits(c, c.var.viewer.uid).take(rule))

/** CPU time that the rule `cost` counts as one, in milliseconds. */
const COST_UNIT = 50
/** Bodies up to this length cost little more than the request itself. */
const SMALL_BODY = 16 * 1024
/**
 * CPU time for text of this length, in units: sanitising, searching for words, storing. Measured by
 * `npm run prove -- cost`.
 */
const BYTES_PER_UNIT = 100 * 1024

/**
 * Charges CPU time, in milliseconds, to user and address. At most two such requests of a user run
 * at a time.
 */
async function charged<T>(c: Context<AppEnv>, ms: number, work: () => Promise<T>): Promise<T> {
  // The session may not be checked yet, and only a live one may use up the budget of its user.
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
 * Charges the CPU time that a body of this length may take. A small body is counted by the limits
 * of calls only.
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
 * For work of more than 50 ms of CPU time: an isolate runs one at a time. After guard and input on
 * the route line.
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

/** One counter per address for password change, account deletion and manual check-in. */
export const sensitive = limited('sensitive')

/**
 * Limits wrong passwords and codes of a signed-in user, all routes together. Counts first, for
 * concurrent guesses.
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
    // The command is done: ignore a failure of the counters.
    await Promise.allSettled([ofUser.giveBack('guess'), ofAddress.giveBack('guess')])
  }),
  { refuses: ['rate_limited'], countsGuesses: true },
)

export async function countWrite(c: WriteContext, rule: 'write' | 'upload', count = 1) {
  if (count > 0 && !hasNoWriteLimit(c))
    await userLimits(c, c.var.viewerId.uid).take(rule, undefined, count)
}

/** For a write that was counted before its session was checked. */
export async function uncountWrite(c: WriteContext) {
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
 * How long an expensive request of a user or an anonymous address waits for two others before it is
 * refused.
 */
const WAIT_MAX = 10 * SECOND
/**
 * After this time the next request takes the place. A request whose client disconnects may never
 * end its own.
 */
const TURN_MAX = 5 * SECOND
const PAUSE = 20

/** When the running requests of each user or address began, and those that run one at a time. */
const running = new Map<string, number[]>()

/**
 * At most two expensive requests of one user or anonymous address run at the same time in an
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

/** A request must not await the promise of another request, so it waits by polling. */
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

/** Maximum tracked addresses. Above it all counters are reset. */
const ADDRESSES_MAX = 10_000

/**
 * Counted in the memory of an isolate, per calendar minute, for calls that do little harm. All
 * other limits are exact.
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
