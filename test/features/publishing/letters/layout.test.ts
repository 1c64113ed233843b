import { parse } from 'parse5'
import { runHere } from '#compute/jobs.ts'
import { BODY_BYTES_MAX, mailBody } from '#compute/mail-body.ts'
import { DEFAULT_IDENTITY } from '#features/core/identity/identity.ts'
import { letterOf, messageTo } from '#features/publishing/letters/layout.ts'
import { sanitiseHtml } from '#kernel/html/sanitise.ts'
import { LANGUAGES } from '#kernel/i18n.ts'
import { expect, test } from '#test/test.ts'

const PLACE = { site: 'https://joule.test', path: '/posts/7', accent: '#ae4c08' }
const LINKS = { stop: '/letters/stop?token=a', manage: '/letters/manage?token=b' }
const PERSONAL = { ...LINKS, list: 'author-10001' }
const FIGURES = {
  cover_url: null,
  published_at: '2026-11-14T20:00:00.000Z',
  reading_minutes: 3,
}
const POST = {
  ...FIGURES,
  id: 7,
  title: 'Ink & <Paper>',
  summary: 'A summary',
  author: 'Ada',
  body: null,
}
const ABOUT = { subject: 'Ink', language: 'en', site: PLACE.site } as const
const INLINE = { run: runHere }
const bodyOf = (html: string) => mailBody({ body: sanitiseHtml(html), ...PLACE })

test.each([
  [
    'paths of the site are absolute',
    '<p><a href="/tags">t</a> <a href="#a">h</a></p>',
    ['href="https://joule.test/tags"', 'href="https://joule.test/posts/7#a"'],
  ],
  [
    'own images have absolute addresses',
    '<p><img src="/images/x.webp" alt="A" width="2000"></p>',
    ['src="https://joule.test/images/x.webp"', 'width="600"'],
  ],
  [
    'images of other sites become links',
    '<p><img src="https://spy.example/p.gif" alt="Pixel"></p>',
    ['<a class="accent" href="https://spy.example/p.gif"', '>Pixel</a>'],
  ],
  [
    'code keeps its lines',
    '<pre><code class="language-js">a\n  b</code></pre>',
    ['white-space:pre-wrap', 'a\n  b'],
  ],
  [
    'tables have borders',
    '<table><tr><th>a</th></tr><tr><td>b</td></tr></table>',
    ['border-collapse', '1px solid'],
  ],
  [
    'a table with many columns scrolls',
    `<table><tr>${'<td>a</td>'.repeat(6)}</tr></table>`,
    ['overflow-x:auto"><table style="border-collapse:collapse;width:100%;min-width:576px"'],
  ],
  [
    'formulas are readable text',
    '<p><span data-tex="\\frac{a+b}{2} \\le x^2">x</span></p><div data-tex="\\sum_{i=1}^n i">x</div>',
    ['(a+b)/2 ≤ x²</span>', 'text-align:center', '∑ᵢ₌₁ⁿ i</span>'],
  ],
  [
    'callouts have the colour of their kind',
    '<blockquote data-type="tip"><p>a</p></blockquote>',
    ['solid #1c7040'],
  ],
  [
    'tasks show their state',
    '<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><p>Done</p></li></ul>',
    ['list-style:none"><p style="margin:0 0 4px">☑ Done</p>'],
  ],
])('in the body of a letter, %s', (_, html, expected) => {
  const made = bodyOf(html)
  for (const part of expected) expect(made.html).toContain(part)
  expect(made.html).not.toMatch(/<img[^>]+spy|srcset|<script|rel=|loading=/)
})

test('the text part of a letter has lists, code and addresses, without escapes', () => {
  const { text } = bodyOf(
    '<h2>Head_line</h2><p>See <a href="/tags">the tags</a> * now</p><ul><li>One</li></ul><pre><code>a_b = `c`\n\\*</code></pre><blockquote data-type="note"><p>a<sup data-note="1">1</sup></p></blockquote><ol data-type="footnotes"><li>b</li></ol>',
  )
  expect(text).toBe(
    '## Head_line\n\nSee the tags (https://joule.test/tags) * now\n\n- One\n\n```\na_b = `c`\n\\*\n```\n\n> [!NOTE]\n> a[^1]\n\n[^1]: b\n',
  )
})

