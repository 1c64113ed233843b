import { expect, test } from 'vitest'
import { syntaxFacts } from './syntax.ts'

test('no name is looked up with `in`, which also finds `constructor` (use: Map or Object.hasOwn)', () => {
  expect([...syntaxFacts().lookingUp]).toEqual([])
})
