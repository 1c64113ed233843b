import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sanitiseHtml } from '#kernel/html/sanitise.ts'
import { serialise } from '#kernel/html/serialise.ts'
import { tokensOf } from '#kernel/html/tokens.ts'
import { treeOf } from '#kernel/html/tree.ts'
import { ATTACKS } from './attacks.ts'
import { BODY } from './bodies.ts'
import { flawIn } from './well-formed.ts'

test('the sanitiser turns any input into well-formed HTML with allowed elements, which a second run does not change', () => {
  fc.assert(
    fc.property(BODY, (html) => {
      const once = sanitiseHtml(html)
      expect(flawIn(once)).toBeNull()
      expect(sanitiseHtml(once)).toBe(once)
      expect(serialise(treeOf(tokensOf(html), html.length))).toBe(once)
    }),
    { numRuns: 4_000 },
  )
})

test('the sanitiser keeps the text in any markup, except in elements that are removed with their content', () => {
  const kept = fc.constantFrom(
    ...'p div b i a h2 ul li ol table tr td th blockquote span section'.split(' '),
  )
  const tag = fc.tuple(kept, fc.boolean()).map(([name, end]) => (end ? `</${name}>` : `<${name}>`))
  fc.assert(
    fc.property(
      fc.array(fc.tuple(tag, fc.stringMatching(/^[a-z]{1,4}$/)), { maxLength: 30 }),
      (pairs) => {
        const out = sanitiseHtml(pairs.flat().join(''))
        expect(out.replace(/<[^>]*>|\s/g, '')).toBe(pairs.map(([, word]) => word).join(''))
      },
    ),
    { numRuns: 1_000 },
  )
})

test.each(ATTACKS)('the attack %j is sanitised to well-formed, stable HTML', (attack) => {
  const once = sanitiseHtml(attack)
  expect(flawIn(once)).toBeNull()
  expect(sanitiseHtml(once)).toBe(once)
  // Attribute values are quoted and escaped, so their text is harmless.
  expect(once.replace(/"[^"]*"/g, '""')).not.toMatch(/<[^>]*(script|svg|math|form|on\w+=|style=)/i)
})
