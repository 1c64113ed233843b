import { expect, test } from 'vitest'
import { foldText, WordMatcher } from '#kernel/text/word-matcher.ts'

const found = (words: string[], text: string) => new WordMatcher(words.map(foldText)).find(text)

test.each([
  ['spam', 'This is spam.', true],
  ['spam', 'SPAM', true],
  ['spam', 'ｓｐａｍ in full width', true],
  ['spam', 'sp\u200bam with an invisible character', true],
  ['spam', '点击spam链接', true],
  ['spam', 'spammer', false],
  ['spam', 'antispam', false],
  ['spam', 'spam2', false],
  ['spam', 'éspam', false],
  ['buy now', 'buy\n  now', true],
  ['казино', 'Казино онлайн', true],
  ['казино', 'казинохолл', false],
  ['赌博', '在线赌博网站', true],
  ['赌博', '赌 博', true],
  ['赌博', '赌-博', true],
  ['赌博', '爱赌。博物馆', false],
  ['赌博', '在線賭博網站', true],
  ['賭博', '在线赌博网站', true],
  ['spam', 's p a m', true],
  ['spam', 'Buy s.p.a.m now', true],
  ['spam', 'I s p a m you', true],
  ['spam', 'A s-p-a-m b', true],
  ['spam', 'a sp am', false],
  ['spam', 'spám', true],
  ['spam', 'ѕраm in Cyrillic', true],
  ['spam', 'ꜱᴘᴀᴍ', true],
  ['viagra', 'v1agra', true],
  ['spam', 'sp am', false],
  ['spam', 'a s b', false],
  ['加vx', '请加VX123', true],
  ['café', 'cafe\u0301', true],
])('the word matcher finds %s in "%s": %s', (word, text, isFound) => {
  expect(found([word], text)).toBe(isFound ? foldText(word) : null)
})

test('the word matcher finds a shorter word inside a longer word that does not match', () => {
  expect(found(['abcd', 'bc'], 'x bc y')).toBe('bc')
  expect(found(['he', 'she', 'his', 'hers'], 'ushers')).toBe(null)
  expect(found(['he', 'she', 'his', 'hers'], 'us hers')).toBe('hers')
  expect(found(['网站', '赌博网'], '赌博网站')).toBe('赌博网')
})

test('the word matcher agrees with a naive search for each word', () => {
  const letters = ['a', 'b', '中', '文', ' ']
  let seed = 7
  const next = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return seed % below
  }
  const text = (length: number) =>
    Array.from({ length }, () => letters[next(letters.length)]).join('')
  for (let round = 0; round < 300; round++) {
    const words = Array.from({ length: 4 }, () => text(1 + next(3)).trim()).filter(
      (word) => word !== '',
    )
    const searched = foldText(text(20))
    const isThere = words.some((word) =>
      /[中文]/.test(word)
        ? searched.includes(word)
        : ` ${searched} `.split(/[^ab ]/).some((part) => ` ${part} `.includes(` ${word} `)),
    )
    expect(
      new WordMatcher(words).firstIn(searched) !== null,
      JSON.stringify({ words, searched }),
    ).toBe(isThere)
  }
})

test('the word matcher takes linear time for 1,000 long words and a text of 200,000 characters', () => {
  const words = Array.from(
    { length: 1000 },
    (_, nth) => `${'啊'.repeat(46)}${String(nth).padStart(4, '0')}`,
  )
  const nested = Array.from({ length: 50 }, (_, nth) => 'a'.repeat(nth + 1))
  expect(found(words, '啊'.repeat(200_000))).toBe(null)
  expect(found([...words, ...nested], 'a'.repeat(200_000))).toBe(null)
  // NFKC makes 18 characters of this one.
  expect(found(words, '\ufdfa'.repeat(200_000))).toBe(null)
})
