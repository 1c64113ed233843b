import { expect, test } from 'vitest'
import { imageHosts, linkHosts } from '#kernel/html/links.ts'
import { sanitiseHtml } from '#kernel/html/sanitise.ts'
import { flawIn } from './well-formed.ts'

const becomes = (html: string, expected: string) => expect(sanitiseHtml(html)).toBe(expected)
const stays = (html: string) => becomes(html, html)

test('the sanitiser keeps headings, paragraphs, quotes and rules', () => {
  stays('<h1>a</h1><h2>b</h2><h6>c</h6><p>d<br>e</p><blockquote><p>f</p></blockquote><hr>')
})

test('the sanitiser keeps formatting', () => {
  stays(
    '<p><strong>a</strong><b>b</b><em>c</em><i>d</i><s>e</s><del>f</del><u>g</u><sub>h</sub><sup>i</sup><mark>j</mark><kbd>k</kbd></p>',
  )
})

test('the sanitiser keeps lists, start numbers and task lists', () => {
  stays('<ul><li>a<ul><li>b</li></ul></li></ul><ol start="3"><li><p>c</p></li></ol>')
  stays(
    '<ul data-type="taskList"><li data-checked="true"><p>done</p></li><li data-checked="false"><p>open</p></li></ul>',
  )
})

test('the sanitiser keeps tables with their captions, headers and spans', () => {
  stays(
    '<table><caption>c</caption><thead><tr><th scope="col" colspan="2">h</th></tr></thead><tbody><tr><td rowspan="2">x</td><td></td></tr></tbody></table>'.replace(
      'scope="col" colspan="2"',
      'colspan="2" scope="col"',
    ),
  )
})

test('the sanitiser keeps code with its class, on `code` and on `pre`', () => {
  stays('<pre class="language-ts"><code class="language-c++ hljs">a &lt; b\n\n  c</code></pre>')
  stays('<pre><code class="language-js"></code></pre>')
})

test('the sanitiser keeps figures, details and empty paragraphs', () => {
  stays('<figure><img src="/images/a.webp" alt="" loading="lazy"><figcaption>b</figcaption></figure>')
  stays('<details><summary>a</summary><p>b</p></details><p></p>')
})

test('the sanitiser keeps text in any script', () => {
  stays('<p>你好，世界 · héllo · שלום · 👩‍👩‍👧 &amp; &lt;b&gt;</p>')
})

test('the sanitiser removes scripts with their content', () => {
  becomes('a<script>alert(1)</script>b', 'ab')
  becomes('a<STYLE>p{}</STYLE>b<iframe src="/x">c</iframe>d<svg><text>e</text></svg>f<math>g</math>h', 'abdfh')
})

test('the sanitiser removes event handlers, styles, ids and classes', () => {
  becomes('<p onclick="x()" style="color:red" id="a" class="b" data-x="c">d</p>', '<p>d</p>')
})

test('the sanitiser removes forms, but not their text', () => {
  becomes('<form action="/x"><label>Name <input name="n"></label><button>Send</button></form>', '<div>Name Send</div>')
})

test('the sanitiser removes comments, doctypes and processing instructions', () => {
  becomes('a<!-- b --><!DOCTYPE html><?xml version="1.0"?><![CDATA[c]]>d', 'ad')
})

test('the sanitiser removes control characters', () => {
  becomes('a\0b\u0008c&#0;d&#7;e\r\nf&#13;g&#xc;h', 'abcde\nf\ng h')
})

test('the sanitiser removes unknown elements, but not their text', () => {
  becomes('<span class="x">a</span><font color="red">b</font><my-thing>c</my-thing>', 'abc')
})

test('the sanitiser removes a stray svg tag, but not the content after it', () => {
  becomes('<svg onload=alert(1)>a<p>b</p>', 'a<p>b</p>')
})

test('the sanitiser removes class names other than languages', () => {
  becomes('<code class="language-js &quot;x {y} ok">a</code>', '<code class="language-js ok">a</code>')
})

test('links may point to http(s) and mailto URLs, site paths and fragments', () => {
  const rel = ' rel="nofollow ugc noopener"'
  for (const href of [
    'https://example.com/a?b=1&amp;c=2#d',
    'http://例子.中国/路',
    'mailto:a@b.example',
    '/posts/1',
    '#top',
  ]) {
    stays(`<a href="${href}"${rel}>x</a>`)
  }
})

