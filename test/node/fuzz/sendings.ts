import { JSON_BODY_MAX } from '#kernel/sizes.ts'

export interface Sending {
  method: string
  path: string
  body?: string | Uint8Array<ArrayBuffer>
  /** Header names without a value. The client does not send a default for these. */
  headers?: Record<string, string | undefined>
}

interface Schema {
  type?: string | string[]
  format?: string
  enum?: unknown[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  maxLength?: number
  maxItems?: number
}

export interface Operation {
  parameters?: { name: string; in: 'query' | 'path'; schema: Schema; required?: boolean }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

/** A text field of a route, and a request in which the field has its maximum length and repeats one unit. */
export interface Field {
  method: string
  path: string
  name: string
  isLong: boolean
  /** Parsed by the same code on every route. */
  isShared?: boolean
  /** Units for this field, if those of plain text are useless. */
  units?: string[]
  with(unit: string, share?: number): Sending
}

/** Servers in front of a site accept no longer URL. */
const QUERY_MAX = 8_000

/** The fields of a route. `known` has valid values by field name, so that the other fields do not cause a refusal. */
export function fieldsOf(method: string, path: string, operation: Operation, known: Record<string, unknown>): Field[] {
  const asked = (operation.parameters ?? []).filter((each) => each.in === 'query' && takesText(each.schema))
  const inQuery = asked.map(({ name, schema }) => queryField(method, path, name, schema.maxLength))
  const body = operation.requestBody?.content['application/json']?.schema
  if (body === undefined) return inQuery
  const valid = Object.fromEntries(
    Object.entries(body.properties ?? {})
      .filter(([name]) => name in known || body.required?.includes(name))
      .map(([name, schema]) => [name, known[name] ?? schema.enum?.[0] ?? 'a word or two']),
  )
  const inBody = Object.entries(body.properties ?? {})
    .filter(([, schema]) => takesText(schema) || takesText(schema.items ?? {}))
    .map(([name, schema]) => bodyField({ method, path, name }, schema, valid))
  const numbers = Object.entries(body.properties ?? {})
    .filter(([, schema]) => schema.items?.type === 'integer')
    .map(([name, schema]) => numbersField({ method, path, name }, schema, valid))
  return [...inQuery, ...inBody, ...numbers, wholeBody(method, path)]
}

export function queryField(method: string, path: string, name: string, most = QUERY_MAX): Field {
  const withUnit = (unit: string, share = 1) => {
    const room = { characters: most * share, bytes: QUERY_MAX }
    const value = filled(unit, room, encodeURIComponent(unit).length)
    return { method, path: `${path}?${new URLSearchParams({ [name]: value })}` }
  }
  return { method, path, name, isLong: false, with: withUnit }
}

function bodyField(route: { method: string; path: string; name: string }, schema: Schema, valid: object): Field {
  const { maxLength = JSON_BODY_MAX } = schema.items ?? schema
  const items = schema.items ? (schema.maxItems ?? 1) : 1
  // Three characters for the quotes and the comma of an item.
  const spare = Math.floor((JSON_BODY_MAX - JSON.stringify(valid).length - 100) / items) - 3
  const withUnit = (unit: string, share = 1) => {
    const room = { characters: maxLength * share - (schema.format === 'email' ? 10 : 0), bytes: spare }
    const text = filled(unit, room, Buffer.byteLength(JSON.stringify(unit)) - 2)
    const value = schema.format === 'email' ? `${text}@joule.test` : text
    const body = { ...valid, [route.name]: schema.items ? Array(items).fill(value) : value }
    return { ...route, body: JSON.stringify(body) }
  }
  return { ...route, isLong: maxLength > 10_000, with: withUnit }
}

/** A header that a route reads. `start` is the required prefix, so that the header is not refused early. */
export function headerField(method: string, path: string, name: string, start: string, body?: string): Field {
  const units = ['a', ',', ';', '=', '"', '%41', 'a=b; ', 'en;q=0.1,', 'W/"a",', '(', '.1', ':']
  const withUnit = (unit: string) => {
    const headers = {
      // The site reads most headers before it knows the user.
      ...(!path.startsWith('/api/auth/') && body !== undefined ? {} : { authorization: undefined }),
      [name]: start + filled(unit, { characters: HEADER_MAX, bytes: HEADER_MAX }, unit.length),
    }
    return { method, path, headers, ...(body !== undefined && { body }) }
  }
  return { method, path, name, isLong: false, units, with: withUnit }
}

/** Servers in front of a site accept no longer header. */
const HEADER_MAX = 16_000

/** A list of numbers: as long as a body may be, or with the maximum number of distinct items. */
function numbersField(
  route: { method: string; path: string; name: string },
  { maxItems = 1_000 }: Schema,
  valid: object,
): Field {
  const lists: Record<string, () => number[]> = {
    'the same number': () => Array((JSON_BODY_MAX - 1_000) / 2).fill(1),
    'another number each': () => Array.from({ length: maxItems }, (_, index) => index + 1),
    'large numbers': () => Array(maxItems).fill(Number.MAX_SAFE_INTEGER),
  }
  const withUnit = (unit: string) => ({ ...route, body: JSON.stringify({ ...valid, [route.name]: lists[unit]?.() }) })
  return { ...route, isLong: false, units: Object.keys(lists), with: withUnit }
}

/** Invalid JSON, or JSON of another shape. */
function wholeBody(method: string, path: string): Field {
  const withUnit = (unit: string, share = 1) => ({
    method,
    path,
    body: filled(unit, { characters: JSON_BODY_MAX, bytes: JSON_BODY_MAX * share }, Buffer.byteLength(unit)),
  })
  return { method, path, name: 'the whole body', isLong: false, isShared: true, with: withUnit }
}

function filled(unit: string, room: { characters: number; bytes: number }, bytesOfUnit: number): string {
  return unit.repeat(Math.max(Math.floor(Math.min(room.characters / unit.length, room.bytes / bytesOfUnit)), 1))
}

function takesText({ type, enum: some }: Schema): boolean {
  return some === undefined && [type].flat().includes('string')
}
