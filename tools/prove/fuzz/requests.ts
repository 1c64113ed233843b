import { Buffer } from 'node:buffer'
import fc, { type GeneratorValue as Draw } from 'fast-check'
import type { JsonSchema, OpenApiDocument, Operation } from '../../../src/web/openapi/document.ts'

/** A serialized request. */
export interface Sending {
  method: string
  /** Path and query, exactly as sent. */
  address: string
  headers: Record<string, string>
  body: Buffer | null
}

/** The parts of JSON Schema that are needed to generate requests. */
type Schema = JsonSchema & { pattern?: string }

export interface Route {
  method: string
  path: string
  /** All methods of the path. */
  methods: string[]
  operation: Operation
  body: { type: string; schema: Schema } | null
}

export function routesOf({ paths, components }: OpenApiDocument): Route[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]): Route => {
      const [type, { schema = {} } = {}] =
        Object.entries(operation.requestBody?.content ?? {})[0] ?? []
      const resolved = schema.$ref
        ? components?.schemas?.[schema.$ref.split('/').at(-1) ?? '']
        : schema
      const body = type ? { type, schema: resolved ?? {} } : null
      return {
        method: method.toUpperCase(),
        path,
        methods: Object.keys(operations),
        operation,
        body,
      }
    }),
  )
}

/** A request before it is serialized. The fields of the body are JSON texts. */
interface Plan {
  method: string
  /** Values of the path parameters. */
  path: Record<string, string>
  /** Appended to the path verbatim. */
  tail: string
  query: [name: string, value: string][]
  headers: Record<string, string | undefined>
  fields: Record<string, string | undefined>
  /** Replaces the body that `fields` would give. */
  body?: Buffer
}

/** The changes of a valid request. Null if the change does not apply to the route. */
export const CHANGES: Record<
  string,
  (draw: Draw, plan: Plan, route: Route) => Partial<Plan> | null
> = {
  'as described': () => ({}),
  'an odd field': (draw, { fields }, { body }) => {
    const name = pick(draw, [
      ...Object.keys(body?.schema.properties ?? {}),
      ...Object.keys(fields),
      ...EXTRA_FIELDS,
    ])
    return (
      body && { fields: { ...fields, [name]: draw(fc.nat, 4) === 0 ? undefined : draw(ODD.json) } }
    )
  },
  // The value stays one segment of the path, otherwise the request would go to another route.
  'an odd path value': (draw, { path }) => {
    const value = draw(ODD.text).replace(/[/\\.]/g, '_') || '-'
    return Object.keys(path).length === 0
      ? null
      : { path: { ...path, [pick(draw, Object.keys(path))]: value } }
  },
  'an odd query': (draw, { query }, { operation: { parameters = [] } }) => {
    const names = parameters.flatMap(({ name }) => [name, name, `${name}[]`, `${name}[a]`])
    return { query: [...query, [pick(draw, [...names, 'odd', '']), draw(ODD.text)]] }
  },
  // Sometimes only half of the limit, because a route may refuse a text only at its full length.
  'a field at its limit': (draw, { fields }, { body }) => {
    const texts = Object.entries(body?.schema.properties ?? {}).filter(([, one]) =>
      isText(one.items ?? one),
    )
    if (!body || texts.length === 0) return null
    const [name, schema] = pick(draw, texts)
    const items = schema.items ? (schema.maxItems ?? 1) : 1
    const unit = pick(draw, UNITS)
    const most = Math.min(
      (schema.items ?? schema).maxLength ?? BODY_MAX,
      (BODY_MAX - 10_000) / items,
    )
    const length = Math.min(most / unit.length, BODY_MAX / items / JSON.stringify(unit).length)
    const value = unit.repeat(Math.max(1, Math.floor(length / pick(draw, [1, 1, 2]))))
    return {
      fields: {
        ...fields,
        [name]: JSON.stringify(schema.items ? Array(items).fill(value) : value),
      },
    }
  },
  'an odd tail': (draw) => ({ tail: draw(ODD.tail) }),
  'an odd body': (draw, { fields }, { body }) => {
    if (!body || draw(fc.boolean)) return { body: Buffer.from(draw(ODD.body)) }
    const whole = bodyOf(fields, body.type)
    return { body: whole.subarray(0, draw(fc.nat, Math.max(0, whole.length - 1))) }
  },
  'another content type': (draw, { headers }, { body }) =>
    body && { headers: { ...headers, 'content-type': pick(draw, TYPES) } },
  'an odd header': (draw, { headers }) => ({
    headers: { ...headers, [pick(draw, HEADERS)]: draw(ODD.text) },
  }),
  'another method': (draw, _, { methods }) => {
    const others = ['get', 'put', 'post', 'delete', 'patch'].filter(
      (method) => !methods.includes(method),
    )
    return { method: pick(draw, others).toUpperCase() }
  },
}

