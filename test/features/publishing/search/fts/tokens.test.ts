import { expect, test } from 'vitest'
import { highlight, snippetOf } from '#features/publishing/search/fts/highlight.ts'
import { everyOf, termsOf, tokensOf } from '#kernel/search/tokens.ts'

test.each([
  ['Chinese, in pairs and single characters', '数据库', '数据 据库 数 据 库'],
  ['a single character', '猫', '猫 猫'],
  ['words with diacritics and ligatures', 'Café ÜBER ﬁne', 'cafe uber fine'],
  ['full-width letters', 'Ｊａｖａ', 'java'],
  ['Chinese and English together', '学习Rust语言', '学习 rust 语言 学 习 语 言'],
  ['words with apostrophes', "don't it’s", 'dont its'],
  ['words with punctuation between them', 'node.js，a-b', 'node js a b'],
  ['programming languages with symbols in their names', 'C++ C# c', 'c++ c# c'],
  ['Japanese and Korean', 'サーバー 서버', 'サー ーバ バー 서버 サ ー バ 서 버'],
  ['half-width kana', 'ｻｰﾊﾞｰ', 'サー ーバ バー サ ー バ'],
  ['emoji', 'go 🚀️!', 'go 🚀'],
  ['Cyrillic', 'Ёлка', 'елка'],
  ['text without words', '?! … — "" () * \u0000', ''],
])('tokensOf tokenizes %s', (_, text, tokens) => {
  expect(tokensOf(text)).toBe(tokens)
})

test('the index cuts a very long word to 40 characters', () => {
  expect(tokensOf('a'.repeat(100_000))).toBe('a'.repeat(40))
})

test.each([
  ['a word', 'java', '("java")'],
  ['a run of Chinese characters', '数据库', '("数据 据库")'],
  ['several words', '数据 go', '("数据") AND ("go")'],
  ['a repeated word', 'go GO Go', '("go")'],
  [
    'a query with operators',
    'NEAR(a b) OR "c*" -d',
    '("near") AND ("a") AND ("b") AND ("or") AND ("c") AND ("d")',
  ],
  ['punctuation only', '"*()-^:{}', ''],
])('everyOf builds the FTS5 expression of %s', (_, query, match) => {
  expect(everyOf(termsOf(query))).toBe(match)
})

test('in a prefix search, each token of a term gets the prefix mark', () => {
  expect(everyOf(termsOf('数据库 go'), '§', '¶')).toBe(
    '("§数据 §据库" OR "¶数据 ¶据库") AND ("§go" OR "¶go")',
  )
})

test('the index splits a Chinese sentence into words', () => {
  expect(termsOf('如何学习数据库优化').map(({ folded }) => folded)).toEqual([
    '如何',
    '学习',
    '数据库',
    '优化',
  ])
  expect(termsOf('数据库优').map(({ folded }) => folded)).toEqual(['数据库优'])
})

const marked = (segments: { text: string; isMatch: boolean }[]) =>
  segments.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join('')

test.each([
  ['关于数据库的一切', '数据库', '关于[数据库]的一切'],
  ['JavaScript and Java', 'jav', '[JavaScript] and [Java]'],
  ['Go is not Google', 'go', '[Go] is not Google'],
  ['Un Café ÜBER alles', 'cafe über', 'Un [Café] [ÜBER] alles'],
  ['数据数据数', '数据', '[数据数据]数'],
  ['𠮷野家的𠮷', '𠮷', '[𠮷]野家的[𠮷]'],
  ['<script>alert(1)</script>', 'script', '<[script]>alert(1)</[script]>'],
  ['nothing', 'else', 'nothing'],
])('in "%s", matches of "%s" are highlighted', (text, query, expected) => {
  expect(marked(highlight(text, termsOf(query)))).toBe(expected)
})

test('a search snippet is the text around the first match', () => {
  const text = `${'lorem ipsum '.repeat(50)}the needle is here\n\nand there ${'dolor sit '.repeat(50)}`
  const snippet = marked(snippetOf(text, termsOf('needle')))
  expect(snippet).toMatch(/^…(lorem |ipsum )+the \[needle\] is here and there (dolor |sit )+.*…$/)
  expect(snippet.length).toBeLessThan(220)
})

test('a search snippet never splits a surrogate pair', () => {
  for (let length = 30; length < 50; length++) {
    const text = `${'x'.repeat(length)}${'𠮷'.repeat(200)}数据${'𠮷'.repeat(200)}`
    for (const { text: part } of snippetOf(text, termsOf('数据')))
      expect(part.isWellFormed()).toBe(true)
  }
})

test('a search snippet without a match is the start of the text', () => {
  expect(marked(snippetOf('short', termsOf('title')))).toBe('short')
  expect(marked(snippetOf('词'.repeat(500), termsOf('title')))).toBe(`${'词'.repeat(160)}…`)
})