test("links always get the site's rel value", () => {
  becomes('<a rel="dofollow" target="_blank" href="/x">y</a>', '<a href="/x" rel="nofollow ugc noopener">y</a>')
})

test('links become text if their target is not allowed', () => {
  for (const href of [
    'javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'ftp://x.example',
    'page',
    './x',
    '/\\x.example',
    '',
  ]) {
    becomes(`<a href="${href}">x</a>`, 'x')
  }
})

test('links cannot hide their scheme behind entities, case or blanks', () => {
  for (const href of [
    'jAvAsCrIpT:x',
    ' java\nscript:x',
    '&#106;avascript:x',
    'java&#x09;script&#58;x',
    'javascript&colon;x',
    '\u0001javascript:x',
  ]) {
    becomes(`<a href="${href}">x</a>`, 'x')
  }
})

test('links with a host but no scheme get https', () => {
  becomes('<a href="//example.com/x">y</a>', '<a href="https://example.com/x" rel="nofollow ugc noopener">y</a>')
})

test('links do not nest', () => {
  const link = (href: string, text: string) => `<a href="${href}" rel="nofollow ugc noopener">${text}</a>`
  becomes('<a href="/a">a<a href="/b">b</a>c</a>', `${link('/a', 'a')}${link('/b', 'b')}c`)
  becomes('<a href="/a"><h2>a</h2></a>', `<h2>${link('/a', 'a')}</h2>`)
})

test('images from the web or this site keep size and description and load lazily', () => {
  becomes(
    '<img src="/images/x.webp" width="640" height="0480" alt="a &amp; b" style="x" onerror="y">',
    '<img src="/images/x.webp" alt="a &amp; b" width="640" height="480" loading="lazy">',
  )
  becomes('<img src="https://example.com/x.png">', '<img src="https://example.com/x.png" alt="" loading="lazy">')
})

test('images from any other source are removed', () => {
  for (const src of ['data:image/png;base64,AAAA', 'javascript:x', 'blob:x', 'cid:x', 'x.png', ''])
    becomes(`a<img src="${src}">b`, 'ab')
})

test('images lose sizes that are not numbers', () => {
  becomes('<img src="/images/x" width="100%" height="9999999" alt="">', '<img src="/images/x" alt="" loading="lazy">')
})

test('at most 100 levels stay of ten thousand nested tags, and the text stays', () => {
  const html = sanitiseHtml(`${'<div>'.repeat(10_000)}deep${'</div>'.repeat(10_000)}after`)
  expect(html).toBe(`${'<div>'.repeat(100)}deep${'</div>'.repeat(100)}after`)
})

test.each([
  '<ul><li>',
  '<table><tr><td>',
  '<b><div>',
  '<blockquote><ol><li><h2><i>',
  '<details><summary>a</summary>',
  '<svg><p>',
  '<a href="/x"><b><p>',
])('repeated %s stays within the limit', (piece) => {
  const once = sanitiseHtml(`${piece.repeat(300)}x`)
  expect(flawIn(once)).toBeNull()
  expect(sanitiseHtml(once)).toBe(once)
  expect(once).toContain('x')
})

test('formatting across many blocks does not inflate the output', () => {
  const html = `<a href="/${'x'.repeat(2_000)}"><b><i><u><s><em><sub>${'<p>y'.repeat(20_000)}`
  expect(sanitiseHtml(html).length).toBeLessThan(4 * html.length)
})

test('a URL of more than 2,048 characters is removed', () => {
  becomes(`<a href="/${'x'.repeat(2_048)}">y</a>`, 'y')
})

test('the sanitiser repairs broken markup: open elements are closed', () => {
  becomes('<p>a<b>b<i>c', '<p>a<b>b<i>c</i></b></p>')
  becomes('<ul><li>a<li>b', '<ul><li>a</li><li>b</li></ul>')
  becomes(
    '<table><tr><td>a<td>b<tr><td>c',
    '<table><tbody><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></tbody></table>',
  )
})

