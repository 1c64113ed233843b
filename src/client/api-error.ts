/** A refusal of the API, as its error object says it; `offline` and `unreadable` are our own codes. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly fields: Record<string, string>
  /** Further members of the error object, such as `restore_token`. */
  readonly extra: Record<string, unknown>
  readonly retryAfterSeconds: number | undefined

  constructor(
    status: number,
    error: { code: string; message: string; [member: string]: unknown },
    retryAfter?: number,
  ) {
    const { code, message, fields, ...extra } = error
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.fields = isRecord(fields) ? Object.fromEntries(Object.entries(fields).map(([k, v]) => [k, String(v)])) : {}
    this.extra = extra
    this.retryAfterSeconds = retryAfter
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
