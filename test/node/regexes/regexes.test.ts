import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { BOUNDED, BUILT, findRegexes, isBounded, problemIn } from './regexes.ts'

const { regexes, building } = findRegexes()

test('every regex is in the list of linear ones, is bounded, or has a reason', () => {
  const linear = new Set(
    readFileSync(new URL('linear.txt', import.meta.url), 'utf8')
      .trimEnd()
      .split('\n'),
  )
  const toCheck = regexes.filter((regex) => !isBounded(regex) && !Object.hasOwn(BOUNDED, regex))
  const verdicts = toCheck
    .filter((regex) => !linear.has(regex))
    .map((regex) => `${regex} is ${problemIn(regex) ?? 'linear: add this line to linear.txt'}`)
  expect(verdicts).toEqual([])
  expect([...linear].filter((regex) => !toCheck.includes(regex))).toEqual([])
  expect(Object.keys(BOUNDED).filter((regex) => !regexes.includes(regex))).toEqual([])
})

test('every file that builds a regex has an example', () => {
  expect(building).toEqual(Object.keys(BUILT).sort())
})

test('the check finds polynomial and exponential regexes', () => {
  expect(problemIn(String(/^\s*\|?[\s:]*-{2,}[-\s:|]*$/))).toContain('3rd degree polynomial')
  expect(problemIn(String(/^(?:a+)+$/))).toContain('exponential')
  expect(problemIn(String(/^a+$/))).toBeNull()
})
