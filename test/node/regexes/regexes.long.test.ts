import { expect, test } from 'vitest'
import { factsOf, syntaxFacts } from '../syntax.ts'
import { BOUNDED, findRegexes, isBounded, problemIn } from './regexes.ts'

const unbounded = findRegexes().regexes.filter((regex) => !isBounded(regex) && !Object.hasOwn(BOUNDED, regex))

test.each(unbounded)('%s is linear', (regex) => {
  expect(problemIn(regex)).toBeNull()
})

test('the files that the short tests do not parse have no regex and no `in`', () => {
  expect(syntaxFacts()).toEqual(factsOf(() => true))
})
