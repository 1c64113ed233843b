import { expect, test } from 'vitest'
import { zipOf } from './archives.ts'
import { plainBody, readAll } from './read.ts'

const page = (title: string, body: string, { subtitle = '', footer = '' } = {}) =>
  `<!DOCTYPE html><html><head><title>${title}</title></head><body><article class="h-entry"><header><h1 class="p-name">${title}</h1></header>${
    subtitle && `<section data-field="subtitle" class="p-summary">${subtitle}</section>`
  }<section data-field="body" class="e-content"><section name="1" class="section section--body"><div class="section-divider"><hr class="section-divider"></div><div class="section-content"><div class="section-inner">${body}</div></div></section></section><footer>${footer}</footer></article></body></html>`

const FOOTER =
  '<p>By <a href="https://medium.com/@ada" class="p-author h-card">Ada</a> on <a href="https://medium.com/p/abc123def456"><time class="dt-published" datetime="2018-08-11T11:23:34.123Z">August 11, 2018</time></a>.</p><p><a href="https://medium.com/@ada/hello-abc123def456" class="p-canonical">Canonical link</a></p>'

const archive = (files: Record<string, string>) =>
  readAll([
    zipOf([
      ...Object.entries(files).map(([name, content]) => ({ name, content })),
      { name: 'profile/profile.html', content: '<p>x</p>' },
    ]),
  ])

test('a post of Medium keeps its fields and its content', async () => {
  const body =
    '<h3 class="graf graf--h3 graf--title">Hello</h3><h4 class="graf graf--h4 graf--subtitle">Sub</h4><p class="graf graf--p">a <strong class="markup--strong">b</strong></p><h3 class="graf graf--h3">Part</h3><h4 class="graf graf--h4">Smaller</h4>' +
    '<figure class="graf graf--figure"><div class="aspectRatioPlaceholder"><div class="aspectRatioPlaceholder-fill"></div><img class="graf-image" data-width="100" data-height="50" src="https://cdn-images-1.medium.com/max/800/a.png"></div><figcaption class="imageCaption">cap</figcaption></figure>' +
    '<pre data-code-block-lang="javascript" class="graf graf--pre"><span class="pre--content">x<br>y</span></pre><blockquote class="graf graf--pullquote">q</blockquote><figure class="graf graf--figure graf--iframe"><iframe src="https://www.youtube.com/embed/abc"></iframe></figure>'
  const { format, items, refused } = await archive({
    'posts/2018-08-11_Hello-abc123def456.html': page('Hello', body, {
      subtitle: 'Sub',
      footer: FOOTER,
    }),
  })
  expect([format, refused]).toEqual(['medium', []])
  const [post] = items
  expect(post).toMatchObject({
    key: 'medium:abc123def456',
    title: 'Hello',
    summary: 'Sub',
    isPublished: true,
    publishedAt: '2018-08-11T11:23:34.123Z',
    url: 'https://medium.com/@ada/hello-abc123def456',
    path: null,
    author: { key: 'ada', name: 'Ada', email: null },
    losses: [{ kind: 'embed', count: 1, detail: 'https://www.youtube.com/watch?v=abc' }],
  })
  expect(post && plainBody(post)).toBe(
    '<p>a <strong>b</strong></p><h2>Part</h2><h3>Smaller</h3><figure><img src="https://cdn-images-1.medium.com/max/800/a.png"><figcaption>cap</figcaption></figure>' +
      '<pre><code class="language-javascript">x\ny</code></pre><blockquote><p>q</p></blockquote><p><a href="https://www.youtube.com/watch?v=abc">https://www.youtube.com/watch?v=abc</a></p>',
  )
})

test('drafts of Medium stay drafts, and responses are refused', async () => {
  const { items, refused } = await archive({
    'posts/draft_Idea-0123456789ab.html': page(
      'Idea',
      '<h3 class="graf graf--h3">Idea</h3><p>x</p>',
    ),
    'posts/2019-01-01_I-agree-with-fedcba987654.html': page(
      'I agree with…',
      '<p class="graf graf--p">I agree with all of it.</p>',
      { footer: FOOTER.replaceAll('abc123def456', 'fedcba987654') },
    ),
  })
  expect(items).toMatchObject([
    { key: 'medium:0123456789ab', title: 'Idea', isPublished: false, url: null },
  ])
  expect(refused).toEqual([
    { key: 'medium:fedcba987654', title: 'I agree with…', refused: 'not_a_post' },
  ])
})
