import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { COST, isCost, isLong, LONG } from '#test/long.ts'
import { factsOf, syntaxFacts } from '../syntax.ts'
import { BOUNDED, BUILT, findRegexes, isBounded, problemIn } from './regexes.ts'

const { regexes, building } = findRegexes()
const toCheck = regexes.filter((regex) => !isBounded(regex) && !Object.hasOwn(BOUNDED, regex))

test('every regex is linear, is bounded, or has a reason', async () => {
  // Checking all of them takes minutes. `npx vitest run test/node/regexes -u` writes the checked ones to linear.txt.
  const checked = new Set(readFileSync(new URL('linear.txt', import.meta.url), 'utf8').split('\n'))
  const problems = toCheck.filter((regex) => !checked.has(regex)).map((regex) => [regex, problemIn(regex)])
  expect(problems.filter(([, problem]) => problem !== null)).toEqual([])
  await expect(`${toCheck.join('\n')}\n`).toMatchFileSnapshot('linear.txt')
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

// Minutes: the short form trusts linear.txt. A regex in that file is checked again after an upgrade of recheck.
test.each(isCost ? toCheck : [])('%s is linear', COST, (regex) => {
  expect(problemIn(regex)).toBeNull()
})

test.runIf(isLong)('the files that the short form does not parse have no regex and no `in`', LONG, () => {
  expect(syntaxFacts()).toEqual(factsOf(() => true))
})

test('no name is looked up with `in`, which also finds `constructor` (use: Map or Object.hasOwn)', () => {
  expect([...syntaxFacts().lookingUp]).toEqual([])
})
