import { expect, test } from 'vitest'
import { cleaned } from '#import/html/clean.ts'
import { wordpressHtml } from '#import/wordpress/content.ts'
import { type Family, growsTooFast } from '../../kernel/growth.ts'

/** N is more than twice the depth limit, so that the work per element is equal for N and 4N. */
const SIZE = 220

const HTML = [
  '<div>',
  '<p>',
  '<b>x</i>',
  '<b></p>',
  '<br>',
  'a\n\n',
  '<ul><li>',
  '<ul><li><input type=checkbox>',
  '<table><tr><td>',
  '<table><tr><td class=gutter><td class=code>',
  '<figure><img src=https://a.example/b>',
  '<figure><img src=https://a.example/b><figcaption>',
  '<a href=https://a.example/><img src=https://a.example/b>',
  '<a href=#fn1>1</a>',
  '<li id=fn1 class=footnote-item>x',
  '<div class=footnotes><ol><li id=fn>',
  '<div class=footnote><a id=x>',
  '<sup><a href=#x>',
  '<iframe>',
  '<iframe src=https://a.example/ />',
  '<noscript><img src=a>',
  '<script>',
  '<pre><code>',
  '<code>a\n',
  '<details>',
  '<blockquote class=twitter-tweet>',
  '<div class="tweet wrap" data-attrs=\'{"url":"x"}\'>',
  '<div class=kg-toggle-card>',
  '<div class=wp-caption><p class=wp-caption-text>',
  '<object>',
  '<form>',
  '<svg>',
  '<h1>',
  '<dl><dt>',
  '<',
  '<a href="',
  '<a b="c" ',
  '&lt;',
]

const CLASSIC = [
  '[',
  '[a]',
  '[/a]',
  '[a][b][/a]',
  '[code]',
  '[caption]',
  '[caption]<img>',
  '[x y="',
  '[x y=1]',
  '[[a]]',
  '[gallery]',
  '[footnote]x[/footnote]',
  '<pre>[',
  '<!-- wp:a ',
  '<!-- wp:a {"language":"js"} -->',
  'https://a.example/\n',
]

const repeated = (parts: readonly string[]): Family[] =>
  parts.map((part) => ({ name: part, of: (size) => part.repeat(size) }))

test('the clean-up of imported HTML takes linear time', () => {
  expect(growsTooFast((html) => cleaned(html, { lineBreaks: true }), repeated(HTML), SIZE)).toEqual(
    [],
  )
})

test('the shortcodes and blocks of WordPress take linear time', () => {
  const context = {
    attachments: { byId: new Map(), ofPost: new Map() },
    postId: '1',
    footnotes: '',
  }
  expect(
    growsTooFast((source) => wordpressHtml(source, context), repeated(CLASSIC), 1_000),
  ).toEqual([])
})
