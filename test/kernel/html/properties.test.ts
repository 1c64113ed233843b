import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sanitiseHtml } from '#kernel/html/sanitise.ts'
import { serialise } from '#kernel/html/serialise.ts'
import { tokensOf } from '#kernel/html/tokens.ts'
import { treeOf } from '#kernel/html/tree.ts'
import { ATTACKS } from './attacks.ts'
import { flawIn } from './well-formed.ts'

const NAMES =
  'p div b i strong em code pre a br img hr h1 h2 h6 ul ol li dl dd table caption thead tbody tr td th blockquote figure figcaption ' +
  'details summary span section form svg math template style script title textarea noscript select option mtext desc foreignObject'
const ATTRIBUTE = fc.constantFrom(
  '',
  ' href="/x"',
  ' href=javascript:alert(1)',
  ' src=/images/y.png',
  ' src="data:image/png,x"',
  ' onclick=alert(1)',
  ' class="language-js a"',
  ' data-checked=true',
  ' colspan=2',
  ' title="a&quot;b<c>"',
  " alt='",
  ' "',
  ' /',
)
const NAME = fc.constantFrom(...NAMES.split(' '))
const PIECE = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(NAME, ATTRIBUTE).map(([name, attribute]) => `<${name}${attribute}>`) },
  { weight: 5, arbitrary: NAME.map((name) => `</${name}>`) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      'text',
      ' ',
      '\n',
      '好',
      '&lt;b&gt;',
      '&',
      '<',
      '>',
      '"',
      '<!--',
      '-->',
      '&nbsp;',
      '\0',
      '\r\n',
    ),
  },
  { weight: 1, arbitrary: fc.string() },
  { weight: 1, arbitrary: fc.constantFrom(...ATTACKS) },
)
const HTML = fc.array(PIECE, { maxLength: 40 }).map((pieces) => pieces.join(''))

test('the output for any input is well-formed and contains only allowed elements', () => {
  fc.assert(
    fc.property(HTML, (html) => flawIn(sanitiseHtml(html)) === null || expect.fail(`${flawIn(sanitiseHtml(html))}`)),
    { numRuns: 4_000 },
  )
})

test('sanitising is idempotent', () => {
  fc.assert(
    fc.property(HTML, (html) => {
      const once = sanitiseHtml(html)
      expect(sanitiseHtml(once)).toBe(once)
    }),
    { numRuns: 4_000 },
  )
})

test('the second filter removes nothing from the output of the first', () => {
  fc.assert(
    fc.property(HTML, (html) => {
      expect(sanitiseHtml(html)).toBe(serialise(treeOf(tokensOf(html), html.length)))
    }),
    { numRuns: 2_000 },
  )
})

test('text survives any markup except elements that are removed with their content', () => {
  const kept = fc.constantFrom(...'p div b i a h2 ul li ol table tr td th blockquote span section'.split(' '))
  const tag = fc.tuple(kept, fc.boolean()).map(([name, end]) => (end ? `</${name}>` : `<${name}>`))
  fc.assert(
    fc.property(fc.array(fc.tuple(tag, fc.stringMatching(/^[a-z]{1,4}$/)), { maxLength: 30 }), (pairs) => {
      const out = sanitiseHtml(pairs.flat().join(''))
      expect(out.replace(/<[^>]*>|\s/g, '')).toBe(pairs.map(([, word]) => word).join(''))
    }),
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