test('the sanitiser repairs broken markup: stray end tags are removed', () => {
  becomes('</div></p></b>a</td></table>', 'a')
  becomes('<table><tr><td></div></ul>a</td></tr></table></div>b', '<table><tbody><tr><td>a</td></tr></tbody></table>b')
})

test('the sanitiser repairs broken markup: overlapping formatting is nested correctly', () => {
  becomes('<b>a<i>b</b>c</i>d', '<b>a<i>b</i></b><i>c</i>d')
  becomes('<b>1<b>2</b>3</b>4', '<b>123</b>4')
})

test('the sanitiser repairs broken markup: formatting around blocks moves into each block', () => {
  becomes('<b>a<p>b</p>c</b>d', '<b>a</b><p><b>b</b></p><b>c</b>d')
  becomes('<p><b>a<p>b</b>c', '<p><b>a</b></p><p><b>b</b>c</p>')
})

test('the sanitiser repairs broken markup: formatting opened in a cell ends with the cell', () => {
  becomes('<table><tr><td><b>a<td>b</table>c', '<table><tbody><tr><td><b>a</b></td><td>b</td></tr></tbody></table>c')
})

test('the sanitiser repairs broken markup: a block ends the paragraph before it', () => {
  becomes('<p>a<ul><li>b</ul>c</p>', '<p>a</p><ul><li>b</li></ul>c')
  becomes('<p>a<h2>b</h2>', '<p>a</p><h2>b</h2>')
})

test('the sanitiser repairs broken markup: blocks in a heading become inline content', () => {
  becomes('<h2>a<div>b</div><p>c</p></h2>', '<h2>a b c</h2>')
  becomes('<div><h2><div>a</div></h2>b</div>c', '<div><h2>a</h2>b</div>c')
})

test('the sanitiser repairs broken markup: items without a list get a list, and lists between items move into the previous item', () => {
  becomes('<li>a</li><li>b</li>c', '<ul><li>a</li><li>b</li></ul>c')
  becomes('<ul><li>a</li><ul><li>b</li></ul></ul>', '<ul><li>a<ul><li>b</li></ul></li></ul>')
  becomes('<ol>a<li>b</ol>', '<ol><li>a</li><li>b</li></ol>')
})

test('the sanitiser repairs broken markup: table parts outside of tables become blocks, and text between table parts gets a cell', () => {
  becomes('<tr><td>a</td><td>b</td></tr>', '<div>a</div><div>b</div>')
  becomes('<table>a<tr><td>b</table>', '<table><tbody><tr><td>a</td></tr><tr><td>b</td></tr></tbody></table>')
})

test('the sanitiser repairs broken markup: unsupported blocks still separate their texts', () => {
  becomes(
    '<section>a</section><article>b</article><dl><dt>c<dd>d</dl>',
    '<div>a</div><div>b</div><div><p>c</p><p>d</p></div>',
  )
})

test('the sanitiser repairs broken markup: a line break at the start of `pre` is handled as in browsers', () => {
  becomes('<pre>\na</pre>', '<pre>a</pre>')
  stays('<pre>\n\na</pre>')
})

test.each([
  ['<a href="https://one.example/a?b=1&amp;c">x</a>', ['one.example']],
  ['<a title="a > b" href="HTTP://ONE.example:8080">x</a>', ['one.example']],
  ['<a href="//one.example">x</a>', ['one.example']],
  ['<a href="https://пример.испытание/">x</a>', ['xn--e1afmkfd.xn--80akhbyknj4f']],
  ['<a href="https://one.example./">x</a>', ['one.example']],
  ['<a href="https://user@one.example/">x</a>', ['one.example']],
  ['<a href="https://a.example">1</a><p><a href="https://a.example/2">2</a></p>', ['a.example', 'a.example']],
  ['<a href="/posts/1">x</a><a href="#top">y</a><a href="mailto:a@b.example">z</a>', []],
  ['<p>https://one.example as text</p>', []],
  ['<img src="https://one.example/a.png">', []],
])('the hosts of the links in %s', (html, hosts) => {
  expect(linkHosts(sanitiseHtml(html))).toEqual(hosts)
})

test('the hosts of images are those of other sites', () => {
  const html = '<img alt="x" src="https://pictures.example/a.png"><img src="/images/a.png">'
  expect(imageHosts(sanitiseHtml(html))).toEqual(['pictures.example'])
})
