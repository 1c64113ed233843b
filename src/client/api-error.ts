import { RefusedError } from '../../api-client/refusal.ts'

/** An error response of the API; `offline` and `unreadable` are codes of the client. */
export class ApiError extends RefusedError {
  override readonly name = 'ApiError'
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function recordsIn(response: unknown, list: string): Record<string, unknown>[] {
  const items = isRecord(response) ? response[list] : []
  return Array.isArray(items) ? items.filter(isRecord) : []
}
