import { expect, test } from 'vitest'
import {
  beginningOfPath,
  OLD_PATH_BYTES_MAX,
  oldPathOf,
  withoutQuery,
} from '#features/publishing/redirects/redirects.ts'

test.each([
  ['/2020/01/hello/', '/2020/01/hello'],
  ['/2020/01/hello//', '/2020/01/hello'],
  ['/Hello', '/Hello'],
  ['https://old.example/2020/hello/#more', '/2020/hello'],
  ['http://old.example:8080/a', '/a'],
  ['/viewtopic.php?t=12', '/viewtopic.php?t=12'],
  ['/forum/?t=12', '/forum?t=12'],
  ['/a/../b/./c', '/b/c'],
  ['/a/%2e%2e/b', '/b'],
  ['/%E4%BD%A0%e5%a5%bd', '/你好'],
  ['/你好', '/你好'],
  ['/%7euser', '/~user'],
  ['/a b', '/a%20b'],
  ['/a%2Fb%3fc%23d%25e', '/a%2Fb%3Fc%23d%25e'],
  ['/100%', '/100%25'],
  ['/%%34%31', '/%2541'],
  ['/%00%0a', '/%00%0A'],
  ['/%e2%80%ae', '/%E2%80%AE'],
  // GBK
  ['/%c4%e3', '/%C4%E3'],
])('%s is stored as %s', (address, path) => {
  expect(oldPathOf(address)).toBe(path)
  expect(oldPathOf(path)).toBe(path)
})

test.each([
  '',
  'hello',
  '//evil.example/a',
  '/\\evil.example',
  '/a/..//b',
  'mailto:a@b.example',
  'ftp://old.example/a',
])('%s is not an old path', (address) => expect(oldPathOf(address)).toBeNull())

test('the home page is not an old path, also not with a query', () => {
  for (const address of ['/', '/?p=123', 'https://old.example', 'https://old.example/?p=123', '/#top', '/a/..'])
    expect(oldPathOf(address)).toBeNull()
})

test('the limit counts the bytes of the decoded path', () => {
  const longest = `/${'字'.repeat((OLD_PATH_BYTES_MAX - 2) / 3)}a`
  expect(oldPathOf(longest)).toBe(longest)
  expect(oldPathOf(encodeURI(longest))).toBe(longest)
  expect(oldPathOf(`${longest}a`)).toBeNull()
})

test('a hundred thousand percent signs are read in one pass', () => {
  for (const part of ['%', '%41', '%e4', '/'] as const) expect(oldPathOf(`/a${part.repeat(100_000)}b`)).toBeNull()
})

test('the query is separated at the first question mark', () => {
  expect(withoutQuery('/a%3Fb?c=d?e')).toBe('/a%3Fb')
  expect(withoutQuery('/a')).toBe('/a')
})

test('a search begins with a slash and is decoded', () => {
  expect(['2020', '/2020/', 'https://old.example/%E4%BD%A0', ''].map(beginningOfPath)).toEqual([
    '/2020',
    '/2020/',
    '/你',
    '/',
  ])
})
