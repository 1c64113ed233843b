import { expect, test } from 'vitest'
import * as z from 'zod'
import { line, problemIn, text } from '#kernel/fields.ts'

const INVISIBLE = ['\u200b', '\u200b\u200d\ufeff', '\u2060\u3164', '\u2800', '\u202e', ' \u00ad ']

test.each(INVISIBLE)(
  'a text of only invisible characters counts as empty (case %#)',
  (invisible) => {
    expect(text({ max: 10 }).parse(invisible)).toBe('')
    expect(line({ max: 10 }).parse(invisible)).toBe('')
    expect(text({ min: 1, max: 10 }).safeParse(invisible).success).toBe(false)
    expect(line({ min: 1, max: 10 }).safeParse(invisible).success).toBe(false)
  },
)

test('the input of one line loses line breaks and bidi controls, and keeps joiners of emoji and letters', () => {
  const input = line({ min: 1, max: 20 })
  expect(input.parse('\u202egpj.exe\u202c \u2066x\u2069\u200f')).toBe('gpj.exe x')
  expect(input.parse('\na\r\nb\u2028c')).toBe('a b c')
  for (const kept of ['👩‍👩‍👧', 'می‌خواهم', '☕️', 'a  b']) expect(input.parse(kept)).toBe(kept)
})

test('the input of a password keeps all its characters', () => {
  expect(text({ min: 1, max: 10, trim: false }).parse(' \u202e\u200b')).toBe(' \u202e\u200b')
})

test('the message about a wrong size names characters, but only for a text', () => {
  const problemOf = (schema: z.ZodType, value: unknown) =>
    schema.safeParse(value).error?.issues.map((issue) => problemIn(issue, 'en'))
  expect(problemOf(z.url().max(10), 'https://a.example')).toEqual(['Use at most 10 characters.'])
  expect(problemOf(z.string().min(2), '')).toEqual(['Use at least 2 characters.'])
  expect(problemOf(z.array(z.int()).max(1), [1, 2])).toEqual(['Use at most 1.'])
  expect(problemOf(z.int().min(1), 0)).toEqual(['Must be at least 1.'])
})
