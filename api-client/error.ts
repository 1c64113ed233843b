import type { ErrorCode } from './api.ts'
import { type Refusal, RefusedError, secondsIn } from './refusal.ts'

/** Besides the codes of the API: no answer came, or one that is not Joule's. */
export type JouleErrorCode = ErrorCode | 'unreachable' | 'unreadable'

/**
 * What `login` throws where the password was right and the account has a second factor: `verify({ challenge, code })` goes on.
 */
export class SecondFactorNeeded extends Error {
  readonly challenge: string
  /** What may be sent as code: `totp` or `recovery_code`. */
  readonly methods: readonly string[]

  constructor({ challenge, methods }: { challenge: string; methods: readonly string[] }) {
    super('a second factor is needed: call verify with the challenge and a code')
    this.name = 'SecondFactorNeeded'
    this.challenge = challenge
    this.methods = methods
  }
}

/** What every call throws when it is not answered with success. */
export class JouleError extends RefusedError<JouleErrorCode> {
  override readonly name = 'JouleError'
  /** Names the request in the site's log. */
  readonly requestId: string | null

  constructor(refusal: Refusal<JouleErrorCode>, answer?: Response, options?: ErrorOptions) {
    super(answer?.status ?? 0, refusal, secondsIn(answer?.headers.get('Retry-After')), options)
    this.requestId = answer?.headers.get('X-Request-Id') ?? null
  }
}
