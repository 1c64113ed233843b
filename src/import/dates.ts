/** A date in any usual form as ISO 8601 in UTC; null if it is none. A time without a zone is UTC. */
export function importDate(value: unknown): string | null {
  if (value instanceof Date) return importDate(isoOf(value.getTime()) === null ? null : value.toISOString())
  if (typeof value === 'number') return isoOf(value < SECONDS_BELOW ? value * 1_000 : value)
  if (typeof value !== 'string' || value.length > 64) return null
  const text = value.trim()
  const parts = NUMBERS.exec(text) ?? CHINESE.exec(text)
  if (parts) return isoOf(timeOf(parts.slice(1)))
  if (/^\d{9,13}$/.test(text)) return importDate(Number(text))
  if (!MONTH.test(text)) return null
  return isoOf(Date.parse(ZONE.test(text) ? text : `${text} UTC`))
}

const NUMBERS =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]\s?(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:[.,](\d{1,9}))?)?)?\s?(?:(Z|UTC|GMT)|([+-])(\d{2}):?(\d{2})?)?(?: [A-Za-z]{1,5})?$/i
const CHINESE = /^(\d{4})年(\d{1,2})月(\d{1,2})日(?: ?(\d{1,2})[:时](\d{1,2})(?:[:分](\d{1,2})秒?)?)?$/
const MONTH = /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i
const ZONE = /(?:z|utc|gmt|[ap][a-z]?[sd]t|[+-]\d{2}:?\d{2})(?: \([^)]{0,40}\))?$/i

/** Numbers below are seconds, others milliseconds. */
const SECONDS_BELOW = 100_000_000_000
/** Go writes a missing date as the year 1. */
const FIRST = Date.UTC(1970, 0, 1)
const LAST = Date.UTC(9999, 11, 31)

function timeOf(parts: readonly (string | undefined)[]): number {
  const [year, month, day, hour, minute, second] = parts.slice(0, 6).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const [fraction = '', , sign, zoneHours = '0', zoneMinutes = '0'] = parts.slice(6)
  const time = Date.UTC(year, month - 1, day, hour, minute, second, Number(fraction.padEnd(3, '0').slice(0, 3)))
  const date = new Date(Date.UTC(year, month - 1, day))
  const exists = date.getUTCMonth() === month - 1 && hour < 25 && minute < 60 && second < 61
  const offset = (Number(zoneHours) * 60 + Number(zoneMinutes)) * 60_000
  return exists ? time - (sign === '-' ? -offset : offset) : Number.NaN
}

function isoOf(time: number): string | null {
  return time >= FIRST && time < LAST ? new Date(time).toISOString() : null
}
