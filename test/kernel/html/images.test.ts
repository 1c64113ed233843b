import { expect, test } from 'vitest'
import { withImageVariants, withLinkedImages } from '#kernel/html/images.ts'
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
])('a link that replaces an external image has %s', (_, html, text) => {
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
  expect(linked(html)).toBe(
    `<p><a href="https://b.example/" rel="nofollow ugc noopener">Cat</a>${rest}</p>`,
  )
})

test('images of the site stay, and so does code that contains an image', () => {
  const html = sanitiseHtml(
    '<p><img src="/images/a.webp" alt="Own"></p><pre>&lt;img src="https://a.example/x.png"&gt;</pre>',
  )
  expect(withLinkedImages(html)).toBe(html)
})

const OWN = '/images/abcdefghijklmnopqrstuv'
const SIZES = 'sizes="(max-width: 44rem) calc(100vw - 2rem), 42rem"'

test.each([
  ['webp', 1200, `${OWN}.webp?w=320 320w, ${OWN}.webp?w=960 960w, ${OWN}.webp 1200w`],
  ['jpg', 960, `${OWN}.jpg?w=320 320w, ${OWN}.jpg 960w`],
])('a stored image as %s of %i pixels lists its variants', (type, width, srcset) => {
  const html = sanitiseHtml(
    `<p><img src="${OWN}.${type}" alt="a" width="${width}" height="300"></p>`,
  )
  const shown = withImageVariants(html)
  expect(shown).toBe(html.replace('></p>', ` srcset="${srcset}" ${SIZES}></p>`))
  // The external images beside it become links.
  expect(withLinkedImages(`${shown}<img src="https://a.example/x.png">`)).toContain(srcset)
})

test('images of a wide figure and of a gallery have `sizes` for their place, and a gallery has the ratio of each image', () => {
  const image = (height: number) => `<img src="${OWN}.webp" alt="" width="600" height="${height}">`
  const shown = (html: string) => withImageVariants(sanitiseHtml(html))
  expect(shown(`<figure class="wide">${image(300)}</figure>`)).toContain(
    'sizes="(max-width: 62rem) calc(100vw - 2rem), 60rem"',
  )
  const gallery = shown(
    `<figure class="other">${image(300)}${image(400)}<figcaption>a</figcaption></figure>`,
  )
  expect(gallery).toContain('<figure><img')
  expect(
    [...gallery.matchAll(/style="([^"]*)" srcset="[^"]*" sizes="([^"]*)"/g)].map(
      ([, ...found]) => found,
    ),
  ).toEqual([
    ['flex:2.000', '(max-width: 44rem) calc((100vw - 2rem) / 2), 21rem'],
    ['flex:1.500', '(max-width: 44rem) calc((100vw - 2rem) / 2), 21rem'],
  ])
})

test.each([
  `<img src="${OWN}.webp" alt="without a width">`,
  `<img src="${OWN}.webp" alt="" width="320">`,
  `<img src="${OWN}.gif" alt="may be animated" width="1200">`,
  '<img src="https://a.example/images/abcdefghijklmnopqrstuv.webp" alt="" width="1200">',
  `<img src="${OWN}.webp" alt=" width=&quot;1200&quot;">`,
])('%s has no variants', (image) => {
  const html = sanitiseHtml(image)
  expect(html).toContain('<img')
  expect(withImageVariants(html)).toBe(html)
})