const isText = ({ type, enum: some }: Schema) => !some && [type].flat().includes('string')

/** The largest body that the site accepts, in bytes. */
const BODY_MAX = 1_048_576
const UNITS = [
  'a',
  '<b>',
  '@a ',
  '好',
  '\n',
  '&#',
  '"',
  '[[',
  '{"a":',
  '/',
  ' ',
  '\\',
  '😀',
  '\u0301',
  '<!--',
  '<p>',
  '<details><hr><summary>',
  '<table><td>',
  '<a href="/a">',
  '</p>',
  '<pre>',
  '<ul><li>',
  '<img src="/a">',
]

const EXTRA_FIELDS = ['role', 'id', 'uid', '__proto__', 'constructor', '', 'a.b', 'a[]', '\u202e']
const HEADERS =
  'accept accept-language accept-encoding range if-none-match if-modified-since user-agent cookie referer origin x-forwarded-for x-http-method-override idempotency-key upgrade via'.split(
    ' ',
  )
const TYPES = [
  undefined,
  '',
  'text/plain',
  'application/xml',
  'application/json; charset=utf-16',
  'a/b;c',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  `multipart/form-data; boundary=${'b'.repeat(300)}`,
]

/** The values for valid requests. */
export interface Sources {
  known: KnownValues
  caller: { name: string; knows: Record<string, string> }
}

/** A request to a route with one change. Null if the change does not apply. */
export function requestTo(
  route: Route,
  change: string,
  draw: Draw,
  sources: Sources,
): Sending | null {
  const place = { ...sources, path: route.path }
  const values = (route.operation.parameters ?? [])
    .filter((each) => each.required || draw(fc.boolean))
    .map(({ name, in: where, schema = {} }) => ({
      name,
      where,
      value: valid(draw, schema, { ...place, name }),
    }))
  const inside = (place: string) =>
    values.flatMap(({ name, where, value }): [string, string][] =>
      where === place ? [[name, textOf(value)]] : [],
    )
  const fields = Object.entries(Object(route.body && valid(draw, route.body.schema, place)))
  const plan: Plan = {
    method: route.method,
    tail: '',
    path: Object.fromEntries(inside('path')),
    query: inside('query'),
    headers: Object.fromEntries(inside('header')),
    fields: Object.fromEntries(fields.map(([name, value]) => [name, JSON.stringify(value)])),
  }
  const changed = CHANGES[change]?.(draw, plan, route)
  return changed ? written({ ...plan, ...changed }, route) : null
}

const pick = <Value>(draw: Draw, values: readonly Value[]) =>
  values[draw(fc.nat, values.length - 1)] as Value

/** A value that a schema allows: often one from an earlier response, sometimes an unusual one. */
function valid(
  draw: Draw,
  schema: Schema,
  place: Sources & { path: string; name?: string },
): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return pick(draw, schema.enum)
  if (schema.anyOf) return valid(draw, pick(draw, schema.anyOf), place)
  const type = pick(draw, [schema.type].flat())
  if (type === 'null') return null
  if (type === 'boolean') return draw(fc.boolean)
  if (type === 'object') {
    const { properties = {}, required = [] } = schema
    const wanted = Object.entries(properties).filter(
      ([name]) => required.includes(name) || draw(fc.boolean),
    )
    return Object.fromEntries(
      wanted.map(([name, each]) => [name, valid(draw, each, { ...place, name })]),
    )
  }
  if (type === 'array') {
    const { items = {}, minItems: min = 0, maxItems = 5 } = schema
    const length = draw(fc.integer, { min, max: Math.max(min, Math.min(maxItems, 5)) })
    return Array.from({ length }, () => valid(draw, items, place))
  }
  const { name = '', path, known, caller } = place
  if (caller.knows[name] !== undefined) return caller.knows[name]
  const own = draw(fc.boolean) ? known.of(name, path, caller.name) : []
  const values = own.length > 0 ? own : known.of(name, path, 'all')
  if (values.length > 0 && draw(fc.nat, 9) > 1) return pick(draw, values)
  if (type !== 'integer' && type !== 'number') return newText(draw, schema)
  const { minimum: min = -1e9, maximum: max = 1e9 } = schema
  return draw(fc.integer, { min, max })
}

