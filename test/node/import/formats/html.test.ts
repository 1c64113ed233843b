import { expect, test } from 'vitest'
import { type CleanOptions, cleaned } from '#import/html/clean.ts'
import { sanitiseHtml } from '#kernel/html/sanitise.ts'

/** The body that an import sends, which the server must keep as it is. */
function bodyOf(html: string, options?: CleanOptions): string {
  const { body } = cleaned(html, options)
  expect(sanitiseHtml(body)).toBe(body)
  return body
    .replaceAll(' rel="nofollow ugc noopener"', '')
    .replaceAll(' loading="lazy"', '')
    .replaceAll(' alt=""', '')
}

const lossesOf = (html: string) =>
  cleaned(html).losses.map(({ kind, count, detail }) => [kind, count, detail ?? ''])

/** HTML of other sites, and the body that an import sends. */
const CONVERSIONS: Record<string, [html: string, body: string][]> = {
  'headings start below the title and end at the fourth level': [
    ['<h1>a</h1><h2>b</h2><h6>c</h6>', '<h2>a</h2><h3>b</h3><h4>c</h4>'],
    ['<h2>b</h2><h3>c</h3><h5>d</h5>', '<h2>b</h2><h3>c</h3><h4>d</h4>'],
    ['<h2 id="x">b <a class="anchor" href="#x">#</a></h2>', '<h2>b</h2>'],
  ],
  'text without paragraphs gets them, and wrappers disappear': [
    ['<div>one<br><br>two</div><section>three</section>', '<p>one</p><p>two</p><p>three</p>'],
    ['<p>&nbsp;</p><p></p><b>a<p>b</p></b>', '<p><strong>a</strong></p><p><strong>b</strong></p>'],
    ['<p>one <font color=red>two</font><p>three', '<p>one two</p><p>three</p>'],
  ],
  'formatting written as styles is kept, and undone formatting is not': [
    [
      '<p><span style="font-weight:700;font-style:italic">a</span></p>',
      '<p><strong><em>a</em></strong></p>',
    ],
    ['<b style="font-weight:normal"><p>a</p></b>', '<p>a</p>'],
  ],
  'lists keep their levels, start numbers and tasks': [
    [
      '<ul><li>a<ul><li>b</ul><li>c</ul>',
      '<ul><li><p>a</p><ul><li>b</li></ul></li><li>c</li></ul>',
    ],
    ['<ol start=4><li>a</ol>', '<ol start="4"><li>a</li></ol>'],
    [
      '<ul class="contains-task-list"><li><input type="checkbox" checked> a<li><label><input type="checkbox">b</label></ul>',
      '<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><p>a</p></li><li data-type="taskItem" data-checked="false"><p>b</p></li></ul>',
    ],
    ['<ul><li><input type=checkbox checked> a<li>b</ul>', '<ul><li>☑  a</li><li>b</li></ul>'],
    ['<dl><dt>a<dd>b</dl>', '<p><strong>a</strong></p><p>b</p>'],
  ],
  'tables keep cells, headers and spans; their caption becomes a paragraph': [
    [
      '<table><caption>c</caption><thead><tr><th scope=col>a<th>b</thead><tr><td colspan=2><p>c</p></table>',
      '<p>c</p><table><thead><tr><th scope="col">a</th><th>b</th></tr></thead><tbody><tr><td colspan="2">c</td></tr></tbody></table>',
    ],
  ],
  'code keeps its lines, without line numbers and buttons': [
    [
      '<pre><code><div class="line"><span class="lineno">1</span>a &lt; b</div><div class="line">  c</div></code><button>Copy</button></pre>',
      '<pre><code>a &lt; b\n  c</code></pre>',
    ],
    ['<pre>a<br>b\n\nc</pre>', '<pre><code>a\nb\n\nc</code></pre>'],
    ['<p>a <code>b</code></p>', '<p>a <code>b</code></p>'],
  ],
  'images stand between paragraphs, and a link around an image goes into its caption': [
    [
      '<p>a <em>b <img src="https://a.example/b.jpg"> c</em></p>',
      '<p>a <em>b </em></p><img src="https://a.example/b.jpg"><p><em> c</em></p>',
    ],
    [
      '<figure class="gallery"><figure><img src="https://a.example/1"></figure><figure><img src="https://a.example/2"></figure><img src="https://a.example/3"><img src="https://a.example/4"><figcaption>c</figcaption></figure>',
      '<figure><img src="https://a.example/1"><img src="https://a.example/2"><img src="https://a.example/3"></figure><figure><img src="https://a.example/4"><figcaption>c</figcaption></figure>',
    ],
    [
      '<figure class="wide"><img src="https://a.example/1"></figure>',
      '<figure class="wide"><img src="https://a.example/1"></figure>',
    ],
    [
      '<a href="https://b.example/page"><img src="https://a.example/b.jpg" alt="d"></a>',
      '<figure><img src="https://a.example/b.jpg" alt="d"><figcaption><a href="https://b.example/page">d</a></figcaption></figure>',
    ],
  ],
  'quotes, details and cards of Ghost keep their meaning': [
    ['<blockquote>a<cite>b</cite></blockquote>', '<blockquote><p>a<em>b</em></p></blockquote>'],
    ['<details><p>a</p></details>', '<details><summary>…</summary><p>a</p></details>'],
    [
      '<div class="kg-card kg-toggle-card"><div class="kg-toggle-heading"><h4 class="kg-toggle-heading-text">a</h4><button class="kg-toggle-card-icon"><svg></svg></button></div><div class="kg-toggle-content"><p>b</p></div></div>',
      '<details><summary>a</summary><p>b</p></details>',
    ],
    [
      '<div class="kg-card kg-callout-card"><div class="kg-callout-emoji">💡</div><div class="kg-callout-text">a <b>b</b></div></div>',
      '<blockquote data-type="note"><p>💡 a <strong>b</strong></p></blockquote>',
    ],
    [
      '<div class="markdown-alert markdown-alert-caution"><p class="markdown-alert-title">Caution</p><p>a</p></div>',
      '<blockquote data-type="warning"><p>a</p></blockquote>',
    ],
    [
      '<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://a.example/"><div class="kg-bookmark-title">T</div><div class="kg-bookmark-description">D</div><div class="kg-bookmark-thumbnail"><img src="https://a.example/i.png"></div></a></figure>',
      '<p><a href="https://a.example/">T</a></p><p>D</p>',
    ],
  ],
}

