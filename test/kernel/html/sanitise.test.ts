import { expect, test } from 'vitest'
import { imageHosts, linkHosts } from '#kernel/html/links.ts'
import { sanitiseHtml } from '#kernel/html/sanitise.ts'
import { flawIn } from './well-formed.ts'

const REL = ' rel="nofollow ugc noopener"'

test.each([
  '<h1>a</h1><h2>b</h2><h6>c</h6><p>d<br>e</p><blockquote><p>f</p></blockquote><hr>',
  '<p><strong>a</strong><b>b</b><em>c</em><i>d</i><s>e</s><del>f</del><u>g</u><sub>h</sub><sup>i</sup><mark>j</mark><kbd>k</kbd></p>',
  '<ul><li>a<ul><li>b</li></ul></li></ul><ol start="3"><li><p>c</p></li></ol>',
  '<ul data-type="taskList"><li data-checked="true"><p>done</p></li><li data-checked="false"><p>open</p></li></ul>',
  '<table><caption>c</caption><thead><tr><th colspan="2" scope="col">h</th></tr></thead><tbody><tr><td rowspan="2">x</td><td></td></tr></tbody></table>',
  '<pre class="language-ts"><code class="language-c++ hljs">a &lt; b\n\n  c</code></pre>',
  '<pre><code class="language-js"></code></pre>',
  '<pre>\n\na</pre>',
  '<figure><img src="/images/a.webp" alt="" loading="lazy"><figcaption>b</figcaption></figure>',
  '<details><summary>a</summary><p>b</p></details><p></p>',
  '<p>你好，世界 · héllo · שלום · 👩‍👩‍👧 &amp; &lt;b&gt;</p>',
  ...[
    'https://example.com/a?b=1&amp;c=2#d',
    'http://例子.中国/路',
    'mailto:a@b.example',
    '/posts/1',
    '#top',
  ].map((href) => `<a href="${href}"${REL}>x</a>`),
])('the sanitiser keeps %s', (html) => {
  expect(sanitiseHtml(html)).toBe(html)
})

const link = (href: string, text: string) => `<a href="${href}"${REL}>${text}</a>`

const CHANGES: Record<string, [html: string, expected: string][]> = {
  'removes scripts and other foreign content': [
    ['a<script>alert(1)</script>b', 'ab'],
    [
      'a<STYLE>p{}</STYLE>b<iframe src="/x">c</iframe>d<svg><text>e</text></svg>f<math>g</math>h',
      'abdfh',
    ],
    ['<svg onload=alert(1)>a<p>b</p>', 'a<p>b</p>'],
  ],
  'removes attributes, and class names other than languages': [
    ['<p onclick="x()" style="color:red" id="a" class="b" data-x="c">d</p>', '<p>d</p>'],
    ['<code class="language-js &quot;x {y} ok">a</code>', '<code class="language-js ok">a</code>'],
  ],
  'removes forms and unknown elements, but not their text': [
    [
      '<form action="/x"><label>Name <input name="n"></label><button>Send</button></form>',
      '<div>Name Send</div>',
    ],
    ['<span class="x">a</span><font color="red">b</font><my-thing>c</my-thing>', 'abc'],
  ],
  'removes comments, declarations and control characters': [
    ['a<!-- b --><!DOCTYPE html><?xml version="1.0"?><![CDATA[c]]>d', 'ad'],
    ['a\0b\u0008c&#0;d&#7;e\r\nf&#13;g&#xc;h', 'abcde\nf\ng h'],
  ],
  'gives links the rel value of the site, and does not nest them': [
    ['<a rel="dofollow" target="_blank" href="/x">y</a>', link('/x', 'y')],
    ['<a href="//example.com/x">y</a>', link('https://example.com/x', 'y')],
    ['<a href="/a">a<a href="/b">b</a>c</a>', `${link('/a', 'a')}${link('/b', 'b')}c`],
    ['<a href="/a"><h2>a</h2></a>', `<h2>${link('/a', 'a')}</h2>`],
    [`<a href="/${'x'.repeat(2_048)}">y</a>`, 'y'],
  ],
  'keeps size and description of images, which load lazily': [
    [
      '<img src="/images/x.webp" width="640" height="0480" alt="a &amp; b" style="x" onerror="y">',
      '<img src="/images/x.webp" alt="a &amp; b" width="640" height="480" loading="lazy">',
    ],
    [
      '<img src="https://example.com/x.png">',
      '<img src="https://example.com/x.png" alt="" loading="lazy">',
    ],
    [
      '<img src="/images/x" width="100%" height="9999999" alt="">',
      '<img src="/images/x" alt="" loading="lazy">',
    ],
  ],
  'closes open elements and removes stray end tags': [
    ['<p>a<b>b<i>c', '<p>a<b>b<i>c</i></b></p>'],
    ['<ul><li>a<li>b', '<ul><li>a</li><li>b</li></ul>'],
    [
      '<table><tr><td>a<td>b<tr><td>c',
      '<table><tbody><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></tbody></table>',
    ],
    ['</div></p></b>a</td></table>', 'a'],
    [
      '<table><tr><td></div></ul>a</td></tr></table></div>b',
      '<table><tbody><tr><td>a</td></tr></tbody></table>b',
    ],
  ],
  'nests overlapping formatting, moves it into blocks and ends it with its cell': [
    ['<b>a<i>b</b>c</i>d', '<b>a<i>b</i></b><i>c</i>d'],
    ['<b>1<b>2</b>3</b>4', '<b>123</b>4'],
    ['<b>a<p>b</p>c</b>d', '<b>a</b><p><b>b</b></p><b>c</b>d'],
    ['<p><b>a<p>b</b>c', '<p><b>a</b></p><p><b>b</b>c</p>'],
    [
      '<table><tr><td><b>a<td>b</table>c',
      '<table><tbody><tr><td><b>a</b></td><td>b</td></tr></tbody></table>c',
    ],
  ],
  'ends a paragraph before a block, and makes blocks in a heading inline': [
    ['<p>a<ul><li>b</ul>c</p>', '<p>a</p><ul><li>b</li></ul>c'],
    ['<p>a<h2>b</h2>', '<p>a</p><h2>b</h2>'],
    ['<h2>a<div>b</div><p>c</p></h2>', '<h2>a b c</h2>'],
    ['<div><h2><div>a</div></h2>b</div>c', '<div><h2>a</h2>b</div>c'],
    ['<pre>\na</pre>', '<pre>a</pre>'],
  ],
  'puts items into lists and cells into tables, or makes blocks of them': [
    ['<li>a</li><li>b</li>c', '<ul><li>a</li><li>b</li></ul>c'],
    ['<ul><li>a</li><ul><li>b</li></ul></ul>', '<ul><li>a<ul><li>b</li></ul></li></ul>'],
    ['<ol>a<li>b</ol>', '<ol><li>a</li><li>b</li></ol>'],
    ['<tr><td>a</td><td>b</td></tr>', '<div>a</div><div>b</div>'],
    [
      '<table>a<tr><td>b</table>',
      '<table><tbody><tr><td>a</td></tr><tr><td>b</td></tr></tbody></table>',
    ],
    [
      '<section>a</section><article>b</article><dl><dt>c<dd>d</dl>',
      '<div>a</div><div>b</div><div><p>c</p><p>d</p></div>',
    ],
  ],
}

