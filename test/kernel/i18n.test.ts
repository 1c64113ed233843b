import { expect, test } from 'vitest'
import { bilingual, chooseLanguage, filled, type PlaceholdersOf } from '#kernel/i18n.ts'

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
  // The template of a page has no literal type, so the compiler does not check its placeholders.
  const template: string = '{count} of {count}: {name}, {other}'
  expect(filled(template, { count: 0, name: '$& {count}' })).toBe('0 of 0: $& {count}, {other}')
})

test('a missing, extra or misspelt placeholder does not compile', () => {
  const { en } = bilingual({
    plain: ['没有', 'None'],
    one: ['{name} 等 {count} 人', '{count} people with {name}'],
    nested: { two: ['{day}', 'on {date}'] },
  })
  expect(filled(en.one, { count: 2, name: 'Ann' })).toBe('2 people with Ann')
  // @ts-expect-error: `name` is missing.
  filled(en.one, { count: 2 })
  // @ts-expect-error: there is no placeholder `names`.
  filled(en.one, { count: 2, name: 'Ann', names: 'Ann' })
  // @ts-expect-error: `nmae` is misspelt.
  filled(en.one, { count: 2, nmae: 'Ann' })
  // @ts-expect-error: the Chinese text needs `day`.
  filled(en.nested.two, { date: 'Monday' })
  type Own = PlaceholdersOf<Pick<typeof en, 'plain' | 'one'>>
  const facts: Record<Own, string> = { count: '2', name: 'Ann' }
  // @ts-expect-error: `name` is missing.
  const tooFew: Record<Own, string> = { count: '2' }
  expect([facts, tooFew]).toHaveLength(2)
})
