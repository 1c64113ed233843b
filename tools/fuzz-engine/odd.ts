import fc, { type Arbitrary } from 'fast-check'
import { Raw } from './written.ts'

const words = (text: string) => text.split(' ')

/** Problematic texts, separated by spaces. */
const WORDS = words(
  `null undefined true [object NaN -0 1e400 0x10 ٣ 1_000 007 +1 1.5 ../../etc/passwd .. . / // \\ % %00 %zz %c0%ae ? # & = ; * " ' \`
  '-- ";DROP {{7*7}} <script>alert(1)</script> <img/onerror=a> <!-- __proto__ constructor toString hasOwnProperty length $ref (?:a+)+$
  @ @a@b a@b.example 1970-01-01 9999-12-31T23:59:60Z 2026-02-30 -271821-04-20T00:00:00.000Z P1Y http://[::1 data:,a Ⅷ ﬀ İ ß ſ K 한 각
  😀 👩‍👩‍👧‍👦 🇨🇳🇨`.replace(/\s+/g, ' '),
)
const CONTROLS = words(
  '00 01 07 09 0a 0d 1b 7f 85 a0 ad 0301 0e33 200b 200d 202e 2028 2066 2067 feff fffe ffff d800 dc00 10ffff',
).map((code) => String.fromCodePoint(Number.parseInt(code, 16)))
const TEXTS = [
  '',
  ' ',
  ...WORDS,
  ...CONTROLS,
  ...CONTROLS.map((letter) => `a${letter}b`),
  '\udc00\ud800',
  '\r\nX-Odd: 1',
]

const SURROGATES = { first: 0xd800, count: 0x800 }

/** As fast-check's unit `binary`, which fills a map of a million characters when the module is loaded: 0.8 s of CPU time. */
const character: Arbitrary<string> = fc.integer({ min: 0, max: 0x10ffff - SURROGATES.count }).map(
  (index) => String.fromCodePoint(index < SURROGATES.first ? index : index + SURROGATES.count),
  (text) => {
    const code = typeof text === 'string' ? text.codePointAt(0) : undefined
    if (code === undefined || String.fromCodePoint(code) !== text) throw new Error('not one character')
    return code < SURROGATES.first ? code : code - SURROGATES.count
  },
)
const anyText = (maxLength: number) => fc.string({ unit: character, maxLength })

const UNITS = ['a', '好', '😀', '\u0301', ' ', '\n', '\\', '<b>']
const LENGTHS = [65, 256, 1_001, 10_000, 200_001]

export const oddText: Arbitrary<string> = fc.oneof(
  { arbitrary: fc.constantFrom(...TEXTS), weight: 5 },
  { arbitrary: anyText(30), weight: 2 },
  // Random UTF-16 code units, including lone surrogates.
  {
    arbitrary: fc
      .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 })
      .map((codes) => String.fromCharCode(...codes)),
    weight: 1,
  },
  {
    arbitrary: fc
      .tuple(fc.constantFrom(...UNITS), fc.constantFrom(...LENGTHS))
      .map(([unit, length]) => unit.repeat(Math.ceil(length / unit.length))),
    weight: 1,
  },
)

const NUMBERS = words(
  `0 -0 -1 1 0.1 -0.5 1e-320 5e-324 1e21 1e308 -1e308 1e400 -1e999 2147483647 2147483648 -2147483649 4294967296 ${'9007199254740991 9007199254740992 9007199254740993 9223372036854775807 9223372036854775808 -9223372036854775809'} ${'1'.repeat(400)} 0.${'3'.repeat(400)}`,
)

/** Verbatim: JavaScript would write some of them differently. */
export const oddNumber: Arbitrary<Raw> = fc
  .oneof(
    fc.constantFrom(...NUMBERS),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => JSON.stringify(number)),
  )
  .map((text) => new Raw(text))

const nested = (open: string, close: string, depth: number) => new Raw(`${open.repeat(depth)}1${close.repeat(depth)}`)

/** Nested much deeper than any valid input. */
export const deepJson: Arbitrary<Raw> = fc
  .tuple(
    fc.constantFrom<[string, string]>(['[', ']'], ['{"a":', '}'], ['[{"__proto__":', '}]']),
    fc.constantFrom(10, 200, 5_000, 100_000),
  )
  .map(([[open, close], depth]) => nested(open, close, depth))

/** Any JSON value of a wrong type. */
export const oddValue: Arbitrary<unknown> = fc.oneof(
  { arbitrary: oddText, weight: 3 },
  { arbitrary: oddNumber, weight: 3 },
  {
    arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { a: 1 }, ['a'], [1, 'a', null]),
    weight: 3,
  },
  { arbitrary: fc.constantFrom(200, 3_000).map((depth) => nested('[', ']', depth)), weight: 1 },
  { arbitrary: fc.array(oddText, { maxLength: 5 }), weight: 1 },
  { arbitrary: fc.constantFrom(10, 1_001, 50_000).map((length) => Array<number>(length).fill(1)), weight: 1 },
  { arbitrary: fc.constant(new Raw('{"a":1,"a":2,"__proto__":{"isAdmin":true}}')), weight: 1 },
)

const BROKEN = words(`{ {"a": {"a"} [1,] {'a':1} undefined NaN \ufeff{} {}{} \0 " \\ null 1 "a" [] true`)

/** Invalid JSON, or JSON that is not an object. */
export const brokenJson: Arbitrary<Raw> = fc
  .oneof(fc.constantFrom('', ...BROKEN), anyText(20))
  .map((text) => new Raw(text))

const ADDRESSES = words(
  `. .. %2e%2e / // %2f %5c % %0 %zz %00 %ff %c0%80 %ed%a0%80 %F0%9F ;a=b * ~ %25 %2500 : @ | " < > ^ \` { } [ ] \\ + & = ? ?? ?# %23`,
)

/** Characters that are invalid in a URL. */
export const oddAddress: Arbitrary<Raw> = fc
  .oneof(fc.constantFrom('', ...ADDRESSES, '-'.repeat(4_000), '%e5%a5%bd'.repeat(300)), anyText(10))
  .map((text) => new Raw(text))