test.each(Object.entries(CONVERSIONS))('%s', (_, cases) => {
  for (const [html, body] of cases) expect(bodyOf(html)).toBe(body)
})

test.each([
  ['class on pre', '<pre class="lang-js">x</pre>'],
  ['data-lang', '<pre data-lang="JS"><code>x</code></pre>'],
  [
    'Prism',
    '<pre class="line-numbers language-js"><code class="language-js"><span class="token">x</span></code></pre>',
  ],
  ['highlight.js', '<pre><code class="hljs language-js">x</code></pre>'],
  ['highlight.js with a bare name', '<pre><code class="js hljs">x</code></pre>'],
  [
    'Rouge',
    '<div class="language-js highlighter-rouge"><div class="highlight"><pre class="highlight"><code>x\n</code></pre></div></div>',
  ],
  [
    'Pygments with line numbers',
    '<div class="highlight-js"><table class="highlighttable"><tr><td class="linenos"><pre>1</pre></td><td class="code"><pre><code class="language-js">x</code></pre></td></tr></table></div>',
  ],
  [
    'Hexo',
    '<figure class="highlight js"><table><tr><td class="gutter"><pre><span class="line">1</span></pre></td><td class="code"><pre><span class="line">x</span><br></pre></td></tr></table></figure>',
  ],
  ['GitHub', '<div class="highlight highlight-source-js"><pre>x</pre></div>'],
  ['SyntaxHighlighter', '<pre class="brush: js; title: y">x</pre>'],
  ['Medium', '<pre data-code-block-lang="js" class="graf--pre"><span>x</span></pre>'],
])('code keeps its language: %s', (_, html) => {
  expect(bodyOf(html)).toBe('<pre><code class="language-js">x</code></pre>')
})

const CAPTION =
  '<figure><img src="https://a.example/b.jpg"><figcaption>c <em>d</em></figcaption></figure>'

test.each([
  CAPTION,
  '<div class="wp-caption"><img src="https://a.example/b.jpg"><p class="wp-caption-text">c <em>d</em></p></div>',
  '<div class="captioned-image-container"><figure><a class="image-link" href="https://a.example/b.jpg"><div class="image2-inset"><picture><source srcset="x.webp"><img src="https://a.example/b.jpg"></picture><div class="image-link-expand"><svg></svg></div></div></a><figcaption class="image-caption">c <em>d</em></figcaption></figure></div>',
])('a caption stays with its image: %s', (html) => expect(bodyOf(html)).toBe(CAPTION))

