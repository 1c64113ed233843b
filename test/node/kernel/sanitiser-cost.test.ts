import { expect, test } from 'vitest'
import { ALLOWED } from '#kernel/html/allow-list.ts'
import { sanitiseHtml } from '#kernel/html/sanitise.ts'
import { COST, isCost } from '#test/long.ts'
import { type Family, growsTooFast } from './growth.ts'

/** One element of each kind that has a sanitiser rule. */
const TYPICAL = ['a', 'b', 'details', 'img', 'li', 'p', 'summary', 'td']

/** Required parents of the parts. */
const AROUND: Record<string, string> = {
  summary: '<details>',
  figcaption: '<figure>',
  caption: '<table>',
  li: '<ul>',
  tr: '<table>',
  td: '<table>',
  th: '<table>',
}
const start = (name: string) =>
  name === 'img' ? '<img src="/images/a">' : name === 'a' ? '<a href="/a">' : `<${name}>`

function* pairs(names: string[]): Generator<Family> {
  for (const one of names) {
    for (const two of names) {
      const [around, first, second] = [AROUND[two] ?? AROUND[one] ?? '', start(one), `${start(two)}x</${two}>`]
      yield { name: `${around} ${first}×N ${second}×N`, of: (n) => around + first.repeat(n) + second.repeat(n) }
    }
  }
}

/**
 * Parts after many siblings: a rule that looks at the parent of a part must not depend on the number of its children.
 */
function* partsBehindOthers(names: string[]): Generator<Family> {
  for (const [part, around] of Object.entries(AROUND)) {
    for (const other of names) {
      const [first, second] = [`${start(other)}</${other}>`, `<${part}></${part}>`]
      yield { name: `${around} ${first}×N ${second}×N`, of: (n) => around + first.repeat(n) + second.repeat(n) }
    }
  }
}

/** More than twice the depth limit, so that the work per element is the same for N and 4N. */
const SIZE = 220

/** `npm run prove -- cost` uses every allowed element. */
const names = isCost ? Object.keys(ALLOWED) : TYPICAL

test('the elements of the short form are allowed', () => {
  expect(TYPICAL.filter((name) => !(name in ALLOWED))).toEqual([])
})

test('any two nested elements take linear time', COST, () => {
  expect(growsTooFast(sanitiseHtml, pairs(names), SIZE)).toEqual([])
})

test('the cost of a part does not depend on the number of its siblings', COST, () => {
  expect(
    growsTooFast(sanitiseHtml, partsBehindOthers(isCost ? names : ['b', 'img', 'p']), isCost ? 1500 : 800),
  ).toEqual([])
})