test.each(Object.entries(CHANGES))('the sanitiser %s', (_, cases) => {
  for (const [html, expected] of cases) expect(sanitiseHtml(html)).toBe(expected)
})

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'ftp://x.example',
  'page',
  './x',
  '/\\x.example',
  '',
  'jAvAsCrIpT:x',
  ' java\nscript:x',
  '&#106;avascript:x',
  'java&#x09;script&#58;x',
  'javascript&colon;x',
  '\u0001javascript:x',
])('a link to %j becomes text', (href) => {
  expect(sanitiseHtml(`<a href="${href}">x</a>`)).toBe('x')
})

test.each(['data:image/png;base64,AAAA', 'javascript:x', 'blob:x', 'cid:x', 'x.png', ''])(
  'an image from %j is removed',
  (src) => expect(sanitiseHtml(`a<img src="${src}">b`)).toBe('ab'),
)

test('the sanitiser keeps at most 100 levels of nested tags, and all of their text', () => {
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
])('the output for repeated %s stays within the size limit', (piece) => {
  const once = sanitiseHtml(`${piece.repeat(300)}x`)
  expect(flawIn(once)).toBeNull()
  expect(sanitiseHtml(once)).toBe(once)
  expect(once).toContain('x')
})

test('formatting across many blocks does not multiply the output', () => {
  const html = `<a href="/${'x'.repeat(2_000)}"><b><i><u><s><em><sub>${'<p>y'.repeat(20_000)}`
  expect(sanitiseHtml(html).length).toBeLessThan(4 * html.length)
})

test.each([
  ['<a href="https://one.example/a?b=1&amp;c">x</a>', ['one.example']],
  ['<a title="a > b" href="HTTP://ONE.example:8080">x</a>', ['one.example']],
  ['<a href="//one.example">x</a>', ['one.example']],
  ['<a href="https://пример.испытание/">x</a>', ['xn--e1afmkfd.xn--80akhbyknj4f']],
  ['<a href="https://one.example./">x</a>', ['one.example']],
  ['<a href="https://user@one.example/">x</a>', ['one.example']],
  [
    '<a href="https://a.example">1</a><p><a href="https://a.example/2">2</a></p>',
    ['a.example', 'a.example'],
  ],
  ['<a href="/posts/1">x</a><a href="#top">y</a><a href="mailto:a@b.example">z</a>', []],
  ['<p>https://one.example as text</p>', []],
  ['<img src="https://one.example/a.png">', []],
])('the hosts of the links in %s are found', (html, hosts) => {
  expect(linkHosts(sanitiseHtml(html))).toEqual(hosts)
})

test('the hosts of images include only other sites', () => {
  const html = '<img alt="x" src="https://pictures.example/a.png"><img src="/images/a.png">'
  expect(imageHosts(sanitiseHtml(html))).toEqual(['pictures.example'])
})
