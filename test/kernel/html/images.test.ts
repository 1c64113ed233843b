import { expect, test } from 'vitest'
import { withLinkedImages } from '#kernel/html/images.ts'
import { sanitiseHtml } from '#kernel/html/sanitise.ts'

const linked = (html: string) => withLinkedImages(sanitiseHtml(html))
const link = (url: string, text: string) =>
  `<a class="image-link" href="${url}" rel="nofollow ugc noopener">${text}</a>`

test.each([
  [
    'the alternative text',
    '<img src="https://a.example/x.png" alt="A &quot;b&quot; <c>">',
    'A &quot;b&quot; &lt;c&gt;',
  ],
  ['the host without it', '<img src="https://a.example/x.png">', 'a.example'],
])('a link to an external image has %s', (_, html, text) => {
  expect(linked(html)).toBe(link('https://a.example/x.png', text))
})

test.each([
  'HTTPS://a.example/x.png',
  '//a.example/x.png',
  'http://a.example/x.png',
  'https:&#47;&#47;a.example/x.png?a=1&amp;b=2',
])('the image %s is external', (source) => {
  expect(linked(`<p><img alt="a" src="${source}"></p>`)).not.toContain('<img')
})

test('an external image inside a link becomes text of the link', () => {
  const html =
    '<p><a href="https://b.example/"><img src="https://a.example/x.png" alt="Cat"></a><img src="https://a.example/y.png"></p>'
  const rest = link('https://a.example/y.png', 'a.example')
  expect(linked(html)).toBe(`<p><a href="https://b.example/" rel="nofollow ugc noopener">Cat</a>${rest}</p>`)
})

test('own images and code that shows an image stay', () => {
  const html = sanitiseHtml(
    '<p><img src="/images/a.webp" alt="Own"></p><pre>&lt;img src="https://a.example/x.png"&gt;</pre>',
  )
  expect(withLinkedImages(html)).toBe(html)
})
