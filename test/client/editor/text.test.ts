import { expect, test } from 'vitest'
import { linkFrom, looksLikeMarkdown, withinLevels } from '#client/editor/pasted-text.ts'
import { scaled } from '#client/fit-image.ts'
import { countWords } from '#kernel/html/plain.ts'

test.each([
  ['', 0],
  ['hello world', 2],
  ["it's a well-known fact", 4],
  ['你好，世界', 4],
  ['用 SQLite 写 3 行', 5],
  ['カタカナ 한국어', 7],
])('%j has %i words', (text, words) => {
  expect(countWords(text).words).toBe(words)
})

test.each([
  '## 标题\n正文',
  '# Title\n\ntext',
  '- 一\n- 二',
  '1. one\n2. two',
  '- [ ] 待办',
  '> 引用',
  '```js\nlet a\n```',
  '| a | b |\n|---|---|\n| 1 | 2 |',
  'see [this](https://example.com)',
  '![图](/images/a.png)',
  '这是 **重点**',
  'run `npm test` first',
])('%j looks like Markdown', (text) => {
  expect(looksLikeMarkdown(text)).toBe(true)
})

test.each([
  'just a sentence.',
  '两段话。\n\n第二段，没有格式。',
  '# a comment\nimport os',
  'a - b - c',
  '3. 5 is a number',
  '2 * 3 * 4 = 24',
  'snake_case_name and other_name',
  'mail [me] (tomorrow)',
  'a | b',
])('%j does not look like Markdown', (text) => {
  expect(looksLikeMarkdown(text)).toBe(false)
})

test('a long text that never becomes Markdown is read in linear time', () => {
  const [spaces, dashes] = [' '.repeat(100_000), '-'.repeat(100_000)]
  expect(looksLikeMarkdown(`a | b\n${spaces}${dashes}${spaces}x`)).toBe(false)
  expect(looksLikeMarkdown('[i'.repeat(100_000))).toBe(false)
})

test.each([
  ['example.com', 'https://example.com'],
  ['example.com/a?b=c', 'https://example.com/a?b=c'],
  ['http://example.com', 'http://example.com'],
  ['me@example.com', 'mailto:me@example.com'],
  ['/posts/1', '/posts/1'],
  ['#h-intro', '#h-intro'],
  ['javascript:alert(1)', null],
  ['java\tscript:alert(1)', null],
  ['data:text/html,x', null],
  ['nothing', null],
  ['', null],
])('the typed address %j becomes the link %j', (typed, link) => {
  expect(linkFrom(typed)).toBe(link)
})

test('headings keep their order below the title', () => {
  expect(withinLevels('<h1>a</h1><h2 class="x">b</h2><h6>c</h6>')).toBe(
    '<h2>a</h2><h3 class="x">b</h3><h4>c</h4>',
  )
  expect(withinLevels('<h2>a</h2><h3>b</h3><hr>')).toBe('<h2>a</h2><h3>b</h3><hr>')
})

test('an image is scaled down until its longer side fits, and never scaled up', () => {
  expect(scaled({ width: 4000, height: 3000 }, 2560)).toEqual({ width: 2560, height: 1920 })
  expect(scaled({ width: 10, height: 10_000 }, 2560)).toEqual({ width: 3, height: 2560 })
  expect(scaled({ width: 640, height: 480 }, 2560)).toEqual({ width: 640, height: 480 })
})
