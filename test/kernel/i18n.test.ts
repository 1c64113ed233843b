import { expect, test } from 'vitest'
import { chooseLanguage, filled } from '#kernel/i18n.ts'

test.each([
  [undefined, 'zh-CN'],
  ['', 'zh-CN'],
  ['en', 'en'],
  ['EN-gb', 'en'],
  ['zh-TW', 'zh-CN'],
  ['fr, de;q=0.9', 'zh-CN'],
  ['fr, en;q=0.1', 'en'],
  ['zh;q=0.3, en;q=0.7', 'en'],
  ['en;q=0.3, zh;q=0.7', 'zh-CN'],
  ['en; q=0.5, zh; q=0.4', 'en'],
  ['en;q=0, zh;q=0.1', 'zh-CN'],
  ['en;q=0', 'zh-CN'],
  ['en;q=0.8, zh;q=0.8', 'en'],
  ['zh;q=0.8, en;level=1', 'en'],
  ['*', 'zh-CN'],
  ['enx, ;;q=,', 'zh-CN'],
])('Accept-Language %j selects %s', (accepted, language) => {
  expect(chooseLanguage(undefined, accepted)).toBe(language)
})

test('the language cookie has priority over Accept-Language, unless its language is not supported', () => {
  expect(chooseLanguage('en', 'zh;q=1')).toBe('en')
  expect(chooseLanguage('fr', 'en;q=0.1')).toBe('en')
})

test('filled() inserts values unchanged and keeps placeholders without a value', () => {
  expect(filled('{count} of {count}: {name}, {other}', { count: 0, name: '$& {count}' })).toBe(
    '0 of 0: $& {count}, {other}',
  )
})
