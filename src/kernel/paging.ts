import { fromBase64Url, toBase64Url } from '#kernel/crypto/base64url.ts'
import { AppError } from '#kernel/errors.ts'

export const PAGE_SIZE = 20
export const PAGE_SIZE_MAX = 50
/** In characters: longer than any cursor we issue. */
export const CURSOR_MAX = 500

/** The sort key and id of the last row shown (keyset paging). Every page costs the same. */
export type Cursor = readonly [key: string | number, id: number]

export interface PageRequest {
  limit: number
  after: Cursor | null
}

export interface Page<Item> {
  items: Item[]
  next_cursor: string | null
}

/** `rows` may have one row more than the limit: the extra row means that there is a next page. */
export function pageOf<Row, Item>(
  rows: readonly Row[],
  request: PageRequest,
  cursorOf: (row: Row) => Cursor,
  itemOf: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, request.limit)
  const last = shown.at(-1)
  const next_cursor = rows.length > request.limit && last !== undefined ? encodeCursor(cursorOf(last)) : null
  return { items: shown.map(itemOf), next_cursor }
}

export function encodeCursor(cursor: Cursor): string {
  return toBase64Url(new TextEncoder().encode(JSON.stringify(cursor)))
}

export function decodeCursor(text: string): Cursor {
  const bytes = text.length > CURSOR_MAX ? null : fromBase64Url(text)
  const value: unknown = bytes === null ? null : parseJson(new TextDecoder().decode(bytes))
  if (!isCursor(value)) throw new AppError('bad_request')
  return value
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isCursor(value: unknown): value is Cursor {
  if (!Array.isArray(value) || value.length !== 2) return false
  const [key, id]: unknown[] = value
  const isKey = typeof key === 'string' || (typeof key === 'number' && Number.isFinite(key))
  return isKey && typeof id === 'number' && Number.isSafeInteger(id) && id >= 0
}
