import { expect, test } from 'vitest'
import { headingsOf, LINKED_HEADINGS_MAX, withHeadingIds } from '#kernel/html/headings.ts'
import { directionOf, languageOfText, summaryOf } from '#kernel/html/plain.ts'
import { readable } from '#kernel/html/readable.ts'
import { sanitiseHtml } from '#kernel/html/sanitise.ts'

const TEXT = {
  done: 'Done',
  toDo: 'To do',
  table: 'Table',
  callouts: { note: 'Note', tip: 'Tip', warning: 'Warning' },
  footnotes: 'Footnotes',
  backToText: 'Back',
  load: 'Load',
}
const linkTo = (id: string) =>
  `<a class="heading-link" href="#${id}" tabindex="-1" aria-hidden="true">#</a>`
const shown = (html: string) => readable(sanitiseHtml(html), TEXT)

test('in a body that starts at h1, every heading moves down by one level', () => {
  const { html, headings } = shown('<h1>A</h1><h2>B</h2><h6>C</h6>')
  expect(html).toBe(
    `<h2 id="h-a">A${linkTo('h-a')}</h2><h3 id="h-b">B${linkTo('h-b')}</h3><h6 id="h-c">C${linkTo('h-c')}</h6>`,
  )
  expect(headings.map(({ level }) => level)).toEqual([2, 3, 6])
  expect(shown('<h2>A</h2><h3>B</h3>').html).toBe(
    `<h2 id="h-a">A${linkTo('h-a')}</h2><h3 id="h-b">B${linkTo('h-b')}</h3>`,
  )
})

test('footnotes and their references link to each other, and a number without a note stays text', () => {
  const note = (number: number) => `<sup data-note="${number}">${number}</sup>`
  const list = (...items: string[]) =>
    `<ol data-type="footnotes">${items.map((item) => `<li${item}</li>`).join('')}</ol>`
  const link = (number: number, id = ` id="note-${number}-ref"`) =>
    `<sup><a href="#note-${number}"${id} role="doc-noteref">${number}</a></sup>`
  const back = (number: number) =>
    ` <a href="#note-${number}-ref" role="doc-backlink"><span aria-hidden="true">↩</span><span class="visually-hidden">Back</span></a>`
  const text = (one: string, two: string, again: string) =>
    `<p>a${one} b${two} c${again} <a href="/x" rel="nofollow ugc noopener">${note(1)}</a>${note(9)}</p>`
  const nested = '<ul><li>x</li></ul>'
  expect(
    shown(text(note(2), note(1), note(2)) + list('><p>one</p>', `>two${nested}`, '>three')).html,
  ).toBe(
    text(link(2), link(1), link(2, '')) +
      list(
        ` id="note-1"><p>one${back(1)}</p>`,
        ` id="note-2">two${nested}${back(2)}`,
        ' id="note-3">three',
      ).replace('<ol data-type="footnotes">', '<ol data-type="footnotes" aria-label="Footnotes">'),
  )
  expect(shown(`<p>a${note(1)}</p>`).html).toBe(`<p>a${note(1)}</p>`)
  expect(summaryOf(`<p>One${note(1)}.</p>${list('>note')}`)).toBe('One.')
})

test('a callout gets a title in the language of the page, and a quote gets none', () => {
  const quote = '<blockquote><p>b</p></blockquote>'
  expect(
    shown(
      `<blockquote data-type="tip"><p>a</p></blockquote><blockquote data-type="x">${quote}</blockquote>`,
    ).html,
  ).toBe(
    `<blockquote data-type="tip"><p class="callout-title">Tip</p><p>a</p></blockquote><blockquote>${quote}</blockquote>`,
  )
})

test('every table, nested ones too, is wrapped in a focusable scroll box', () => {
  const { html } = shown('<table><tr><td>x<table><tr><td>y</td></tr></table></td></tr></table>')
  expect(
    html.match(/<div class="table-box" role="group" aria-label="Table" tabindex="0"><table>/g),
  ).toHaveLength(2)
  expect(html.match(/<\/table><\/div>/g)).toHaveLength(2)
})

test('task items have a checkbox that shows whether they are done', () => {
  const { html } = shown(
    '<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><p>a</p></li><li data-checked="false">b</li></ul>',
  )
  expect(html).toContain(
    'data-checked="true"><span class="task-box" role="img" aria-label="Done"></span>',
  )
  expect(html).toContain(
    'data-checked="false"><span class="task-box" role="img" aria-label="To do"></span>',
  )
})

