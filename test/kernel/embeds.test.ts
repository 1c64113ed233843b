import { expect, test } from 'vitest'
import { cleaned } from '#import/html/clean.ts'
import { htmlOfMarkdown } from '#import/markdown/html.ts'
import { embedOf, FRAME_HOSTS } from '#kernel/embeds.ts'
import { markdownOf } from '#kernel/html/markdown.ts'
import { readable } from '#kernel/html/readable.ts'
import { sanitiseHtml } from '#kernel/html/sanitise.ts'

const LINKS: [link: string, frame: string | null][] = [
  [
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
  ],
  ['https://youtu.be/dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
  [
    'https://m.youtube.com/shorts/dQw4w9WgXcQ',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
  ],
  [
    'https://www.bilibili.com/video/BV1xx411c7mD/',
    'https://player.bilibili.com/player.html?isOutside=true&autoplay=0&bvid=BV1xx411c7mD',
  ],
  ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871?dnt=1'],
  [
    'https://www.loom.com/share/0123456789abcdef0123456789abcdef',
    'https://www.loom.com/embed/0123456789abcdef0123456789abcdef',
  ],
  ['https://codepen.io/ada/pen/abCDef', 'https://codepen.io/ada/embed/abCDef?default-tab=result'],
  ['https://codepen.io/ada/full/abCDef', 'https://codepen.io/ada/embed/abCDef?default-tab=result'],
  ['https://stackblitz.com/edit/vitejs-vite', 'https://stackblitz.com/edit/vitejs-vite?embed=1'],
  ['https://jsfiddle.net/ada/abc123/', 'https://jsfiddle.net/ada/abc123/embedded/'],
  [
    'https://observablehq.com/@d3/bar-chart',
    'https://observablehq.com/embed/@d3/bar-chart?cells=*',
  ],
  [
    'https://www.figma.com/design/abcDEF123456/A-name',
    'https://embed.figma.com/design/abcDEF123456?embed-host=share',
  ],
  [
    'https://www.figma.com/file/abcDEF123456/A-name',
    'https://embed.figma.com/file/abcDEF123456?embed-host=share',
  ],
  [
    'https://open.spotify.com/intl-de/track/0123456789abcdefABCDEF',
    'https://open.spotify.com/embed/track/0123456789abcdefABCDEF',
  ],
  ['https://gist.github.com/ada/0123456789abcdef0123456789abcdef', null],
  ['https://gist.github.com/ada/9257657', null],
  ['https://github.com/ada/repo/blob/main/src/a.ts#L3-L9', null],
]

test.each(LINKS)('a link to %s is an embed', (link, frame) => {
  expect(embedOf(link)).toMatchObject({ frame })
})

test('each host that may be framed has an example', () => {
  const hosts = LINKS.flatMap(([, frame]) => (frame ? new URL(frame).host : []))
  expect(new Set(hosts)).toEqual(new Set(FRAME_HOSTS))
})

test.each([
  'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
  'https://evil.example/?https://youtu.be/dQw4w9WgXcQ',
  'https://ada@youtu.be/dQw4w9WgXcQ',
  'https://youtu.be:8443/dQw4w9WgXcQ',
  'javascript://youtu.be/dQw4w9WgXcQ',
  'https://youtu.be/dQw4w9WgXcQ"onload=alert(1)',
  'https://www.youtube.com/watch?v=../../redirect',
  'https://codepen.io/ada/pen/..%2f..',
  'https://github.com/ada/repo',
  '//youtu.be/dQw4w9WgXcQ',
])('a link to %s is not an embed', (link) => {
  expect(embedOf(link)).toBeNull()
})

const card = (provider: string, href = 'https://youtu.be/dQw4w9WgXcQ') =>
  `<p><a href="${href}" data-embed="${provider}">${href}</a></p>`
const TEXT = {
  done: '',
  toDo: '',
  table: '',
  callouts: { note: '', tip: '', warning: '' },
  footnotes: 'Footnotes',
  backToText: 'Back',
  load: 'Load',
}

test('the sanitiser keeps the mark of an embed only on a link to a service, and writes its name', () => {
  for (const mark of ['youtube', 'vimeo', '', 'constructor'])
    expect(sanitiseHtml(card(mark))).toMatch(
      /^<p><a href="[^"]*" data-embed="youtube" rel="[^"]*">/,
    )
  expect(sanitiseHtml('<p><a data-embed href="https://youtu.be/dQw4w9WgXcQ">x</a></p>')).toContain(
    'data-embed="youtube"',
  )
  expect(sanitiseHtml(card('youtube', 'https://evil.example/'))).not.toContain('data-embed')
  expect(sanitiseHtml('<a data-embed="youtube">x</a>')).toBe('x')
})

test('a link to a service that is alone in its paragraph is shown as a card, whose button has the address of the frame', () => {
  const { html } = readable(sanitiseHtml(card('youtube')), TEXT)
  expect(html).toMatch(
    /^<div class="embed is-video"><p><strong>YouTube<\/strong><a href="https:\/\/youtu\.be\/dQw4w9WgXcQ"/,
  )
  expect(html).toContain(
    'data-frame="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ">Load</button>',
  )
  expect(html).not.toContain('<iframe')
  const among = readable(sanitiseHtml(card('youtube').replace('<p>', '<p>See ')), TEXT)
  expect(among.html).not.toContain('class="embed')
  expect(readable(sanitiseHtml(card('youtube')), { ...TEXT, load: null }).html).not.toContain(
    'data-frame',
  )
})

test('an embed is its address in Markdown', () => {
  expect(markdownOf(sanitiseHtml(card('youtube')))).toBe('<https://youtu.be/dQw4w9WgXcQ>\n')
})

test('an embed with a title is a card with that title, and a link with the name of its service in Markdown', () => {
  const titled =
    '<p><a href="https://youtu.be/dQw4w9WgXcQ" data-embed="youtube">A [film] &amp; more</a></p>'
  const body = sanitiseHtml(titled)
  expect(readable(body, TEXT).html).toContain('>A [film] &amp; more</a></p><button')
  const markdown = markdownOf(body)
  expect(markdown).toBe('[A \\[film\\] & more](<https://youtu.be/dQw4w9WgXcQ> "YouTube")\n')
  expect(sanitiseHtml(cleaned(htmlOfMarkdown(markdown)).body)).toBe(body)
  const ordinary = htmlOfMarkdown('[A film](https://youtu.be/dQw4w9WgXcQ)')
  expect(ordinary).not.toContain('data-embed')
})
