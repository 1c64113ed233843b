import { expect, test } from 'vitest'
import { flag, hook, json, maybe, number, text } from '#kernel/hooks.ts'

const line = hook('line-of', {
  uid: number,
  one: text,
  isFirst: flag,
  words: json<{ done: string }>,
  toast: maybe(text),
})
const given = { uid: 7, one: 'a "b"', isFirst: true, words: { done: 'ok' } }

test('the first fact is the value of the hook attribute, the others have their own attributes', () => {
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

test('every kind of fact reads back the value it wrote', () => {
  const attributes = line({ ...given, toast: 'Hi' })
  const read = Object.fromEntries(line.facts.map(({ fact, name, kind }) => [fact, kind(attributes[name] ?? null)]))
  expect(read).toEqual({ ...given, toast: 'Hi' })
  expect([flag(null), maybe(number)(null), text(null)]).toEqual([false, undefined, ''])
})
