import { expect, test } from 'vitest'
import { safeNext } from '#kernel/next-path.ts'

test.each([
  ['/', '/'],
  ['/settings?tab=account#top', '/settings?tab=account#top'],
  ['/tags/能量', '/tags/%E8%83%BD%E9%87%8F'],
  ['/a/../b', '/b'],
  ['/posts?next=https://evil.example', '/posts?next=https://evil.example'],
])('next=%s is a path of this site', (raw, path) => {
  expect(safeNext(raw)).toBe(path)
})

test.each([
  undefined,
  null,
  '',
  'settings',
  'https://evil.example',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  '/..//evil.example',
  '/.//evil.example',
  '/a/../..//evil.example',
  '/%2e%2e//evil.example',
  'javascript:alert(1)',
  '/\u0000',
  `/${'a'.repeat(2000)}`,
])('next=%s falls back to the home page', (raw) => {
  expect(safeNext(raw)).toBe('/')
})
