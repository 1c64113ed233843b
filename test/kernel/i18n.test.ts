import { expect, test } from 'vitest'
import {
  ALL_LANGUAGES,
  bilingual,
  chooseLanguage,
  filled,
  offeredLanguage,
  type PlaceholdersOf,
} from '#kernel/i18n.ts'

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
])('Accept-Language %j selects %s', (acceptLanguage, language) => {
  expect(chooseLanguage(ALL_LANGUAGES, { acceptLanguage })).toBe(language)
})

test('the language cookie has priority over Accept-Language, unless its language is not supported', () => {
  const chosen = (cookie: string, acceptLanguage: string) =>
    chooseLanguage(ALL_LANGUAGES, { cookie, acceptLanguage })
  expect(chosen('en', 'zh;q=1')).toBe('en')
  expect(chosen('fr', 'en;q=0.1')).toBe('en')
})

test('the language of the address has priority over the cookie', () => {
  expect(chooseLanguage(ALL_LANGUAGES, { address: 'en', cookie: 'zh-CN' })).toBe('en')
})

test('a request without a wish gets the default language of the site', () => {
  const site = { offered: ALL_LANGUAGES.offered, fallback: 'en' } as const
  expect(chooseLanguage(site, { acceptLanguage: 'fr' })).toBe('en')
  expect(chooseLanguage(site, { acceptLanguage: 'zh' })).toBe('zh-CN')
})

test('a site with one language ignores the address, the cookie and Accept-Language', () => {
  const site = { offered: ['en'], fallback: 'en' } as const
  const asked = { address: 'zh-CN', cookie: 'zh-CN', acceptLanguage: 'zh' } as const
  expect(chooseLanguage(site, asked)).toBe('en')
  expect(offeredLanguage(site, 'zh-CN')).toBe('en')
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

test('a Chinese sentence has spaces around Latin names and numbers, and none around Chinese names', () => {
  const { 'zh-CN': zh, en } = bilingual({
    by: [(name: string) => `${name} 的文章`, (name: string) => `Posts by ${name}`],
    from: [(name: string) => `接收 ${name} 的邮件`, (name: string) => `Letters by ${name}`],
    count: [(count: number) => `共 ${count} 篇`, (count: number) => `${count} posts`],
  })
  expect([zh.by('Ada'), zh.by('林小满')]).toEqual(['Ada 的文章', '林小满的文章'])
  expect([zh.from('Ada'), zh.from('林小满')]).toEqual(['接收 Ada 的邮件', '接收林小满的邮件'])
  expect(zh.count(3)).toBe('共 3 篇')
  expect(en.by('林小满')).toBe('Posts by 林小满')
  const template: string = '接收 {name} 的邮件，{other}'
  expect(filled(template, { name: '林小满' })).toBe('接收林小满的邮件，{other}')
  expect(filled(template, { name: 'Ada', other: '1' })).toBe('接收 Ada 的邮件，1')
})
