import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readableTex } from '#kernel/formulas/plain.ts'

test.each([
  ['E = mc^2', 'E = mc²'],
  ['\\frac{a+b}{2} \\le x^2', '(a+b)/2 ≤ x²'],
  ['\\sqrt{x} + \\sqrt[3]{x+1}', '√x + ³√(x+1)'],
  ['\\sum_{i=1}^{n} i = \\frac{n(n+1)}{2}', '∑ᵢ₌₁ⁿ i = (n(n+1))/2'],
  ['\\int_0^\\infty e^{-x^2}\\,dx', '∫₀^∞ e^(-x²) dx'],
  ['\\mathrm{KL}(p \\| q)', 'KL(p | q)'],
  ['a \\in \\mathbb{R}, \\alpha \\to \\beta', 'a ∈ R, α → β'],
  ['\\begin{matrix}a & b\\\\c & d\\end{matrix}', 'a b; c d'],
  ['\\left( \\sin x \\right)', '( sin x )'],
  ['100\\% \\$5 \\{a\\}', '100% $5 {a}'],
  ['\\unknown{x}', 'unknown x'],
  ['\\frac', '/'],
  ['{', '{'],
])('the formula %s is read as %s', (tex, text) => {
  expect(readableTex(tex)).toBe(text)
})

test('any formula has a text, also one that nests without end', () => {
  for (const part of ['{', '\\frac', '^', '\\sqrt[', '\\left('])
    expect(readableTex(part.repeat(400)).length).toBeGreaterThan(0)
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (tex) => {
      expect(typeof readableTex(tex)).toBe('string')
    }),
  )
})
