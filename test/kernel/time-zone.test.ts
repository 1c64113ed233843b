import { expect, test } from 'vitest'
import { isTimeZone, momentOf, namedTime, wallTime, zoneName } from '#kernel/time-zone.ts'

const [NEW_YORK, BERLIN] = ['America/New_York', 'Europe/Berlin']

test('IANA names are time zones, and neither offsets nor other texts are', () => {
  for (const name of [
    'Asia/Shanghai',
    NEW_YORK,
    'Asia/Kolkata',
    'Asia/Calcutta',
    'UTC',
    'Etc/GMT+8',
  ])
    expect([name, isTimeZone(name)]).toEqual([name, true])
  for (const name of [
    '',
    '+08:00',
    'Mars/Base',
    'Asia/Shanghai ',
    "Asia/Shanghai'",
    'a'.repeat(65),
  ])
    expect([name, isTimeZone(name)]).toEqual([name, false])
})

test.each([
  ['2026-11-16T16:00', '2026-11-17T00:00', 'Asia/Shanghai'],
  ['2026-11-17T04:59', '2026-11-16T23:59', NEW_YORK],
  ['2026-11-17T05:00', '2026-11-17T00:00', NEW_YORK],
  ['2026-07-17T04:00', '2026-07-17T00:00', NEW_YORK],
  ['2026-11-17T18:15', '2026-11-18T00:00', 'Asia/Kathmandu'],
  ['2026-12-31T10:00', '2027-01-01T00:00', 'Pacific/Kiritimati'],
])('%s UTC is converted to %s in %s, and back', (utc, wall, zone) => {
  const moment = new Date(`${utc}Z`)
  expect(wallTime(moment, zone)).toBe(wall)
  expect(momentOf(wall, zone)).toEqual(moment)
})

test('a local time that clocks skip is moved by the length of the skip', () => {
  expect(momentOf('2026-03-08T02:30', NEW_YORK)).toEqual(new Date('2026-03-08T03:30:00-04:00'))
  expect(momentOf('2026-03-29T02:30', BERLIN)).toEqual(new Date('2026-03-29T03:30:00+02:00'))
})

test('a local time that clocks show twice means the first one', () => {
  expect(momentOf('2026-11-01T01:30', NEW_YORK)).toEqual(new Date('2026-11-01T01:30:00-04:00'))
  expect(momentOf('2026-10-25T02:30', BERLIN)).toEqual(new Date('2026-10-25T02:30:00+02:00'))
})

test.each([NEW_YORK, BERLIN])(
  'the days around a change of the clocks begin at midnight in %s',
  (zone) => {
    for (const day of [
      '2026-03-08',
      '2026-03-09',
      '2026-03-29',
      '2026-03-30',
      '2026-10-25',
      '2026-10-26',
      '2026-11-01',
    ])
      expect(wallTime(momentOf(`${day}T00:00`, zone), zone)).toBe(`${day}T00:00`)
  },
)

test('a time is written with the name of its zone, in both languages', () => {
  const moment = new Date('2026-11-17T07:00:00Z')
  const written = (zone: string) => [
    namedTime(moment, zone, 'en'),
    namedTime(moment, zone, 'zh-CN'),
  ]
  const plain = (texts: string[]) => texts.map((text) => text.replaceAll(/\s/g, ' '))
  expect(plain(written('Asia/Shanghai'))).toEqual([
    'Nov 17, 2026, 3:00 PM (Shanghai time)',
    '2026年11月17日 15:00（北京时间）',
  ])
  expect(plain(written(NEW_YORK))).toEqual([
    'Nov 17, 2026, 2:00 AM (Eastern Time)',
    '2026年11月17日 02:00（北美东部时间）',
  ])
  expect(zoneName(BERLIN, moment, 'en')).toBe('Central European Time')
})
