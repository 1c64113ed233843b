import fc from 'fast-check'

const VALUES_MAX = 40

/** Ids, cursors and names from earlier responses, so that later requests concern existing things. */
export class KnownValues {
  readonly #values = new Map<string, unknown[]>()
  /** Values that no request uses: an owner who bans themselves can try nothing else. */
  readonly spared = new Set<unknown>()

  /** Values for a parameter or a field. `owner` is a caller, or "all" for values from responses to every caller. */
  of(field: string, path: string, owner: string): unknown[] {
    const name = field.replace(/s$/, '')
    const [, thing] = /^(.*?)_?[iI]d$/.exec(name) ?? []
    const ids = thing === undefined ? [] : [`${thing}s.id`, ...idsOf(path.split(`{${field}}`)[0] ?? path)]
    return [name, ...ids]
      .flatMap((each) => this.#values.get(`${owner} ${each}`) ?? [])
      .filter((value) => !this.spared.has(value))
  }

  /** Stores the values of a response. An id is stored under its path, as in `posts.id` and `studio/posts.id`. */
  note(owner: string, path: string, value: unknown): void {
    if (typeof value !== 'object' || value === null) return
    for (const [name, inner] of Object.entries(value)) {
      const names = name === 'id' ? idsOf(path) : [name.replace(/^next_|s$/g, '')]
      for (const known of names) for (const each of [inner].flat().slice(0, 10)) this.#keep(`${owner} ${known}`, each)
      this.note(owner, Array.isArray(value) || name === 'items' ? path : `${name.replace(/s$/, '')}s`, inner)
    }
  }

  #keep(name: string, value: unknown): void {
    const values = this.#values.get(name) ?? []
    const isScalar = typeof value === 'number' || (typeof value === 'string' && value.length < 500)
    if (isScalar && !values.includes(value)) this.#values.set(name, [...values, value].slice(-VALUES_MAX))
  }
}

function idsOf(path: string): string[] {
  const things = path.split('/').filter((step) => step && step !== 'api' && !step.startsWith('{'))
  return [`${things.slice(-2).join('/')}.id`, `${things.at(-1)}.id`]
}

const words = (text: string) => text.trim().split(/\s+/)
const nested = (open: string, close: string, depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`

const WORDS = words(
  `null undefined true [object NaN -0 1e400 0x10 ٣ 1_000 007 +1 1.5 ../../etc/passwd .. . / // \\ % %00 %zz %c0%ae ? # & = ; * " ' \`
  '-- ";DROP {{7*7}} <script>alert(1)</script> <img/onerror=a> <!-- __proto__ constructor toString hasOwnProperty length $ref (?:a+)+$
  @ @a@b a@b.example 1970-01-01 9999-12-31T23:59:60Z 2026-02-30 -271821-04-20T00:00:00.000Z P1Y http://[::1 data:,a Ⅷ ﬀ İ ß ſ K 한 각
  😀 👩‍👩‍👧‍👦 🇨🇳🇨`,
)
const CODES = words('0 1 7 9 a d 1b 7f 85 a0 ad 301 e33 200b 200d 202e 2028 2066 2067 feff fffe ffff d800 dc00 10ffff')
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
const BROKEN = words(`{ {"a": {"a"} [1,] {'a':1} undefined NaN \ufeff{} {}{} \0 " \\ null 1 "a" [] true`)
const DEEP = [nested('[', ']', 100_000), nested('{"a":', '}', 5_000), nested('[{"__proto__":', '}]', 5_000)]
const PATHS = words(
  `. .. %2e%2e / // %2f %5c % %0 %zz %00 %ff %c0%80 %ed%a0%80 %F0%9F ;a=b * ~ %25 %2500 : @ | " < > ^ \` { } [ ] \\ + & = ? ?? ?# %23`,
)

/** UTF-16 code units, including lone surrogates. fast-check's unit `binary` takes 0.8 s of CPU time to load. */
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

/** `fc.gen()` takes functions. `json` is a value for a field, `body` a whole body, `tail` the end of a path. */
export const ODD = { text: () => text, json: () => json, body: () => body, tail: () => tail }
