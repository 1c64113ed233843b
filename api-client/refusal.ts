/** The `error` object of an answer, as the API sends it. */
export interface Refusal<Code extends string = string> {
  code: Code
  message: string
  fields?: Record<string, string>
  [detail: string]: unknown
}

/** A refused call. The base of the errors of both clients: `JouleError` here and `ApiError` in the pages of the site. */
export class RefusedError<Code extends string = string> extends Error {
  /** The HTTP status, 0 where no answer came. */
  readonly status: number
  /** Stable, for programs; `message` is for people, in their language. */
  readonly code: Code
  /** What is wrong with each field, where the code is `validation_failed`. */
  readonly fields: Record<string, string>
  /** Further members of the error object, such as `restore_token`. */
  readonly details: Record<string, unknown>
  /** Where the code is `rate_limited` or something is unavailable: when to come back. */
  readonly retryAfterSeconds: number | null

  constructor(status: number, refusal: Refusal<Code>, retryAfterSeconds: number | null = null, options?: ErrorOptions) {
    const { code, message, fields = {}, ...details } = refusal
    super(message, options)
    this.status = status
    this.code = code
    this.fields = fields
    this.details = details
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The error object in the body of an answer, if the body has one. */
export function refusalIn<Code extends string>(content: unknown): Refusal<Code> | undefined {
  const { error } = (content ?? {}) as { error?: Partial<Refusal> | null }
  return typeof error?.code === 'string' && typeof error.message === 'string' ? (error as Refusal<Code>) : undefined
}

/** `Retry-After` as the API sends it: in seconds. */
export function secondsIn(retryAfter: string | null | undefined): number | null {
  return retryAfter ? Number(retryAfter) : null
}
