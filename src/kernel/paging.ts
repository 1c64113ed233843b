import { fromBase64Url, toBase64Url } from '#kernel/crypto/base64url.ts'
import { AppError } from '#kernel/errors.ts'

export const PAGE_SIZE = 20
export const PAGE_SIZE_MAX = 50
/** In characters. It is longer than any cursor of the site. */
export const CURSOR_MAX = 500

/** The sort key and id of the last row shown (keyset paging). Every page costs the same. */
export type Cursor = readonly [key: string | number, id: number]

/** The cursor of a list that is sorted by a column and an id, or by an id alone. */
export function cursorBy<Key extends string, Id extends string>(
  key: Key,
  id: Id,
): (row: Record<Key, string | number> & Record<Id, number>) => Cursor {
  return (row: Record<Key, string | number> & Record<Id, number>): Cursor => [row[key], row[id]]
}

export interface PageRequest {
  limit: number
  after: Cursor | null
  /** The tag of the list that issued the cursor. `pageOf` refuses a cursor of another list. */
  issuedBy?: string
}

/** A list: its name, sort order and filters. */
export type ListKey = readonly (string | number | boolean | null | undefined)[]

export interface Page<Item> {
  items: Item[]
  next_cursor: string | null
}

/**
 * One page of a list. `rows` may have one row more than the limit: the extra row means that there
 * is a next page. A cursor that another list issued is refused, because its key would mean
 * something else there.
 */
export function pageOf<Row, Item>(
  list: ListKey,
  rows: readonly Row[],
  request: PageRequest,
  cursorOf: (row: Row) => Cursor,
  itemOf: (row: Row) => Item,
): Page<Item> {
  requireCursorOf(list, request)
  const shown = rows.slice(0, request.limit)
  const last = shown.at(-1)
  const next_cursor =
    rows.length > request.limit && last !== undefined ? encodeCursor(list, cursorOf(last)) : null
  return { items: shown.map(itemOf), next_cursor }
}

/**
 * Refuses a cursor that another list issued. `pageOf` does this too: call it before a read that
 * does not end in `pageOf`.
 */
export function requireCursorOf(list: ListKey, { after, issuedBy }: PageRequest): void {
  if (after !== null && issuedBy !== tagOf(list)) throw new AppError('bad_request')
}

export function encodeCursor(list: ListKey, [key, id]: Cursor): string {
  return toBase64Url(new TextEncoder().encode(JSON.stringify([key, id, tagOf(list)])))
}

export function decodeCursor(text: string): Required<Omit<PageRequest, 'limit'>> {
  const bytes = text.length > CURSOR_MAX ? null : fromBase64Url(text)
  const value: unknown = bytes === null ? null : parseJson(new TextDecoder().decode(bytes))
  if (!isTagged(value)) throw new AppError('bad_request')
  const [key, id, issuedBy] = value
  return { after: [key, id], issuedBy }
}

/** A short hash (FNV-1a), because filters contain whole search queries. */
function tagOf(list: ListKey): string {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(JSON.stringify(list)))
    hash = Math.imul(hash ^ byte, 0x01000193)
  return (hash >>> 0).toString(36)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isTagged(value: unknown): value is [...Cursor, tag: string] {
  if (!Array.isArray(value) || value.length !== 3 || typeof value[2] !== 'string') return false
  const [key, id]: unknown[] = value
  const isKey = typeof key === 'string' || (typeof key === 'number' && Number.isFinite(key))
  return isKey && typeof id === 'number' && Number.isSafeInteger(id) && id >= 0
}