function newText(draw: Draw, { minLength = 0, maxLength = 200, pattern, format }: Schema): string {
  if (format === 'email') return `odd-${draw(fc.nat)}@fuzz.example`
  if (format === 'date-time') return draw(fc.date, { noInvalidDate: true }).toISOString()
  if (format === 'uri') return draw(fc.webUrl)
  if (pattern) return draw(fc.stringMatching, new RegExp(pattern, 'u'))
  const text =
    draw(fc.nat, 2) === 0 ? draw(ODD.text) : draw(fc.string, { minLength: 1, maxLength: 30 })
  return [...text].slice(0, maxLength).join('').padEnd(minLength, 'a')
}

/** Servers refuse longer URLs and headers. */
const LINE_MAX = 4_000
const BOUNDARY = 'a-form-of-the-fuzz'

function written({ method, tail, ...plan }: Plan, { path, body }: Route): Sending {
  const steps = path.replace(/\{(\w+)\}/g, (_, name) => percent(plan.path[name] ?? '-'))
  const query = plan.query.map((pair) => pair.map(percent).join('=')).join('&')
  const bytes = plan.body ?? (body && bodyOf(plan.fields, body.type))
  const type = body?.type.startsWith('multipart')
    ? `${body.type}; boundary=${BOUNDARY}`
    : body?.type
  const headers = Object.entries({
    ...(bytes && { 'content-type': type ?? 'application/json' }),
    ...plan.headers,
  })
    .filter(([, value]) => value !== undefined)
    .map(([name, value = '']) => [name, value.slice(0, LINE_MAX).replace(/[^\x20-\x7e]/g, '?')])
  const length = bytes?.length ? { 'content-length': String(bytes.length) } : {}
  const address = `${steps}${tail}${query && `?${query}`}`
  return { method, address, headers: { ...Object.fromEntries(headers), ...length }, body: bytes }
}

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/**
 * The serialized fields. Every field of a multipart form is a file; about half of them are images.
 */
