import { expect, test } from 'vitest'
import { BOUNDED, findRegexes, isBounded, problemIn } from './regexes.ts'

const unbounded = findRegexes().regexes.filter((regex) => !isBounded(regex) && !Object.hasOwn(BOUNDED, regex))

test.each(unbounded)('%s is linear', (regex) => {
  expect(problemIn(regex)).toBeNull()
})
