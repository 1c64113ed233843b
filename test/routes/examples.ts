import { env } from 'cloudflare:workers'
import type { Example } from '#web/openapi/examples.ts'

/** `npm run api` records one example of each operation. */
export const isRecording = JSON.parse((env as unknown as { PROVE: string }).PROVE).examples === true

const ITEMS_MAX = 2
const TEXT_MAX = 300

/**
 * The replacements make two records of the same request equal, and remove everything that
 * identifies a session or a machine.
 */
const RANDOM: readonly (readonly [RegExp, string])[] = [
  [/<svg.*/s, '<svg>…</svg>'],
  [/(%3A)?[\w.+-]+(@|%40)(?:[\w-]+\.)+\w+/g, '$1name$2example.com'],
  [/(?<![\w-])[A-Z\d]{4}(?:-[A-Z\d]{4}){2}(?![\w-])/g, 'XXXX-XXXX-XXXX'],
  [/(?<![\w-])[a-z\d]{4}(?:-[a-z\d]{4}){3}(?![\w-])/g, 'xxxx-xxxx-xxxx-xxxx'],
  [/^\d{6}$/, '000000'],
  [/whsec_[\w+/=]+/g, 'whsec_AAAA='],
  [
    /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g,
    '00000000-0000-4000-8000-000000000000',
  ],
  [/\d{4}-\d\d-\d\d(T[\d:.]+Z)/g, '2026-11-18T04:00:00.000Z'],
  [/\d{4}-\d\d-\d\d(?!T)/g, '2026-11-18'],
  [/\bn[\da-f]{8}\d+\b/g, 'joule'],
  [/\b10\.\d+\.\d+\.\d+\b/g, '203.0.113.1'],
  [/\bjoule\.test\b/g, 'joule.example'],
]
const SECRET = /(?<=joule_|(?<![\w-]))(?!joule_)(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{20,}/g

/** One line of the file of examples. */
export function exampleOf(path: string, body: unknown, status: number, response: unknown): Example {
  const ids = new Map<string, string>()
  const numbered = (id: string) => ids.get(id) ?? ids.set(id, String(ids.size + 1)).get(id) ?? ''
  const text = (value: string) =>
    RANDOM.reduce((before, [pattern, by]) => before.replace(pattern, by), value)
      .replace(SECRET, (secret) => '0'.repeat(secret.length))
      .replace(/(?<=\/)\d+(?=$|[/?#.])|\d{6,}/g, (id) => (/^0+$/.test(id) ? id : numbered(id)))
      .slice(0, TEXT_MAX)
  const clean = (value: unknown, name = ''): unknown => {
    if (typeof value === 'string') return text(value)
    if (typeof value === 'number')
      return /(?:^|_)u?ids?$/.test(name) || value > 1e6 ? Number(numbered(`${value}`)) : value
    if (Array.isArray(value)) return value.slice(0, ITEMS_MAX).map((item) => clean(item, name))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [text(key), clean(inner, key)]),
    )
  }
  const parts = { path: text(path), body: clean(body), status, response: clean(response) }
  return parts as Example
}
