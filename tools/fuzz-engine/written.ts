import { Buffer } from 'node:buffer'
import type { Pool } from './pool.ts'

/** Written into a request verbatim, although it may be invalid JSON or an invalid URL part. */
export class Raw {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** A value from an earlier response, resolved when the request is sent. */
export class Known {
  readonly names: string[]
  readonly draw: number
  constructor(names: string[], draw: number) {
    this.names = names
    this.draw = draw
  }
}

/** A value as JSON. */
export function asJson(value: unknown, pool: Pool): string {
  if (value instanceof Raw) return value.text
  if (value instanceof Known) return JSON.stringify(pool.value(value))
  if (Array.isArray(value)) return `[${value.map((each) => asJson(each, pool)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value).filter(([, each]) => each !== undefined)
  return `{${members.map(([name, each]) => `${JSON.stringify(name)}:${asJson(each, pool)}`).join(',')}}`
}

/** Servers accept no longer URL or header. */
const LINE_MAX = 4_000

/** A value as part of a URL. */
export function asAddress(value: unknown, pool: Pool): string {
  const text = asText(value, pool).slice(0, LINE_MAX)
  return (value instanceof Raw ? text.replace(/[^\x21-\x7e]/g, percent) : percent(text)).slice(0, LINE_MAX)
}

/** A value as a header: one line, Latin-1 only. */
export function asHeader(value: unknown, pool: Pool): string {
  return asText(value, pool)
    .slice(0, LINE_MAX)
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, '?')
}

export function asText(value: unknown, pool: Pool): string {
  if (value instanceof Raw) return value.text
  if (value instanceof Known) return asText(pool.value(value), pool)
  return typeof value === 'string' ? value : asJson(value, pool)
}

/**
 * Encodes lone surrogates too, which `encodeURIComponent` refuses: as the three bytes that a faulty client would send.
 */
export function percent(text: string): string {
  return [...text].map((letter) => (/[\w.~-]/.test(letter) ? letter : bytesOf(letter).map(asHex).join(''))).join('')
}

function bytesOf(letter: string): number[] {
  const code = letter.codePointAt(0) ?? 0
  if (code < 0xd800 || code > 0xdfff) return [...Buffer.from(letter)]
  return [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63)]
}

function asHex(byte: number): string {
  return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
}