test('lazily loaded images are found; the largest image of srcset is used only if src is a placeholder', () => {
  const source = (html: string) => cleaned(html).images.map((image) => image.source)
  const gif = 'data:image/gif;base64,R0lGODlhAQABAAAAACw='
  for (const html of [
    `<img src="${gif}" data-src="https://a.example/b.jpg">`,
    `<img src="${gif}" srcset="https://a.example/s.jpg 300w, https://a.example/b.jpg 900w">`,
    '<img src="https://a.example/b.jpg" srcset="https://a.example/l.jpg 900w">',
    '<noscript><img src="https://a.example/b.jpg"></noscript><img data-src="https://a.example/b.jpg">',
    `<img src="${gif}"><noscript><img src="https://a.example/b.jpg"></noscript>`,
  ])
    expect(source(html), html).toEqual(['https://a.example/b.jpg'])
  expect(source(`<img src="${gif}" srcset="https://a.example/l,1.jpg 900w">`)).toEqual([
    'https://a.example/l,1.jpg',
  ])
  expect(source('<img src="https://a.example/stat" width="1" height="1">')).toEqual([])
  expect(bodyOf('<p>a <img class="emoji" alt="😀" src="https://a.example/e.png"></p>')).toBe(
    '<p>a 😀</p>',
  )
})

test('images of the archive are found relative to the file and to the root', () => {
  const files = {
    names: [
      'blog/posts/one/index.html',
      'blog/posts/one/a b.jpg',
      'blog/content/images/2020/c.png',
    ],
  }
  const found = (src: string, url: string | null = null) =>
    cleaned(`<img src="${src}">`, { files, file: 'blog/posts/one/index.html', url }).images.map(
      (image) => image.file,
    )
  expect(found('a%20b.jpg')).toEqual(['blog/posts/one/a b.jpg'])
  expect(found('../../content/images/2020/c.png')).toEqual(['blog/content/images/2020/c.png'])
  expect(found('/content/images/2020/c.png?w=3')).toEqual(['blog/content/images/2020/c.png'])
  expect(
    found('https://old.example/content/images/2020/c.png', 'https://old.example/one/'),
  ).toEqual(['blog/content/images/2020/c.png'])
  expect(
    found('https://other.example/content/images/2020/c.png', 'https://old.example/one/'),
  ).toEqual([null])
  expect(found('missing.jpg')).toEqual([])
})

test.each([
  [
    'Jekyll',
    '<p>a<sup id="fnref:1" role="doc-noteref"><a href="#fn:1" class="footnote" rel="footnote">1</a></sup></p><div class="footnotes" role="doc-endnotes"><ol><li id="fn:1" role="doc-endnote"><p>b <a href="#fnref:1" class="reversefootnote" role="doc-backlink">&#8617;</a></p></li></ol></div>',
  ],
  [
    'Ghost',
    '<p>a<sup class="footnote-ref"><a href="#fn1" id="fnref1">[1]</a></sup></p><hr class="footnotes-sep"><section class="footnotes"><ol class="footnotes-list"><li id="fn1" class="footnote-item"><p>b <a href="#fnref1" class="footnote-backref">↩︎</a></p></li></ol></section>',
  ],
  [
    'Substack',
    '<p>a<a class="footnote-anchor" id="footnote-anchor-1" href="#footnote-1" target="_self">1</a></p><div class="footnote" data-component-name="FootnoteToDOM"><a id="footnote-1" href="#footnote-anchor-1" class="footnote-number" contenteditable="false">1</a><div class="footnote-content"><p>b</p></div></div>',
  ],
  [
    'WordPress',
    '<p>a<sup data-fn="3f" class="fn"><a href="#3f" id="3f-link">1</a></sup></p><ol class="wp-block-footnotes"><li id="3f">b <a href="#3f-link" aria-label="Jump to footnote reference 1">↩︎</a></li></ol>',
  ],
])('footnotes become numbers and a list at the end: %s', (_, html) => {
  expect(bodyOf(`${html}<p>c</p>`).replace('<hr><p>c', '<p>c')).toBe(
    '<p>a<sup data-note="1">1</sup></p><p>c</p><ol data-type="footnotes"><li>b</li></ol>',
  )
})

