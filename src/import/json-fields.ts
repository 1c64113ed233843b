export type Json = Record<string, unknown>

/** An empty object if it is none. */
export function objectIn(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
}

export function listIn(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** Empty if it is no text. Numbers are written as text: ids were numbers once. */
export function textIn(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}
