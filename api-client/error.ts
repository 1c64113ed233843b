import type { ErrorCode } from './api.ts'
import { type Refusal, RefusedError, secondsIn } from './refusal.ts'

/**
 * The codes of the API, and two more: there is no response, or the response is not from a Joule
 * site.
 */
export type JouleErrorCode = ErrorCode | 'unreachable' | 'unreadable'

/**
 * Thrown by `login` if the password is correct and the account has two-step verification. Continue
 * with `verify({ challenge, code })`.
 */
export class SecondFactorNeeded extends Error {
  readonly challenge: string
  /** The accepted kinds of code: `totp`, `recovery_code`. */
  readonly methods: readonly string[]

  constructor({ challenge, methods }: { challenge: string; methods: readonly string[] }) {
    super('a second factor is needed: call verify with the challenge and a code')
    this.name = 'SecondFactorNeeded'
    this.challenge = challenge
    this.methods = methods
  }
}

/** Thrown by every call that does not succeed. */
export class JouleError extends RefusedError<JouleErrorCode> {
  override readonly name = 'JouleError'
  /** Identifies the request in the log of the site. */
  readonly requestId: string | null

  constructor(refusal: Refusal<JouleErrorCode>, answer?: Response, options?: ErrorOptions) {
    super(answer?.status ?? 0, refusal, secondsIn(answer?.headers.get('Retry-After')), options)
    this.requestId = answer?.headers.get('X-Request-Id') ?? null
  }
}
