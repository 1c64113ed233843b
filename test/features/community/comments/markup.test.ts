import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addressedText,
  commentHtml,
  commentInOneLine,
  linksIn,
} from '#features/community/comments/rendering.ts'
import { usernameKey } from '#features/core/people/username-key.ts'
import { escapeText } from '#kernel/html/entities.ts'
import { sanitiseHtml } from '#kernel/html/sanitise.ts'

const html = (body: string) => commentHtml(body, new Map())
/** The HTML of one line, without its paragraph. */
const line = (body: string) => html(body).replace(/^<p>(.*)<\/p>$/, '$1')

test('a comment shows bold and italic text, code, quotes and links', () => {
  expect(line('**bold** and *italic* and ***both***')).toBe(
    '<strong>bold</strong> and <em>italic</em> and <strong><em>both</em></strong>',
  )
  expect(line('**so *very* bold**')).toBe('<strong>so <em>very</em> bold</strong>')
  expect(line('run `npm test` or `` a`b ``')).toBe('run <code>npm test</code> or <code>a`b</code>')
  expect(line('see [the `docs`](https://example.com/a_(b)), [ours](/posts/1)')).toBe(
    'see <a href="https://example.com/a_(b)" rel="nofollow ugc noopener">the <code>docs</code></a>, ' +
      '<a href="/posts/1" rel="nofollow ugc noopener">ours</a>',
  )
  expect(html('> said\n> **before**\n\nYes.')).toBe(
    '<blockquote><p>said<br><strong>before</strong></p></blockquote><p>Yes.</p>',
  )
  expect(html('Try\n```ts\nconst a = **1**\n\n  <b>\n```\nok')).toBe(
    '<p>Try</p><pre><code class="language-ts">const a = **1**\n\n  &lt;b&gt;</code></pre><p>ok</p>',
  )
  expect(html('````\n```\n````')).toBe('<pre><code>```</code></pre>')
  expect(html('> ```\n> a\n> ```')).toBe('<blockquote><pre><code>a</code></pre></blockquote>')
})

test('marks work in Chinese text, which has no spaces', () => {
  expect(line('这是**“重点”**，还有**注意：**内容')).toBe(
    '这是<strong>“重点”</strong>，还有<strong>注意：</strong>内容',
  )
  expect(line('用`npm`安装，*强调*一下')).toBe('用<code>npm</code>安装，<em>强调</em>一下')
  expect(line('这是*斜体*字')).toBe('这是<em>斜体</em>字')
})

test.each([
  '2 * 3 * 4 = 24, 2*3*4 and 2**3 and 4**5',
  '*.ts,*.js and src/**/*.ts and */5 * * * *',
  'f**k this s*** and p***word',
  '(*^_^*) (*_*) (*´▽｀*) (*ﾟ∀ﾟ*) >_< ^*^',
  '傻*，他*的，真是*了狗了',
  'int *a, *b; foo(*args, **kwargs)',
  'snake_case_name and __init__ and _so_',
  '~~no~~ # no heading | a | b |',
  '**never closed and `never closed and [never](closed',
  '** spaces ** and * spaces *',
  '********',
  '> ',
  '>>> a = 1',
  '![image](/images/a.png "t") [x][1] [x]: y',
  '[x](javascript:alert(1)) [x](data:text/html,a) [x](//evil.example) [x](/\\evil.example)',
  '[https://bank.example](https://evil.example/) [www.bank.example](/evil) [ ](/evil)',
  '```js\nnever closed',
  'C:\\*.* \\*a\\*',
  '<b>bold</b> &amp; <script>alert(1)</script>',
])('a text whose marks are ambiguous stays as typed: %s', (body) => {
  expect(html(body).replace(/^<p>!<a[^>]*>image<\/a>/, '')).toBe(
    `<p>${escapeText(body).replaceAll('\n', '<br>')}</p>`,
  )
})

test('a comment without marks looks as before: line breaks, addresses and mentions', () => {
  const mentioned = new Map([[usernameKey('ann'), 10001]])
  expect(commentHtml('Hi @Ann,\n\n  see https://example.com/a_*b*_c).', mentioned)).toBe(
    '<p>Hi <a href="/space/10001">@Ann</a>,<br><br>  see ' +
      '<a href="https://example.com/a_*b*_c" rel="nofollow ugc noopener">https://example.com/a_*b*_c</a>).</p>',
  )
  expect(commentHtml('**@ann** `@ann`', mentioned)).toBe(
    '<p><strong><a href="/space/10001">@ann</a></strong> <code>@ann</code></p>',
  )
})

test('a notice quotes the own words of a comment without marks', () => {
  expect(commentInOneLine('> the post\n\n**Yes**, `this`\n[one](/posts/1)')).toBe('Yes, this one')
  expect(commentInOneLine('> only a quote')).toBe('only a quote')
})

test('names in code and quotes are not mentioned, and every shown link is checked', () => {
  expect(addressedText('@a **@b**\n> @c\n\n`@d`\n```\n@e\n```').split('\n')).toEqual(['@a ', '@b'])
  expect(linksIn('**[a](https://a.example)** > https://b.example\n> https://c.example')).toEqual([
    'https://a.example/',
    'https://b.example/',
    'https://c.example/',
  ])
})

const PIECES =
  '* ** ` ``` ```js > [ ]( ) https://a.example/ / a 好 @ann < & " <script> javascript: 😀 \ud800 ('
const pieces = fc.constantFrom(...PIECES.split(' '), ' ', '\n', '\t', '> ')

test('any text gives well-formed HTML with only the elements and addresses of comments', () => {
  const body = fc.array(pieces, { maxLength: 40 }).map((some) => some.join(''))
  fc.assert(
    fc.property(fc.oneof(body, fc.string({ unit: 'binary' })), (text) => {
      const made = html(text)
      // The sanitiser of posts changes nothing but the class of code and control characters.
      const names = Array.from(made.matchAll(/<\/?([a-z]+)/g), ([, name]) => name)
      const allowed = ['p', 'br', 'strong', 'em', 'code', 'pre', 'blockquote', 'a']
      expect(names.filter((name) => !allowed.includes(name ?? ''))).toEqual([])
      for (const [, href] of made.matchAll(/ href="([^"]*)"/g))
        expect(href).toMatch(/^(?:https?:\/\/|\/(?!\/))/)
      expect(openedIn(made)).toEqual([])
      // No character of a text disappears except marks.
      const letters = (of: string) => of.replace(/[^a好😀]/gu, '')
      const shown = made.replace(/<[^>]*>/g, '').replace(/&(?:lt|gt|amp);/g, '')
      expect(letters(text).length).toBeGreaterThanOrEqual(letters(shown).length)
    }),
    { numRuns: 300 },
  )
})

test('the HTML of a comment passes the sanitiser of posts unchanged', () => {
  const made = html('**a** *b* `c` [d](https://d.example)\n\n> e\n\n```js\nf\n```')
  expect(sanitiseHtml(made)).toBe(made)
})

/** The elements that are open at the end. Throws if an element is closed in a wrong order. */
function openedIn(made: string): string[] {
  const open: string[] = []
  for (const [, end, name = ''] of made.matchAll(/<(\/?)([a-z]+)/g)) {
    if (name === 'br') continue
    if (end === '') open.push(name)
    else expect(open.pop()).toBe(name)
  }
  return open
}
