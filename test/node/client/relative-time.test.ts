import { expect, test } from 'vitest'
import { relativeTimesIn } from '#client/behaviors/relative-times.ts'

const NOW = new Date('2026-11-16T12:00:00.000Z')
const SECOND = 1000
const [MINUTE, HOUR, DAY] = [60 * SECOND, 3600 * SECOND, 24 * 3600 * SECOND]

const before = (milliseconds: number) => new Date(NOW.getTime() - milliseconds)

test.each(['en', 'zh-CN'] as const)(
  'times within a week are formatted like Intl.RelativeTimeFormat in %s',
  (language) => {
    const written = relativeTimesIn(language, NOW)
    const words = new Intl.RelativeTimeFormat(language, { numeric: 'always' })
    const units = [
      ['minute', MINUTE, 59],
      ['hour', HOUR, 23],
      ['day', DAY, 6],
    ] as const
    for (const [unit, length, most] of units)
      for (let count = 1; count <= most; count++)
        expect(written(before(count * length + 20 * SECOND))).toBe(words.format(-count, unit))
  },
)

test.each(['en', 'zh-CN'] as const)('other days are formatted like Intl.DateTimeFormat in %s', (language) => {
  const written = relativeTimesIn(language, NOW)
  const date = { month: 'short', day: 'numeric' } as const
  for (let days = 7; days < 800; days++) {
    const moment = before(days * DAY)
    const year = moment.getFullYear() === NOW.getFullYear() ? {} : ({ year: 'numeric' } as const)
    expect(written(moment)).toBe(new Intl.DateTimeFormat(language, { ...date, ...year }).format(moment))
  }
  expect(written(before(-DAY))).toBe(new Intl.DateTimeFormat(language, date).format(before(-DAY)))
})

test('times are relative for a week, then dates', () => {
  const now = new Date('2026-11-15T12:00:00Z')
  const written = relativeTimesIn('en', now)
  const at = (moment: string) => written(new Date(moment))
  expect(at('2026-11-15T11:59:40Z')).toBe('just now')
  expect(at('2026-11-15T12:00:20Z')).toBe('just now')
  expect(at('2026-11-15T11:57:10Z')).toBe('2 minutes ago')
  expect(at('2026-11-15T09:00:00Z')).toBe('3 hours ago')
  expect(at('2026-11-14T11:00:00Z')).toBe('1 day ago')
  expect(at('2026-11-01T12:00:00Z')).toBe('Nov 1')
  expect(at('2025-11-01T12:00:00Z')).toBe('Nov 1, 2025')
  expect(relativeTimesIn('zh-CN', now)(new Date('2026-11-15T11:57:00Z'))).toBe('3分钟前')
})
