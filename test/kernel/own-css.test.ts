import { expect, test } from 'vitest'
import { explainCssProblem, problemInCss } from '../../src/kernel/look/own-css.ts'
import { CSS_BYTES_MAX } from '../../src/kernel/sizes.ts'

const reasonOf = (css: string) => problemInCss(css)?.reason ?? null

test('ordinary rules, tokens, nesting, media queries and inline images are accepted', () => {
  expect(
    problemInCss(`
      @layer a, b;
      @property --x { syntax: "<color>"; inherits: true; initial-value: #fff; }
      @font-face { font-family: "Mine"; src: local("Georgia"); }
      :root { --canvas: light-dark(#fff, #000); --quote: "https://example.com"; }
      @media (width < 40rem) { .post-list > li { &:hover { color: color-mix(in oklab, red, blue); } } }
      .brand::before { content: "url(https://example.com)" attr(title); }
      .footer { background: url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E"); }
      .page { background: url(/images/Ab_9-x.webp?w=960); mask: url(#m); scroll-behavior: auto; }
      .top-bar { background: image-set(url(/images/a.png) 1x, "/images/b.png" 2x type("image/png")); }
      /* @import "https://example.com"; */
      <!-- a { color: red } -->
    `),
  ).toBe(null)
  expect(reasonOf('')).toBe(null)
})

test('an address of another host is refused in every form', () => {
  const addresses = [
    'url(https://evil.example/x)',
    'url("https://evil.example/x")',
    'url( //evil.example/x )',
    'URL(//evil.example)',
    '\\75rl(https://evil.example)',
    'u\\72l("https://evil.example")',
    'u\\000072 l(https://evil.example)',
    'url(\\68ttps://evil.example)',
    'url("\\68 ttps://evil.example")',
    'url(/\\\\evil.example)',
    'url("/\\\\evil.example")',
    'url("/\\9 /evil.example")',
    'url(/images/../../x)',
    'url(/images/a.png/../x)',
    'url(/images/a.png?x=1)',
    'url(/logout)',
    'url(images/a.png)',
    'url(http:a.png)',
    'url(javascript:alert(1))',
    'url("javascript:alert(1)")',
    'url(data:text/html,x)',
    'url("data:text/css,@import%20url(//evil.example)")',
    'url(blob:https://evil.example/x)',
    'url("#a b")',
    'url("")',
    'url(var(--x))',
    'image-set("https://evil.example" 1x)',
    '-webkit-image-set("https://evil.example" 1x)',
    'image-set(url(/images/a.png) 1x, "//evil.example" 2x)',
    'im\\61ge-set("//evil.example" 1x)',
  ]
  for (const address of addresses) {
    expect([address, reasonOf(`a{background:${address}}`)]).not.toEqual([address, null])
    expect([address, reasonOf(`a{--x:${address}}`)]).not.toEqual([address, null])
    expect([address, reasonOf(`@supports (background:${address}){a{color:red}}`)]).not.toEqual([
      address,
      null,
    ])
  }
})

test('nothing can become an address: variables and attributes in image sets, src(), image(), attr(type(<url>))', () => {
  for (const css of [
    'a{--x:"//evil.example";background:image-set(var(--x) 1x)}',
    'a{background:image-set(attr(href) 1x)}',
    'a{background:image-set(env(x) 1x)}',
    'a{background:image-set(--own("x") 1x)}',
    'a{background:image-set(linear-gradient(var(--x), red) 1x)}',
    'a{background:src("//evil.example")}',
    'a{background:s\\72 c(var(--x))}',
    'a{background:image("//evil.example")}',
    'a{background:attr(href type(<url>))}',
    'a{background:-moz-element(#x)}',
    'a{background:paint(x)}',
    'a{width:expression(alert(1))}',
    'a{width:e\\78pression(alert(1))}',
  ])
    expect([css, reasonOf(css)]).toEqual([css, 'function'])
})

test('at-rules that load something are refused, and so are unknown ones', () => {
  for (const css of [
    '@import "x";',
    '@IMPORT url(/images/a.png);',
    '@\\69mport "x";',
    'a{}@im\\70 ort "x";',
    '@charset "utf-8";',
    '@namespace "x";',
    '@-moz-document url-prefix(){a{}}',
    '@view-transition{navigation:auto}',
    '@function --x(){result:1}',
  ])
    expect([css, reasonOf(css)]).toEqual([css, 'at_rule'])
})

test('properties that ran code in old browsers are refused', () => {
  for (const css of ['a{behavior:x}', 'a{-ms-behavior:x}', 'a{-moz-binding:x}', 'a{BEH\\41VIOR:x}'])
    expect([css, reasonOf(css)]).toEqual([css, 'name'])
})

test('a comment hides nothing, and a comment inside a word splits it', () => {
  expect(reasonOf('a{background:url/**/(https://evil.example)}')).toBe(null)
  expect(reasonOf('a{background:ur/**/l(https://evil.example)}')).toBe(null)
  expect(reasonOf('/*/a{}*/@import "x";')).toBe('at_rule')
  expect(reasonOf('/* unclosed @import "x";')).toBe(null)
})

test('a style sheet that is cut off or has a wrong bracket is refused with its line', () => {
  expect(problemInCss('a{}\nb{color:red')).toEqual({ reason: 'unclosed', line: 2, found: '{' })
  expect(problemInCss('a{}\r\n}')).toEqual({ reason: 'unopened', line: 2, found: '}' })
  expect(reasonOf('a{b:(]}')).toBe('unopened')
  expect(reasonOf('a{b:"x\n}')).toBe('unreadable')
  expect(reasonOf('a{b:url(x"y)}')).toBe('unreadable')
  expect(reasonOf('a{b:\0}')).toBe('nul')
  expect(reasonOf('a{b:"\ud800"}')).toBe('nul')
})

test('the size is counted in bytes', () => {
  const filled = (bytes: number) => `/*${'电'.repeat((bytes - 4) / 3)}*/`
  expect(reasonOf(filled(CSS_BYTES_MAX))).toBe(null)
  expect(reasonOf(`${filled(CSS_BYTES_MAX)} `)).toBe('too_long')
})

test('a refusal names the line and the reason in both languages', () => {
  const problem = problemInCss('a{}\n@import "x";')
  expect(problem && explainCssProblem(problem, 'en')).toBe('Line 2: @import is not allowed.')
  expect(problem && explainCssProblem(problem, 'zh-CN')).toBe('第 2 行：不能使用 @import。')
})
