import katex from 'katex'
import { expect, test } from 'vitest'
import {
  type Formula,
  formulasIn,
  TEX_IN_POST_MAX,
  TEX_MAX,
  withFormulas,
} from '#kernel/formulas/formulas.ts'
import { madeFormulas, mathmlOf } from '#kernel/formulas/mathml.ts'
import { readingMinutes, summaryOf, textOf } from '#kernel/html/plain.ts'
import { sanitiseHtml } from '#kernel/html/sanitise.ts'
import { COST, isCost } from '#test/long.ts'

const line = (tex: string): Formula => ({ tex, isBlock: false })
const element = (tex: string) =>
  `<span data-tex="${tex.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')}"></span>`
const block = (tex: string) => element(tex).replace('span', 'div').replace('/span', '/div')

test.each([
  [
    'an attribute',
    '<p>a <span data-tex="x^2"></span> b</p>',
    '<p>a <span data-tex="x^2">x^2</span> b</p>',
  ],
  ['a text', '<p><span data-tex>a&lt;b</span></p>', '<p><span data-tex="a&lt;b">a&lt;b</span></p>'],
  [
    'another text than its attribute',
    '<p><span data-tex="x">y</span></p>',
    '<p><span data-tex="x">x</span></p>',
  ],
  [
    'lines and comments',
    '<div data-tex="a % b&#10;&#10; c"></div>',
    '<div data-tex="a&#10;c">a\nc</div>',
  ],
  [
    'a block in a paragraph',
    '<p>a<div data-tex="x"></div>b</p>',
    '<p>a</p><div data-tex="x">x</div>b',
  ],
  [
    'a block in a heading',
    '<h2>a <div data-tex="x"></div></h2>',
    '<h2>a <span data-tex="x">x</span></h2>',
  ],
  ['elements inside', '<span data-tex="x"><b>y</b></span>', '<span data-tex="x">x</span><b>y</b>'],
  ['no end', 'a<div data-tex="x', 'a'],
  ['code around it', '<code>a<span data-tex="x"></span></code>', '<code>ax</code>'],
  ['nothing inside', '<span data-tex=" "></span>', ''],
  [
    'MathML of a user',
    '<span data-tex="x"><math><mi>y</mi></math></span>',
    '<span data-tex="x">x</span>',
  ],
])('the sanitiser keeps the TeX of a formula with %s', (_, html, clean) => {
  expect(sanitiseHtml(html)).toBe(clean)
  expect(sanitiseHtml(clean)).toBe(clean)
})

test('the sanitiser removes MathML that a user sends', () => {
  expect(sanitiseHtml('<p>a<math><mi>x</mi></math>b</p>')).toBe('<p>ab</p>')
})

test('formulas are shown as MathML, or as source if there is none', () => {
  const body = sanitiseHtml(
    `<p>${element('x^2')} and ${element('\\nonsense')} and ${element('constructor')}</p>`,
  )
  const shown = withFormulas(body, madeFormulas(body) ?? {})
  expect(shown).toContain('<span class="formula"><math><msup><mi>x</mi>')
  expect(shown).toContain('<span class="formula"><code>\\nonsense</code></span>')
  expect(withFormulas(body)).toContain('<code>constructor</code>')
})

test('plain texts contain the TeX of formulas, a summary omits formulas in blocks, and a formula counts as one word', () => {
  const body = sanitiseHtml(`<p>Energy is ${element('E=mc^2')}.</p><div data-tex="x"></div>`)
  expect(textOf(body)).toBe('Energy is E=mc^2.\nx')
  expect(summaryOf(body)).toBe('Energy is E=mc^2.')
  const long = sanitiseHtml(
    `<p>${Array.from({ length: 100 }, (_, n) => element(`a b c d e f g h ${n}`)).join(' ')}</p>`,
  )
  expect(readingMinutes(long)).toBe(1)
})

