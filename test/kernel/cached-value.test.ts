import { expect, test } from 'vitest'
import { CachedValue } from '#kernel/cached-value.ts'
import { SECOND } from '#kernel/clock.ts'

const NOW = new Date('2026-11-15T12:00:00Z')

test('a cached value expires', () => {
  const known = new CachedValue<string>()
  expect([known.latest, known.youngerThan(3 * SECOND, NOW)]).toEqual([null, null])
  known.startRead(NOW)('read')
  const later = (ms: number) => new Date(NOW.getTime() + ms)
  expect(known.youngerThan(3 * SECOND, later(3 * SECOND - 1))).toBe('read')
  expect(known.youngerThan(3 * SECOND, later(3 * SECOND))).toBeNull()
  expect(known.latest).toBe('read')
})

test('a change takes effect immediately, and a read that began before it is not stored', () => {
  const known = new CachedValue<string>()
  const learn = known.startRead(NOW)
  known.startChange(NOW)('changed')
  learn('read before')
  expect(known.latest).toBe('changed')
})

test('two concurrent changes invalidate the value', () => {
  const known = new CachedValue<string>()
  const [one, other] = [known.startChange(NOW), known.startChange(NOW)]
  one('one')
  expect(known.latest).toBe('one')
  const learn = known.startRead(NOW)
  other('other')
  expect(known.latest).toBeNull()
  learn('read between')
  expect(known.latest).toBeNull()
  known.startRead(NOW)('read after')
  expect(known.latest).toBe('read after')
})
