import { expect, test } from 'vitest'
import { CachedValue } from '#kernel/cached-value.ts'
import { SECOND } from '#kernel/clock.ts'
import { flag, hook, json, maybe, number, text } from '#kernel/hooks.ts'

const line = hook('line-of', {
  uid: number,
  one: text,
  isFirst: flag,
  words: json<{ done: string }>,
  toast: maybe(text),
})
const given = { uid: 7, one: 'a "b"', isFirst: true, words: { done: 'ok' } }

test('the first fact of a hook is the value of its attribute, and the other facts have attributes of their own', () => {
  expect(line.selector).toBe('[data-line-of]')
  expect(line(given)).toEqual({
    'data-line-of': '7',
    'data-one': 'a "b"',
    'data-isfirst': '',
    'data-words': '{"done":"ok"}',
    'data-toast': undefined,
  })
  expect(line({ ...given, isFirst: false, toast: 'Hi' })).toMatchObject({
    'data-isfirst': undefined,
    'data-toast': 'Hi',
  })
  expect(hook('menu')()).toEqual({ 'data-menu': '' })
})

test('a hook writes only the facts of its shape', () => {
  const person = { uid: 7, email: 'secret@example.org' }
  expect(hook('person', { uid: number })(person)).toEqual({ 'data-person': '7' })
})

test('every kind of fact of a hook reads back the value that it wrote', () => {
  const attributes = line({ ...given, toast: 'Hi' })
  const read = Object.fromEntries(
    line.facts.map(({ fact, name, kind }) => [fact, kind(attributes[name] ?? null)]),
  )
  expect(read).toEqual({ ...given, toast: 'Hi' })
  expect([flag(null), maybe(number)(null), text(null)]).toEqual([false, undefined, ''])
})

const NOW = new Date('2026-11-15T12:00:00Z')

test('a CachedValue expires', () => {
  const known = new CachedValue<string>()
  expect([known.latest, known.youngerThan(3 * SECOND, NOW)]).toEqual([null, null])
  known.startRead(NOW)('read')
  const later = (ms: number) => new Date(NOW.getTime() + ms)
  expect(known.youngerThan(3 * SECOND, later(3 * SECOND - 1))).toBe('read')
  expect(known.youngerThan(3 * SECOND, later(3 * SECOND))).toBeNull()
  expect(known.latest).toBe('read')
})

test('a change of a CachedValue takes effect immediately, and a read that began before it is not stored', () => {
  const known = new CachedValue<string>()
  const learn = known.startRead(NOW)
  known.startChange(NOW)('changed')
  learn('read before')
  expect(known.latest).toBe('changed')
})

test('two concurrent changes of a CachedValue invalidate it', () => {
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
