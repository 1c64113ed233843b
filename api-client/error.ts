import type { ErrorCode } from './api.ts'

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

/** The `error` object of an answer, as the API sends it. */
export interface Refusal {
  code: JouleErrorCode
  message: string
  fields?: Record<string, string>
  [detail: string]: unknown
}

/** What every call throws when it is not answered with success. */
export class JouleError extends Error {
  /** The HTTP status, 0 where no answer came. */
  readonly status: number
  /** Stable, for programs; `message` is for people, in their language. */
  readonly code: JouleErrorCode
  /** What is wrong with each field, where the code is `validation_failed`. */
  readonly fields: Record<string, string>
  /** Further members of the error object, such as `restore_token`. */
  readonly details: Record<string, unknown>
  /** Names the request in the site's log. */
  readonly requestId: string | null
  /** Where the code is `rate_limited` or something is unavailable: when to come back. */
  readonly retryAfterSeconds: number | null

  constructor(refusal: Refusal, answer?: Response, options?: ErrorOptions) {
    const { code, message, fields = {}, ...details } = refusal
    super(message, options)
    this.name = 'JouleError'
    this.status = answer?.status ?? 0
    this.code = code
    this.fields = fields
    this.details = details
    this.requestId = answer?.headers.get('X-Request-Id') ?? null
    const retryAfter = answer?.headers.get('Retry-After') ?? null
    this.retryAfterSeconds = retryAfter === null ? null : Number(retryAfter)
  }
}