function bodyOf(fields: Plan['fields'], type = 'application/json'): Buffer {
  const given = Object.entries(fields).filter(
    (pair): pair is [string, string] => pair[1] !== undefined,
  )
  if (type === 'application/json') {
    return Buffer.from(
      `{${given.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`,
    )
  }
  const texts = given.map(([name, json]) => [name, textOf(JSON.parse(json))] as const)
  if (!type.startsWith('multipart'))
    return Buffer.from(texts.map((pair) => pair.map(percent).join('=')).join('&'))
  const parts = texts.flatMap(([name, text]) => [
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${percent(name)}"; filename="odd"\r\n`,
    'content-type: image/png\r\n\r\n',
    text.length % 2 === 0 ? Buffer.from(PNG, 'base64') : text,
    '\r\n',
  ])
  return Buffer.concat([...parts, `--${BOUNDARY}--\r\n`].map((part) => Buffer.from(part)))
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
/** Replaces lone surrogates, which `encodeURIComponent` refuses. */
const percent = (text: string) => encodeURIComponent(text.slice(0, LINE_MAX / 10).toWellFormed())

/** The number of values that are kept for a name. */
const VALUES_MAX = 40

/**
 * Ids, cursors and names from earlier responses, so that later requests concern things that exist.
 */
export class KnownValues {
  readonly #values = new Map<string, unknown[]>()
  /**
   * Values that no request uses, such as the id of the owner: an owner who banned their own account
   * could try nothing else.
   */
  readonly spared = new Set<unknown>()

  /**
   * Values for a parameter or a field. `owner` is the name of a caller, or `all` for values from
   * responses to every caller.
   */
  of(field: string, path: string, owner: string): unknown[] {
    const name = field.replace(/s$/, '')
    const [, thing] = /^(.*?)_?[iI]d$/.exec(name) ?? []
    const ids =
      thing === undefined ? [] : [`${thing}s.id`, ...idsOf(path.split(`{${field}}`)[0] ?? path)]
    return [name, ...ids]
      .flatMap((each) => this.#values.get(`${owner} ${each}`) ?? [])
      .filter((value) => !this.spared.has(value))
  }

  /**
   * Stores the values of a response. An id is stored under its path, as in `posts.id` and
   * `studio/posts.id`.
   */
  note(owner: string, path: string, value: unknown): void {
    if (typeof value !== 'object' || value === null) return
    for (const [name, inner] of Object.entries(value)) {
      const names = name === 'id' ? idsOf(path) : [name.replace(/^next_|s$/g, '')]
      for (const known of names)
        for (const each of [inner].flat().slice(0, 10)) this.#keep(`${owner} ${known}`, each)
      this.note(
        owner,
        Array.isArray(value) || name === 'items' ? path : `${name.replace(/s$/, '')}s`,
        inner,
      )
    }
  }

  #keep(name: string, value: unknown): void {
    const values = this.#values.get(name) ?? []
    const isScalar = typeof value === 'number' || (typeof value === 'string' && value.length < 500)
    if (isScalar && !values.includes(value))
      this.#values.set(name, [...values, value].slice(-VALUES_MAX))
  }
}

/** `/api/studio/posts` gives `studio/posts.id` and `posts.id`. */
function idsOf(path: string): string[] {
  const things = path.split('/').filter((step) => step && step !== 'api' && !step.startsWith('{'))
  return [`${things.slice(-2).join('/')}.id`, `${things.at(-1)}.id`]
}

const words = (text: string) => text.trim().split(/\s+/)
const nested = (open: string, close: string, depth: number) =>
  `${open.repeat(depth)}1${close.repeat(depth)}`

const WORDS = words(
  `null undefined true [object NaN -0 1e400 0x10 ٣ 1_000 007 +1 1.5 ../../etc/passwd .. . / // \\ % %00 %zz %c0%ae ? # & = ; * " ' \`
  '-- ";DROP {{7*7}} <script>alert(1)</script> <img/onerror=a> <!-- __proto__ constructor toString hasOwnProperty length $ref (?:a+)+$
  @ @a@b a@b.example 1970-01-01 9999-12-31T23:59:60Z 2026-02-30 -271821-04-20T00:00:00.000Z P1Y http://[::1 data:,a Ⅷ ﬀ İ ß ſ K 한 각
  😀 👩‍👩‍👧‍👦 🇨🇳🇨`,
)
const CODES = words(
  '0 1 7 9 a d 1b 7f 85 a0 ad 301 e33 200b 200d 202e 2028 2066 2067 feff fffe ffff d800 dc00 10ffff',
)
const CONTROLS = CODES.map((code) => String.fromCodePoint(Number.parseInt(code, 16)))
const LONG = ['a', '好', '😀', '\u0301', ' ', '\n', '\\', '<b>'].flatMap((unit) =>
  [65, 256, 1_001, 10_000, 200_001].map((length) => unit.repeat(Math.ceil(length / unit.length))),
)
const NUMBERS = words(
  `0 -0 -1 1 0.1 -0.5 5e-324 1e21 1e308 1e400 -1e999 2147483648 -2147483649 4294967296 9007199254740991 9007199254740993
  9223372036854775807 9223372036854775808 -9223372036854775809 ${'1'.repeat(400)}`,
)
const SHAPES = words(
  'null true false [] {} [[]] [null] {"a":1} ["a"] [1,"a",null] {"a":1,"a":2,"__proto__":{"a":true}}',
)
const BROKEN = words(
  `{ {"a": {"a"} [1,] {'a':1} undefined NaN \ufeff{} {}{} \0 " \\ null 1 "a" [] true`,
)
const DEEP = [
  nested('[', ']', 100_000),
  nested('{"a":', '}', 5_000),
  nested('[{"__proto__":', '}]', 5_000),
]
const PATHS = words(
  `. .. %2e%2e / // %2f %5c % %0 %zz %00 %ff %c0%80 %ed%a0%80 %F0%9F ;a=b * ~ %25 %2500 : @ | " < > ^ \` { } [ ] \\ + & = ? ?? ?# %23`,
)

/**
 * UTF-16 code units, including lone surrogates. fast-check's unit `binary` would take 0.8 s of CPU
 * time to load.
 */
const codeUnits = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 })
  .map((codes) => String.fromCharCode(...codes))
const text = fc.oneof(
  { arbitrary: fc.constantFrom('', ' ', '\r\nX-Odd: 1', ...WORDS, ...CONTROLS), weight: 6 },
  { arbitrary: codeUnits, weight: 2 },
  { arbitrary: fc.constantFrom(...LONG), weight: 1 },
)
const json = fc.oneof(
  text.map((each) => JSON.stringify(each)),
  fc.constantFrom(...NUMBERS),
  fc.constantFrom(...SHAPES, nested('[', ']', 3_000), `[${'1,'.repeat(50_000)}1]`),
)
const body = fc.oneof(fc.constantFrom('', ...BROKEN), fc.constantFrom(...DEEP), codeUnits)
const tail = fc.constantFrom(...PATHS, '-'.repeat(4_000), '%e5%a5%bd'.repeat(300))

/**
 * Unusual values. They are functions, because `fc.gen()` takes functions. `json` is a value for a
 * field, `body` a whole body, `tail` the end of a path.
 */
const ODD = { text: () => text, json: () => json, body: () => body, tail: () => tail }
