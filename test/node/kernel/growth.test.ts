import { expect, test } from 'vitest'
import { growsTooFast } from './growth.ts'

const FAMILIES = [...'abcdefg'].map((letter) => ({ name: letter, of: (size: number) => letter.repeat(size) }))

/** So many steps for each character: of an `a` as many as there are characters, of a `b` always the same, of others hardly any. */
function work(text: string): number {
  const steps = text.startsWith('a') ? text.length : text.startsWith('b') ? 1000 : 1
  let sum = 0
  for (let character = 0; character < text.length; character++)
    for (let step = 0; step < steps; step++) sum = (sum * 31 + step) % 1_000_003
  return sum
}

test('of what costs more than most, only what grows too fast is found', () => {
  expect(growsTooFast(work, FAMILIES, 200)).toEqual(['a'])
})