const HOSTILE: Record<string, string> = {
  'a link': '\\href{javascript:alert(1)}{x}',
  'an address': '\\url{https://evil.example}',
  'an image': '\\includegraphics{https://evil.example/x.png}',
  'a class': '\\class{button}{x}',
  'a style': '\\style{position:fixed}{x}',
  'an id': '\\htmlId{content}{x}',
  'a reference to another part of the page': '\\ref{comments}',
  'a definition': '\\def\\a{\\a\\a}\\a',
  'a new command': '\\newcommand{\\x}{y}\\x',
  'negative space over the page': '\\kern-100em x',
  'negative space in small steps': `${'\\kern-9em '.repeat(10)}x`,
  'text over the text before it': '\\mathllap{aaaaaaaaaaaaaa}',
  'too many braces': '{'.repeat(1_000) + '}'.repeat(1_000),
  'a style in a colour': '\\color{red;position:fixed}x',
  'markup in a text': '\\text{<img src=x onerror=alert(1)>}\\unknown',
}

test.each(Object.entries(HOSTILE))(
  'TeX with %s is shown as source instead of a formula',
  (_, tex) => {
    expect(mathmlOf(line(tex))).toBeNull()
  },
)

test('the elements of a formula have only attributes of MathML', () => {
  expect(mathmlOf(line('a\\\\[2em]b'))).toContain('<mo linebreak="newline">')
  expect(mathmlOf({ tex: '\\begin{CD}A@>a>>B\\end{CD}', isBlock: true })).not.toMatch(
    /<munder [^>]*accent=/,
  )
  expect(mathmlOf(line('\\boxed{x}+1'))).toMatch(
    /<mstyle scriptlevel="0" displaystyle="true"><mrow style="[^"]*"><mi>x<\/mi><\/mrow><\/mstyle>/,
  )
})

test('markup in the text of a formula is escaped', () => {
  const mathml = mathmlOf(line('\\text{<img src=x>} " < x'))
  expect(mathml).toContain('&lt;img')
  expect(mathml).not.toContain('<img')
})

/** Each fills the largest accepted post. */
const DEAR: Record<string, (length: number) => string> = {
  letters: (n) => 'x'.repeat(n),
  digits: (n) => '1'.repeat(n),
  minus: (n) => '-'.repeat(n),
  cells: (n) => `\\begin{matrix}${'&'.repeat(n - 30)}\\end{matrix}`,
  lines: (n) => `\\begin{align}${'a&=b\\\\'.repeat(n / 6 - 6)}\\end{align}`,
  arrows: (n) => `\\begin{CD}${'A@>>>'.repeat(n / 5 - 5)}\\end{CD}`,
  names: (n) => `\\operatorname{${'a'.repeat(n - 20)}}`,
  bold: (n) => `\\mathbb{${'R'.repeat(n - 20)}}`,
  text: (n) => `\\text{${'中'.repeat(n - 20)}}`,
  hats: (n) => '\\hat{x}'.repeat(n / 7),
  'deep fractions': (n) => `${'\\frac{1}{'.repeat(39)}x${'}'.repeat(39)}`.repeat(n / 400),
  'deep brackets': (n) => `${'\\left('.repeat(39)}x${'\\right)'.repeat(39)}`.repeat(n / 550),
  chemistry: () => `\\ce{${'H2O '.repeat(48)}}`,
  units: (n) => `\\pu{${'123 kJ/mol '.repeat(n / 12)}}`,
  braces: (n) => '{'.repeat(n / 2) + '}'.repeat(n / 2),
  definitions: (n) => `\\def\\a{${'x'.repeat(n - 300)}}${'\\a'.repeat(99)}`,
  primes: (n) => `x${"'".repeat(n - 1)}`,
  spaces: () => '\\,'.repeat(98),
  'negative spaces': () => '\\!'.repeat(98),
  implications: () => '\\implies '.repeat(33),
  modulo: () => '\\pmod x'.repeat(13),
}

