import { expect, test } from 'vitest'
import { type LocalCopy, localCopies } from '#client/editor/saving/local-copies.ts'
import { openingOf } from '#client/editor/saving/notices.ts'
import { DRAFT, EMPTY, NEW } from './page.ts'

const NOW = Date.parse('2026-11-15T00:00:00Z')
const DAY = 24 * 60 * 60 * 1000

class MemoryStore {
  readonly items = new Map<string, string>()
  isFull = false

  get length(): number {
    return this.items.size
  }

  key = (index: number) => [...this.items.keys()][index] ?? null
  getItem = (key: string) => this.items.get(key) ?? null
  removeItem = (key: string) => void this.items.delete(key)
  setItem(key: string, value: string): void {
    if (this.isFull) throw new Error('QuotaExceededError')
    this.items.set(key, value)
  }
}

const copyOf = (facts: Partial<LocalCopy> = {}): LocalCopy => ({
  post: 7,
  version: 3,
  written: { ...EMPTY, title: '写过的' },
  at: NOW,
  ...facts,
})

test('each user gets their own copies of a post, newest first', () => {
  const store = new MemoryStore()
  const mine = localCopies(store, 1)
  mine.write('a', copyOf({ at: NOW - 1000 }))
  mine.write('b', copyOf())
  mine.write('c', copyOf({ post: null }))
  localCopies(store, 2).write('d', copyOf())
  expect(mine.of(7, NOW).map(([slot]) => slot)).toEqual(['b', 'a'])
  expect(mine.of(null, NOW).map(([slot]) => slot)).toEqual(['c'])
  expect(localCopies(store, 11).of(7, NOW)).toEqual([])
})

test('broken copies and copies older than three months are deleted', () => {
  const store = new MemoryStore()
  const copies = localCopies(store, 1)
  copies.write('old', copyOf({ at: NOW - 91 * DAY }))
  store.items.set('joule-draft:1:broken', '{"written":')
  expect(copies.of(7, NOW)).toEqual([])
  expect(store.items.size).toBe(0)
})

test('a full storage returns false and does not throw', () => {
  const store = new MemoryStore()
  store.isFull = true
  expect(localCopies(store, 1).write('a', copyOf())).toBe(false)
})

test("a copy of the server's current version is restored", () => {
  const [mine, older] = [copyOf(), copyOf({ version: 2 })]
  expect(
    openingOf(
      [
        ['a', mine],
        ['b', older],
      ],
      DRAFT,
      null,
    ),
  ).toEqual({ restored: ['a', mine], offered: [['b', older]] })
})

test('a copy with an unanswered request is restored if the server is at most one version ahead', () => {
  const sent = { version: 2, sent: [1] }
  expect(openingOf([['a', copyOf(sent)]], DRAFT, null).restored?.[0]).toBe('a')
  expect(openingOf([['a', copyOf({ ...sent, setAside: true })]], DRAFT, null).restored).toBe(null)
  expect(openingOf([['a', copyOf(sent)]], { ...DRAFT, version: 4 }, null).restored).toBe(null)
})

test('a copy is only offered if the server has a newer version or the author set the copy aside', () => {
  const copies: [string, LocalCopy][] = [
    ['a', copyOf({ version: 2 })],
    ['b', copyOf({ setAside: true })],
  ]
  expect(openingOf(copies, DRAFT, 'a')).toEqual({ restored: null, offered: copies })
})

test('a copy of a new post is restored in its own tab and offered in other tabs', () => {
  const copies: [string, LocalCopy][] = [
    ['a', copyOf({ post: null })],
    ['b', copyOf({ post: null })],
  ]
  expect(openingOf(copies, NEW, 'b').restored?.[0]).toBe('b')
  expect(openingOf(copies, NEW, null)).toEqual({ restored: null, offered: copies })
})
