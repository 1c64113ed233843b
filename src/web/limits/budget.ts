import type { Bindings } from '#env'
import { setBounded } from '#kernel/cached-value.ts'
import { MINUTE, SECOND } from '#kernel/clock.ts'
import { AppError } from '#kernel/errors.ts'
import { rateLimits } from '#web/limits/limits.ts'

/** What one user or address has spent in this isolate. */
interface Account {
  /** Milliseconds that the counters do not have yet. */
  ms: number
  /** When the first of these milliseconds was spent. */
  since: number
  /** The counters have refused further cost until this time. */
  refusedUntil: number
}

/** Above this number of users and addresses, the isolate forgets the oldest one. */
const ACCOUNTS_MAX = 10_000

interface Spender {
  /** `user:<uid>` or `ip:<address>`, as in `rateLimits`. */
  name: string
  rule: 'cost' | 'cost-of-address'
}

/**
 * The budget of measured cost: the rules `cost` and `cost-of-address` count seconds of it. Ordinary
 * requests cause no call of a Durable Object. Their cost is added up in the memory of the isolate.
 * Only when a user or an address has spent a whole second within a minute, the second is sent to
 * their counters. If the counters refuse it, the isolate refuses further requests until the time
 * that the counters name.
 */
export class Budget {
  readonly #accounts = new Map<string, Account>()

  /** Seconds until requests are allowed again. 0 if they are allowed now. */
  wait(name: string, now: Date): number {
    const left = (this.#accounts.get(name)?.refusedUntil ?? 0) - now.getTime()
    // After a clock was set back, a block would last longer than any that the counters name.
    return left > 0 && left <= MINUTE ? Math.ceil(left / SECOND) : 0
  }

  /** Adds a cost. Returns the call of the counters, or null if none is due. */
  spend({ name, rule }: Spender, ms: number, env: Bindings, now: Date): Promise<void> | null {
    const account = this.#accountOf(name, now)
    account.ms += ms
    const seconds = Math.floor(account.ms / SECOND)
    if (seconds === 0) return null
    account.ms -= seconds * SECOND
    return this.#send({ name, rule }, seconds, env, now)
  }

  #accountOf(name: string, now: Date): Account {
    const at = now.getTime()
    const known = this.#accounts.get(name)
    if (known !== undefined && Math.abs(at - known.since) < MINUTE) return known
    const account = { ms: 0, since: at, refusedUntil: known?.refusedUntil ?? 0 }
    setBounded(this.#accounts, name, account, ACCOUNTS_MAX)
    return account
  }

  /** If the counters are unavailable, these seconds are not charged. */
  async #send({ name, rule }: Spender, seconds: number, env: Bindings, now: Date): Promise<void> {
    try {
      await rateLimits(env, name, now).take(rule, '', seconds)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const { retryAfterSeconds = 0 } = error.details
      if (error.code === 'rate_limited')
        this.#accountOf(name, now).refusedUntil = now.getTime() + retryAfterSeconds * SECOND
    }
  }
}
