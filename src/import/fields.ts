import type { Loss } from '#import/item.ts'
import { isVisible } from '#kernel/fields.ts'
import {
  IMPORT_KEY_MAX,
  SUMMARY_MAX,
  TAG_MAX,
  TAGS_MAX,
  TITLE_MAX,
  tagKey,
} from '#kernel/post-limits.ts'

/** The key of an id, which is always the same. A long id is cut and gets a hash of the whole id. */
export function importKey(prefix: string, id: string): string {
  const key = `${prefix}:${id.replace(/[\s\p{C}]/gu, '_')}`
  return key.length <= IMPORT_KEY_MAX
    ? key
    : `${key.slice(0, IMPORT_KEY_MAX - 17).toWellFormed()}-${hash(key)}`
}

/** One line, cut to the length that the site accepts. Empty if it has no visible character. */
export function importTitle(title: string): string {
  return shortened(oneLine(title), TITLE_MAX)
}

/** Null if the summary is empty. */
export function importSummary(summary: string): string | null {
  return shortened(oneLine(summary), SUMMARY_MAX) || null
}

/** The tags that the site accepts. The other tags are a loss. */
export function importTags(names: readonly string[]): { tags: string[]; losses: Loss[] } {
  const all = new Map<string, string>()
  for (const name of names) {
    const tag = oneLine(name)
      .replace(/^#+(?=.)/, '')
      .normalize('NFC')
    if (tag !== '' && !all.has(tagKey(tag))) all.set(tagKey(tag), tag)
  }
  const fitting = [...all.values()].filter((tag) => [...tag].length <= TAG_MAX)
  const tags = fitting.slice(0, TAGS_MAX)
  const lost = [...all.values()].filter((tag) => !tags.includes(tag))
  return {
    tags,
    losses:
      lost.length === 0
        ? []
        : [{ kind: 'tags', count: lost.length, detail: lost.join(', ').slice(0, 200) }],
  }
}

function oneLine(text: string): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Bidi_Control}\0]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
  return isVisible(line) ? line : ''
}

export function shortened(text: string, max: number): string {
  const characters = [...text]
  return characters.length <= max
    ? text
    : `${characters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`
}

/** The API refuses NUL and lone surrogates. */
export function acceptedText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

/** FNV-1a with 64 bits. */
function hash(text: string): string {
  let value = 0xcbf29ce484222325n
  for (const byte of new TextEncoder().encode(text))
    value = BigInt.asUintN(64, (value ^ BigInt(byte)) * 0x100000001b3n)
  return value.toString(16).padStart(16, '0')
}

/**
 * A date in any usual form as ISO 8601 in UTC; null if it is no date. A time without a zone is in
 * UTC.
 */
export function importDate(value: unknown): string | null {
  if (value instanceof Date)
    return importDate(isoOf(value.getTime()) === null ? null : value.toISOString())
  if (typeof value === 'number') return isoOf(value < SECONDS_BELOW ? value * 1_000 : value)
  if (typeof value !== 'string' || value.length > 64) return null
  const text = value.trim()
  const parts = NUMBERS.exec(text) ?? CHINESE.exec(text)
  if (parts) return isoOf(timeOf(parts.slice(1)))
  if (/^\d{9,13}$/.test(text)) return importDate(Number(text))
  if (!MONTH.test(text)) return null
  return isoOf(Date.parse(ZONE.test(text) ? text : `${text} UTC`))
}

export function firstDate(values: readonly unknown[]): string | null {
  for (const value of values) {
    const date = importDate(value)
    if (date !== null) return date
  }
  return null
}

const NUMBERS =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]\s?(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:[.,](\d{1,9}))?)?)?\s?(?:(Z|UTC|GMT)|([+-])(\d{2}):?(\d{2})?)?(?: [A-Za-z]{1,5})?$/i
const CHINESE =
  /^(\d{4})年(\d{1,2})月(\d{1,2})日(?: ?(\d{1,2})[:时](\d{1,2})(?:[:分](\d{1,2})秒?)?)?$/
const MONTH = /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i
const ZONE = /(?:z|utc|gmt|[ap][a-z]?[sd]t|[+-]\d{2}:?\d{2})(?: \([^)]{0,40}\))?$/i

/** Numbers below this are seconds, others are milliseconds. */
const SECONDS_BELOW = 100_000_000_000
/** Go writes a missing date as the year 1. */
const FIRST = Date.UTC(1970, 0, 1)
const LAST = Date.UTC(9999, 11, 31)

function timeOf(parts: readonly (string | undefined)[]): number {
  const [year, month, day, hour, minute, second] = parts
    .slice(0, 6)
    .map((part) => Number(part ?? 0)) as [number, number, number, number, number, number]
  const [fraction = '', , sign, zoneHours = '0', zoneMinutes = '0'] = parts.slice(6)
  const time = Date.UTC(
    year,
    month - 1,
    day,
    hour,
    minute,
    second,
    Number(fraction.padEnd(3, '0').slice(0, 3)),
  )
  const date = new Date(Date.UTC(year, month - 1, day))
  const exists = date.getUTCMonth() === month - 1 && hour < 25 && minute < 60 && second < 61
  const offset = (Number(zoneHours) * 60 + Number(zoneMinutes)) * 60_000
  if (!exists) return Number.NaN
  return sign === '-' ? time + offset : time - offset
}

function isoOf(time: number): string | null {
  return time >= FIRST && time < LAST ? new Date(time).toISOString() : null
}
