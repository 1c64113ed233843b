import { expect, test } from 'vitest'
import { ALLOWED } from '#kernel/html/allow-list.ts'
import { sanitiseHtml } from '#kernel/html/sanitise.ts'
import { type Family, growsTooFast } from './growth.ts'

/** One element of each kind that the sanitiser has a rule for. */
const TYPICAL = ['a', 'b', 'details', 'img', 'li', 'p', 'pre', 'summary', 'table', 'td', 'ul']

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

function* pairs(names: string[]): Generator<Family> {
  for (const one of names) {
    for (const two of names) {
      const [around, first, second] = [AROUND[two] ?? AROUND[one] ?? '', start(one), `${start(two)}x</${two}>`]
      yield { name: `${around} ${first}×N ${second}×N`, of: (n) => around + first.repeat(n) + second.repeat(n) }
    }
  }
}

/** Parts behind many others beside them: what a rule asks of the parent of a part must not grow with its children. */
function* partsBehindOthers(names: string[]): Generator<Family> {
  for (const [part, around] of Object.entries(AROUND)) {
    for (const other of names) {
      const [first, second] = [`${start(other)}</${other}>`, `<${part}></${part}>`]
      yield { name: `${around} ${first}×N ${second}×N`, of: (n) => around + first.repeat(n) + second.repeat(n) }
    }
  }
}

/** More than twice the depth that is kept, so that the work on each element is the same for N and for 4N. */
const SIZE = 220

/** The long form takes every element that is allowed. */
export function sanitiserCosts({ isLong }: { isLong: boolean }): void {
  const names = isLong ? Object.keys(ALLOWED) : TYPICAL

  test('the elements of the short form are allowed', () => {
    expect(TYPICAL.filter((name) => !(name in ALLOWED))).toEqual([])
  })

  test('four times as much of any two elements takes about four times as long', () => {
    expect(growsTooFast(sanitiseHtml, pairs(names), SIZE)).toEqual([])
  })

  test('a part costs the same behind four times as many others', () => {
    expect(growsTooFast(sanitiseHtml, partsBehindOthers(isLong ? names : ['b', 'img', 'p']), 1500)).toEqual([])
  })
}