test('a letter stays below 100 KB: a long text ends after a block and links to the rest', async () => {
  const body = sanitiseHtml('<p>墨水与纸 and some more words.</p>'.repeat(8_000))
  const letter = await letterOf(INLINE, { ...ABOUT, posts: [{ ...POST, body }] }, DEFAULT_IDENTITY)
  const { html, text } = messageTo('a@example.com', letter, PERSONAL)
  expect(new TextEncoder().encode(html).length).toBeLessThan(100_000)
  expect(new TextEncoder().encode(html).length).toBeGreaterThan(BODY_BYTES_MAX - 1_000)
  expect([html, text].every((part) => part.includes('Read the rest on the site'))).toBe(true)
})

test.each(LANGUAGES)(
  'a letter in %s has the links of its subscriber in both parts and the headers of a list, and nothing that tracks the reader',
  async (language) => {
    const letter = await letterOf(
      INLINE,
      { ...ABOUT, posts: [POST, { ...POST, id: 8 }], language },
      DEFAULT_IDENTITY,
    )
    const { html, text, headers } = messageTo('a@example.com', letter, PERSONAL)
    parse(html, { onParseError: ({ code }) => expect(code).toBe('') })
    for (const part of [html, text])
      for (const path of Object.values(LINKS)) expect(part).toContain(PLACE.site + path)
    expect(html).toContain('Ink &amp; &lt;Paper&gt;')
    expect(html).not.toMatch(/<img|utm_|<script|url\(/)
    expect(headers).toEqual({
      'Content-Language': language,
      'Auto-Submitted': 'auto-generated',
      Precedence: 'bulk',
      'List-Id': '<author-10001.joule.test>',
      'List-Unsubscribe': '<https://joule.test/letters/stop?token=a>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
  },
)

test('a letter shows cover, date and reading time, and links to comments and likes', async () => {
  const letterWith = async (cover_url: string, author?: string) => {
    const posts = [{ ...POST, cover_url }]
    const made = await letterOf(INLINE, { ...ABOUT, author, posts }, DEFAULT_IDENTITY)
    return messageTo('a@example.com', made, PERSONAL)
  }
  const { html, text, senderName } = await letterWith('/images/cover.webp', 'Ada')
  expect(senderName).toBe('Ada · Joule')
  expect(html).toContain('<img src="https://joule.test/images/cover.webp?w=960" alt="" width="600"')
  expect(html).toContain('Ada · November 15, 2026 · 3 min read')
  for (const place of ['#comments', '#reactions']) expect(html).toContain(`/posts/7${place}"`)
  expect(text).toContain('https://joule.test/posts/7#comments')
  // The server of another site would learn who reads the letter.
  expect((await letterWith('https://spy.example/a.png')).html).not.toContain('<img')
})

test('a letter of a site without TLS has the one-click headers too', async () => {
  const letter = await letterOf(
    INLINE,
    { ...ABOUT, posts: [POST], site: 'http://localhost:8787' },
    DEFAULT_IDENTITY,
  )
  expect(messageTo('a@example.com', letter, PERSONAL).headers).toMatchObject({
    'List-Unsubscribe': '<http://localhost:8787/letters/stop?token=a>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  })
})

test('a post cannot leak the personal links of its readers to another site', async () => {
  const body = sanitiseHtml('<p><a href="https://evil.example/?\u{e001}\u{e002}">x</a></p>')
  const letter = await letterOf(
    INLINE,
    { ...ABOUT, posts: [{ ...POST, title: '\u{e001}', body }] },
    DEFAULT_IDENTITY,
  )
  const { html } = messageTo('a@example.com', letter, PERSONAL)
  expect(html).toContain('https://evil.example/?"')
  expect(html.match(/token=a/g)).toHaveLength(1)
})

test('each personal link is once in each part of a letter, whatever its texts contain', async () => {
  const marks = '\u{e001}\u{e002}'
  const post = { ...FIGURES, id: 7, title: marks, summary: marks, author: marks, body: marks }
  const letter = await letterOf(
    INLINE,
    { ...ABOUT, subject: `${marks}Ink`, posts: [post, { ...post, id: 8 }] },
    { ...DEFAULT_IDENTITY, name: `${marks}Site` },
  )
  const { subject, senderName, html, text } = messageTo('a@example.com', letter, PERSONAL)
  expect(html).toContain('<title>Ink</title>')
  expect([subject, senderName]).toEqual(['Ink', 'Site'])
  for (const part of [html, text])
    for (const path of Object.values(LINKS)) expect(part.split(path)).toHaveLength(2)
})