test.each([
  ['ts', 'typescript', 'TypeScript'],
  ['JavaScript', 'javascript', 'JavaScript'],
  ['c++', 'cpp', 'C++'],
  ['html', 'xml', 'HTML, XML'],
])('code in %s gets a frame with the language name', (name, language, label) => {
  const { html, hasCode } = shown(`<pre><code class="hljs language-${name}">a &lt; b</code></pre>`)
  expect(html).toMatch(
    new RegExp(
      `^<div class="code" data-code="${language}" data-label="${label.replaceAll('+', '\\+')}"><pre tabindex="0">`,
    ),
  )
  expect(hasCode).toBe(true)
})

test('code in an unknown language gets a frame without a language name', () => {
  for (const html of [
    '<pre><code>x</code></pre>',
    '<pre>x</pre>',
    '<pre><code class="language-klingon">x</code></pre>',
  ]) {
    const { html: framed, hasCode } = shown(html)
    expect(framed).toMatch(/^<div class="code"><pre tabindex="0">/)
    expect(hasCode).toBe(false)
  }
})

test('markup inside code stays code', () => {
  const source = '&lt;table&gt;&lt;pre&gt;&lt;li data-checked="true"&gt;'
  expect(shown(`<pre><code>${source}</code></pre>`).html).toContain(sanitiseHtml(source))
})

test.each([
  ['把社区搬到边缘：D1、缓存与 Cloudflare Workers', 'zh-CN'],
  ['Notes on 红楼梦 and on reading slowly, over the years', 'en'],
  ['東京の夜', 'ja'],
  ['한국어 글', 'ko'],
  ['مرحبا بالعالم من GitHub', 'und-Arab'],
  ['שלום עולם', 'he'],
  ['Привет, мир', 'und-Cyrl'],
  ['The angle α and the sum Σ of a triangle', 'en'],
  ['2026', 'en'],
])('text %s is detected as %s', (text, language) => {
  expect(languageOfText(text)).toBe(language)
})

test.each([
  ['مرحبا بالعالم من GitHub', 'auto'],
  ['On the word שלום', 'auto'],
  ['ߒߞߏ', 'auto'],
  ['𞤀𞤣𞤤𞤢𞤥', 'auto'],
  ['Marked \u200f', 'auto'],
  ['Overridden \u202e', 'auto'],
  ['把社区搬到边缘：D1、缓存与 Cloudflare Workers', undefined],
  ['Привет, мир 👩‍👩‍👧', undefined],
  ['2026', undefined],
])('the direction of text %s is %s', (text, direction) => {
  expect(directionOf(text)).toBe(direction)
})

test('only language classes of code blocks reach the page', () => {
  const { html } = shown(
    '<pre class="toasts"><code class="toast language-js hljs">x</code></pre><p><code class="dialog lang-c">y</code> <code class="toast">z</code></p>',
  )
  expect(html).toContain('<pre tabindex="0"><code class="language-js hljs">x</code></pre>')
  expect(html).toContain('<code class="lang-c">y</code> <code>z</code>')
})

test('headings are listed with level, text and an id derived from the text', () => {
  expect(
    headingsOf('<h2>Getting <code>started</code>!</h2><p>x</p><h3>安装 &amp; 使用</h3>'),
  ).toEqual([
    { level: 2, text: 'Getting started!', id: 'h-getting-started' },
    { level: 3, text: '安装 & 使用', id: 'h-安装-使用' },
  ])
})

test('heading ids are unique and never collide with ids of the page', () => {
  const ids = headingsOf(
    '<h2>Comments</h2><h2>Comments</h2><h2>comments 2</h2><h2>!</h2><h2></h2><h2>Comments</h2>',
  ).map(({ id }) => id)
  expect(new Set(ids).size).toBe(6)
  expect(ids).toEqual([
    'h-comments',
    'h-comments-2',
    'h-comments-2-2',
    'h-section',
    'h-section-2',
    'h-comments-3',
  ])
})

test('withHeadingIds() adds the listed ids and changes nothing else', () => {
  const html = '<h2>A</h2><p>&lt;h2&gt;no&lt;/h2&gt;</p><h4><b>B</b></h4>'
  expect(withHeadingIds(html)).toBe(
    '<h2 id="h-a">A</h2><p>&lt;h2&gt;no&lt;/h2&gt;</p><h4 id="h-b"><b>B</b></h4>',
  )
})

test('of twenty thousand equal headings, the first ones get different ids', () => {
  const ids = withHeadingIds('<h2></h2>'.repeat(20_000)).match(/id="[^"]*"/g)
  expect(ids).toHaveLength(LINKED_HEADINGS_MAX)
  expect(new Set(ids).size).toBe(LINKED_HEADINGS_MAX)
})