/** CPU time, because other processes use the machine too. */
function cpuOf(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

test(
  'hostile TeX costs at most 2.5 times as much as usual formulas of the same length',
  COST,
  () => {
    const fair = sanitiseHtml(FAIR)
    // In turn, because the speed of the machine changes.
    const ratioOf = (body: string) => {
      const times = Array.from({ length: 9 }, () =>
        [body, fair].map((each) => cpuOf(() => madeFormulas(each))),
      )
      const [dear = 0, usual = 0] = [0, 1].map((n) =>
        Math.min(...times.map((pair) => pair[n] ?? 0)),
      )
      return dear / usual
    }
    const dear = Object.entries(DEAR).map(([name, of]) => {
      const first = of(TEX_MAX - 20)
      const count = Math.min(200, Math.floor(TEX_IN_POST_MAX / (first.length + 4)))
      const body = sanitiseHtml(Array.from({ length: count }, (_, n) => block(first + n)).join(' '))
      const ratio = isCost ? ratioOf(body) : 0
      return { name, ratio, length: JSON.stringify(madeFormulas(body) ?? {}).length }
    })
    expect(dear.filter(({ ratio, length }) => ratio > 2.5 || length > 200_000)).toEqual([])
  },
)

/** A post with 12,000 characters in usual formulas. */
const FAIR = Array.from({ length: 94 }, (_, n) =>
  element(
    `\\frac{\\partial^{${n}} L}{\\partial q_i} - \\int_{-\\infty}^{\\infty} e^{-x^2} \\, dx = \\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}`,
  ),
).join(' ')

const FORMULAS = [
  'a + x^{42} - y_{n} = \\alpha \\cdot \\Omega \\times \\pi',
  '\\frac{\\sqrt{x}}{\\sqrt[n]{\\frac{1}{y}}} \\le \\infty \\ge \\partial \\neq \\nabla',
  '\\left( \\frac{a}{b} \\right)^{2} \\in \\mathbb{R} \\subset \\mathcal{L} \\to \\mathfrak{g}',
  '\\sum_{n}^{\\infty} \\mathbf{v} \\Rightarrow \\int_{0}^{1} x \\mathrm{d} x \\approx \\ell',
  '\\begin{matrix} a & \\hat{x} \\\\ \\vec{y} & \\binom{n}{k} \\end{matrix} \\pm \\hbar \\cup \\emptyset',
  '\\sin x + \\log{\\left( \\det \\dot{a} \\right)} \\cap \\lim{\\tilde{b}} \\mid a \\text{if} b, c < d > 0',
  '\\sqrt{\\begin{matrix} x^{y^{2}} & \\sum_{a}^{b} \\sqrt{n} \\\\ 0 & 1 \\end{matrix}}',
]

/** The characters that a reader sees, without the styles of letters. */
function seen(mathml: string): string {
  return mathml
    .replace(/<annotation.*?<\/annotation>/gs, '')
    .replace(/<[^<>]*>/g, '')
    .replace(
      /&(lt|gt|amp|quot|#x27);/g,
      (_, name: string) => ({ lt: '<', gt: '>', amp: '&', quot: '"' })[name] ?? "'",
    )
    .normalize('NFKC')
    .replaceAll('∣', '|')
    .replaceAll('ˆ', '^')
    .replaceAll('\u20d7', '→')
    .replace(/\s|\p{Cf}|\p{Mn}/gu, '')
}

test.each(FORMULAS)('Temml and KaTeX show the same characters of %s', (tex) => {
  for (const isBlock of [false, true]) {
    const made = mathmlOf({ tex, isBlock })
    expect(seen(made ?? 'unreadable')).toBe(
      seen(katex.renderToString(tex, { output: 'mathml', displayMode: isBlock })),
    )
    // Every element is closed, in order.
    const open: string[] = []
    for (const [, slash, name = ''] of (made ?? '').matchAll(/<(\/?)([a-z]+)[^<>]*>/g))
      if (slash === '') open.push(name)
      else expect(open.pop()).toBe(name)
    expect(open).toEqual([])
  }
})

test('the formulas of a body are found in order', () => {
  const body = sanitiseHtml(`<p>${element('a"<b')}</p><div data-tex="c&#10;d"></div>`)
  expect(formulasIn(body)).toEqual([
    { tex: 'a"<b', isBlock: false },
    { tex: 'c\nd', isBlock: true },
  ])
})
