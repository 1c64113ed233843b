import type { Context, Env } from 'hono'
import { createMiddleware } from 'hono/factory'
import { withRetry } from '#db/outage.ts'
import type { AppEnv, Bindings, MemberEnv } from '#env'
import { AppError, orUnavailable } from '#kernel/errors.ts'
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

/** Throws `rate_limited` unless the time to wait is 0. */
export function refuseFor(retryAfterSeconds: number, reason: { overload?: 'budget' } = {}): void {
  if (retryAfterSeconds > 0) throw new AppError('rate_limited', { retryAfterSeconds, ...reason })
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

function refusing<E extends Env>(ask: (c: Context<E>) => Promise<void>) {
  return createMiddleware<E>(async (c, next) => {
    await ask(c)
    await next()
  })
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
  { countsGuesses: true },
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
  if (count > 0 && !hasNoLimits(c))
    await userLimits(c, c.var.viewerId.uid).take(rule, undefined, count)
}

/** Gives back a write that was counted before its session was checked. */
export async function uncountWrite(c: WriteContext): Promise<void> {
  if (!hasNoLimits(c)) await userLimits(c, c.var.viewerId.uid).giveBack('write')
}

interface WriteContext {
  env: Bindings
  var: Pick<MemberEnv['Variables'], 'viewerId' | 'now'>
}

/** Local load tests turn off the general write limit and the budget of cost. */
export function hasNoLimits({ env }: { env: Pick<Bindings, 'JOULE_WRITE_LIMIT'> }): boolean {
  return env.JOULE_WRITE_LIMIT === '0'
}
