import { expect, test } from 'vitest'
import { markdownOf } from '#kernel/html/markdown.ts'

test.each([
  ['1. not a list', '1\\. not a list'],
  ['2026) nor this', '2026\\) nor this'],
  ['1.5 litres', '1.5 litres'],
  ['- no item', '\\- no item'],
  ['above<br>===', 'above\\\n\\==='],
  ['above<br>---', 'above\\\n\\---'],
  ['&amp;lt; is a sign', '\\&lt; is a sign'],
  ['# *not* _this_', '\\# \\*not\\* \\_this\\_'],
])('a paragraph of %j stays a paragraph in Markdown', (text, markdown) => {
  expect(markdownOf(`<p>${text}</p>`)).toBe(`${markdown}\n`)
})

test('quotes and lists below the sixth level stay HTML, so that prefixes do not multiply the text', () => {
  const nested = (levels: number) => `${'<blockquote>'.repeat(levels)}<p>a</p>${'</blockquote>'.repeat(levels)}`
  expect(markdownOf(nested(6))).toBe(`${'> '.repeat(6)}a\n`)
  expect(markdownOf(nested(8))).toBe(`${'> '.repeat(6)}${nested(2)}\n`)
})
