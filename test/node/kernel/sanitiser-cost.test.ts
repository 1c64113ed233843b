import { expect, test } from 'vitest'
import { ALLOWED } from '#kernel/html/allow-list.ts'
import { sanitiseHtml } from '#kernel/html/sanitise.ts'
import { type Family, growsTooFast } from './growth.ts'

const NAMES = Object.keys(ALLOWED)

/** Without these around them the parts mean nothing. */
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

function* pairs(): Generator<Family> {
  for (const one of NAMES) {
    for (const two of NAMES) {
      const [around, first, second] = [AROUND[two] ?? AROUND[one] ?? '', start(one), `${start(two)}x</${two}>`]
      yield { name: `${around} ${first}×N ${second}×N`, of: (n) => around + first.repeat(n) + second.repeat(n) }
    }
  }
}

/** Parts behind many others beside them: what a rule asks of the parent of a part must not grow with its children. */
function* partsBehindOthers(): Generator<Family> {
  for (const [part, around] of Object.entries(AROUND)) {
    for (const other of NAMES) {
      const [first, second] = [`${start(other)}</${other}>`, `<${part}></${part}>`]
      yield { name: `${around} ${first}×N ${second}×N`, of: (n) => around + first.repeat(n) + second.repeat(n) }
    }
  }
}

/** More than twice the depth that is kept, so that the work on each element is the same for N and for 4N. */
const SIZE = 220

test('four times as much of any two elements takes about four times as long', () => {
  expect(growsTooFast(sanitiseHtml, pairs(), SIZE)).toEqual([])
})

test('a part costs the same behind four times as many others', () => {
  expect(growsTooFast(sanitiseHtml, partsBehindOthers(), 1500)).toEqual([])
})
