import { expect, test } from 'vitest'
import { SECOND } from '#kernel/clock.ts'
import { Known } from '#kernel/known.ts'

const NOW = new Date('2026-11-15T12:00:00Z')

test('what is known ages', () => {
  const known = new Known<string>()
  expect([known.latest, known.youngerThan(3 * SECOND, NOW)]).toEqual([null, null])
  known.learning(NOW)('read')
  const later = (ms: number) => new Date(NOW.getTime() + ms)
  expect(known.youngerThan(3 * SECOND, later(3 * SECOND - 1))).toBe('read')
  expect(known.youngerThan(3 * SECOND, later(3 * SECOND))).toBeNull()
  expect(known.latest).toBe('read')
})

test('a change counts at once, and what was read before it no more', () => {
  const known = new Known<string>()
  const learn = known.learning(NOW)
  known.changing(NOW)('changed')
  learn('read before')
  expect(known.latest).toBe('changed')
})

test('of two changes at once neither answer is believed', () => {
  const known = new Known<string>()
  const [one, other] = [known.changing(NOW), known.changing(NOW)]
  one('one')
  expect(known.latest).toBe('one')
  const learn = known.learning(NOW)
  other('other')
  expect(known.latest).toBeNull()
  learn('read between')
  expect(known.latest).toBeNull()
  known.learning(NOW)('read after')
  expect(known.latest).toBe('read after')
})
