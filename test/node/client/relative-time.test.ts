import { expect, test } from 'vitest'
import { strengthOf } from '#client/behaviors/account/password-strength.ts'
import { problemOf } from '#client/behaviors/forms/fields.ts'
import { relativeTimesIn } from '#client/behaviors/relative-times.ts'
import { clientTexts, filledIn } from '#client/text.ts'

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

test.each(['en', 'zh-CN'] as const)(
  'times more than a week away are formatted like Intl.DateTimeFormat in %s',
  (language) => {
    const written = relativeTimesIn(language, NOW)
    const date = { month: 'short', day: 'numeric' } as const
    for (let days = 7; days < 800; days++) {
      const moment = before(days * DAY)
      const year = moment.getFullYear() === NOW.getFullYear() ? {} : ({ year: 'numeric' } as const)
      expect(written(moment)).toBe(
        new Intl.DateTimeFormat(language, { ...date, ...year }).format(moment),
      )
    }
    expect(written(before(-DAY))).toBe(new Intl.DateTimeFormat(language, date).format(before(-DAY)))
  },
)

test('a time within a minute, also in the future, is shown as "just now"', () => {
  const written = relativeTimesIn('en', NOW)
  expect([written(before(20 * SECOND)), written(before(-20 * SECOND))]).toEqual([
    'just now',
    'just now',
  ])
})

const text = clientTexts.en
const wanted = { type: 'text', required: false, minLength: -1, maxLength: -1 }

test('the browser validates fields like the server', () => {
  expect(problemOf('', { ...wanted, required: true }, text)).toBe(text.required)
  expect(problemOf('', { ...wanted, minLength: 8 }, text)).toBeNull()
  expect(problemOf('能量能量', { ...wanted, minLength: 4, maxLength: 4 }, text)).toBeNull()
  expect(problemOf('👩‍🚀', { ...wanted, maxLength: 2 }, text)).toBe(text.tooLong(2))
  expect(problemOf('short', { ...wanted, minLength: 8 }, text)).toBe(text.tooShort(8))
  expect(problemOf('no address', { ...wanted, type: 'email' }, text)).toBe(text.email)
  expect(problemOf(' a@b.cn ', { ...wanted, type: 'email' }, text)).toBeNull()
  expect(problemOf('one', { ...wanted, sameAs: 'two' }, text)).toBe(text.notTheSame)
})

test('password strength measures how hard the password is to guess', () => {
  expect(strengthOf('')).toBe(0)
  expect(strengthOf('short')).toBe(1)
  expect(strengthOf('aaaaaaaaaaaaaaaa')).toBe(1)
  expect(strengthOf('password1234')).toBe(1)
  expect(strengthOf('adalovelace', ['adalovelace'])).toBe(1)
  expect(strengthOf('1234567890')).toBe(1)
  expect(strengthOf('kettlerun')).toBe(2)
  expect(strengthOf('Kettle-run-9')).toBe(3)
  expect(strengthOf('correct horse battery staple')).toBe(4)
})

test('the placeholders of a message are filled with values of the response', () => {
  const response = {
    user: { display_name: '$& Ada' },
    purge_at: '2026-12-15T12:00:00.000Z',
    destroyed: 0,
  }
  expect(filledIn('Welcome, {user.display_name}!', response, 'en')).toBe('Welcome, $& Ada!')
  expect(filledIn('{destroyed} ended', response, 'en')).toBe('0 ended')
  expect(filledIn('until {purge_at:date}', response, 'en')).toBe('until December 15, 2026')
  expect(filledIn('{nothing.there}', undefined, 'en')).toBe('')
})
