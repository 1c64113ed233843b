import { RefusedError } from '../../api-client/refusal.ts'

/** A refusal of the API; `offline` and `unreadable` are our own codes. */
export class ApiError extends RefusedError {
  override readonly name = 'ApiError'
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