test.each([
  [
    '<iframe src="https://www.youtube.com/embed/abc?rel=0"></iframe>',
    'https://www.youtube.com/watch?v=abc',
    'embed',
  ],
  [
    '<iframe src="about:blank" data-src="//a.example/video/12" />',
    'https://a.example/video/12',
    'embed',
  ],
  ['<video><source src="https://a.example/b.mp4"></video>', 'https://a.example/b.mp4', 'video'],
  ['<audio src="https://a.example/b.mp3"></audio>', 'https://a.example/b.mp3', 'audio'],
  [
    '<object><embed src="https://www.youtube.com/v/abc"></object>',
    'https://www.youtube.com/watch?v=abc',
    'embed',
  ],
  [
    '<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\nhttps://a.example/b\n</div></figure>',
    'https://a.example/b',
    'embed',
  ],
  [
    '<div class="youtube-wrap" data-attrs=\'{"videoId":"abc"}\'><div class="youtube-inner"></div></div>',
    'https://www.youtube.com/watch?v=abc',
    'embed',
  ],
  [
    '<blockquote class="instagram-media" data-instgrm-permalink="https://a.example/p/1/?utm=2">View</blockquote>',
    'https://a.example/p/1/',
    'embed',
  ],
])('an embed becomes a link and is counted: %s', (html, url, kind) => {
  expect(bodyOf(`<p>x</p>${html}<p>y</p>`)).toBe(
    `<p>x</p><p><a href="${url}">${url}</a></p><p>y</p>`,
  )
  expect(lossesOf(html)).toEqual([[kind, 1, url]])
})

test.each([
  ['<iframe src="//player.vimeo.com/video/12"></iframe>', 'https://vimeo.com/12', 'vimeo'],
  [
    '<script src="https://gist.github.com/ada/12.js"></script>',
    'https://gist.github.com/ada/12',
    'gist',
  ],
])(
  'an embed of a service that the site shows becomes a card, and nothing is lost: %s',
  (html, url, service) => {
    expect(bodyOf(html)).toBe(`<p><a href="${url}" data-embed="${service}">${url}</a></p>`)
    expect(lossesOf(html)).toEqual([])
  },
)

test('imported content that cannot be kept is counted', () => {
  expect(
    lossesOf(
      '<script src="https://a.example/x.js"></script><script type="application/ld+json">{}</script>',
    ),
  ).toEqual([['script', 1, 'https://a.example/x.js']])
  expect(lossesOf('<form action="/s"><input type="email"><button>Go</button></form>')).toEqual([
    ['form', 1, '/s'],
  ])
  expect(lossesOf('<svg></svg><svg aria-hidden="true"></svg>')).toEqual([['html', 1, 'svg']])
  expect(lossesOf('<a href="other.html">x</a>')).toEqual([['html', 1, 'link other.html']])
  const images = '<img src="https://a.example/1">'.repeat(102)
  expect(lossesOf(images)).toEqual([['html', 2, 'more than 100 images']])
})

test('imported links become absolute, and links within the page become text', () => {
  const url = 'https://old.example/2019/post/'
  expect(
    bodyOf('<a href="../other/">a</a> <a href="#top">b</a> <a href="mailto:a@b.example">c</a>', {
      url,
    }),
  ).toBe(
    '<p><a href="https://old.example/2019/other/">a</a> b <a href="mailto:a@b.example">c</a></p>',
  )
  expect(bodyOf('<a href="/about/">a</a><a href="javascript:alert(1)">b</a>')).toBe(
    '<p><a href="/about/">a</a>b</p>',
  )
})

test('comments and broken tags of imported HTML do not reach the text', () => {
  expect(bodyOf('a<!-- b --><b')).toBe('<p>a</p>')
  expect(bodyOf('a < b & c &amp; d')).toBe('<p>a &lt; b &amp; c &amp; d</p>')
  expect(cleaned('').body).toBe('')
})

test('a text of 150,000 paragraphs in one element is converted without an overflow of the stack', () => {
  expect(cleaned(`<div>${'<p>a</p>'.repeat(150_000)}</div>`).body).toHaveLength(
    '<p>a</p>'.length * 150_000,
  )
})
