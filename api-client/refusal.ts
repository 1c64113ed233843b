/** The `error` object of an API response. */
export interface Refusal<Code extends string = string> {
  code: Code
  message: string
  fields?: Record<string, string>
  [detail: string]: unknown
}

/**
 * A refused call. Base class of the errors of both clients: `JouleError` here and `ApiError` in the
 * pages of the site.
 */
export class RefusedError<Code extends string = string> extends Error {
  /** The HTTP status; 0 if there was no response. */
  readonly status: number
  /** Stable, for programs. `message` is for people and is translated. */
  readonly code: Code
  /** Messages by field, if the code is `validation_failed`. */
  readonly fields: Record<string, string>
  /** Further members of the error object, such as `restore_token`. */
  readonly details: Record<string, unknown>
  /** Seconds to wait before a retry, for `rate_limited` and outages. */
  readonly retryAfterSeconds: number | null

  constructor(
    status: number,
    refusal: Refusal<Code>,
    retryAfterSeconds: number | null = null,
    options?: ErrorOptions,
  ) {
    const { code, message, fields = {}, ...details } = refusal
    super(message, options)
    this.status = status
    this.code = code
    this.fields = fields
    this.details = details
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The error object of a response body, if there is one. */
export function refusalIn<Code extends string>(content: unknown): Refusal<Code> | undefined {
  const { error } = (content ?? {}) as { error?: Partial<Refusal> | null }
  return typeof error?.code === 'string' && typeof error.message === 'string'
    ? (error as Refusal<Code>)
    : undefined
}

/** Parses `Retry-After`, which the API sends in seconds. */
export function secondsIn(retryAfter: string | null | undefined): number | null {
  return retryAfter ? Number(retryAfter) : null
}
