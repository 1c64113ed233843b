import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DRAFT, EMPTY, NEW, offline, openPage, pass } from './page.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a new post is kept in the browser at once and on the server a moment later, as a draft with a key', async () => {
  const page = openPage(NEW)
  page.type('标题')
  expect(page.state).toBe('saving')
  await pass(300)
  expect(page.kept).toMatchObject({ post: null, written: { title: '标题' } })
  expect(page.sent).toEqual([])
  await pass(2000)
  expect(page.sent).toMatchObject([{ method: 'POST', body: { title: '标题', draft: true }, key: expect.any(String) }])
  expect([page.created, page.kept, page.state]).toEqual([[9], null, 'saved'])
})

test('an empty page is no draft, and neither is one that was emptied again', async () => {
  const page = openPage(NEW)
  page.type('字')
  await pass(300)
  page.type('')
  await pass(20_000)
  expect([page.sent, page.kept, page.state]).toEqual([[], null, 'untouched'])
})

test('what was typed and taken back is not sent', async () => {
  const page = openPage(DRAFT, { ...EMPTY, title: '原来' })
  page.type('原来的')
  await pass(300)
  page.type('原来')
  await pass(20_000)
  expect([page.sent, page.kept]).toEqual([[], null])
})

test('a draft is saved with the version it was read at, and then with the next', async () => {
  const page = openPage(DRAFT)
  page.type('一')
  await pass(2000)
  page.type('二')
  await pass(2000)
  expect(page.sent).toMatchObject([
    { method: 'PUT', path: '/api/studio/posts/7', body: { title: '一', version: 3 } },
    { body: { title: '二', version: 4 } },
  ])
})

test('who types without a pause is saved every few seconds, not with every key', async () => {
  const page = openPage(DRAFT)
  for (let key = 1; key <= 200; key++) {
    page.type(`${key}`)
    await pass(100)
  }
  await pass(2000)
  expect(page.sent.length).toBeGreaterThan(2)
  expect(page.sent.length).toBeLessThan(8)
  expect(page.sent.at(-1)?.body.title).toBe('200')
  expect(page.state).toBe('saved')
})

test.each(['approved', 'rejected'] as const)(
  'changes of a post that is %s stay in the browser until saved',
  async (status) => {
    const page = openPage({ ...DRAFT, status })
    page.type('改了')
    await pass(60_000)
    expect([page.sent, page.state]).toEqual([[], 'kept'])
    expect(page.kept).toMatchObject({ post: 7, version: 3, written: { title: '改了' } })
    expect(await page.saver.save()).toBe(true)
    expect([page.sent.length, page.kept]).toEqual([1, null])
  },
)

test('offline it is kept, tried again, and saved once the network is back', async () => {
  const page = openPage(DRAFT)
  page.answers = [offline, offline]
  page.type('一')
  await pass(2000)
  expect([page.state, page.kept?.written.title]).toEqual(['offline', '一'])
  page.type('一二')
  await pass(2000)
  expect([page.state, page.kept?.written.title]).toEqual(['offline', '一二'])
  await pass(3000)
  expect(page.state).toBe('offline')
  page.saver.retry()
  await pass(0)
  expect([page.state, page.kept]).toEqual(['saved', null])
  expect(page.sent.at(-1)?.body).toMatchObject({ title: '一二', version: 3 })
})

test('a create whose answer was lost is repeated as it was, and what was written since follows', async () => {
  const page = openPage(NEW)
  page.answers = [offline]
  page.type('一')
  await pass(2000)
  expect(page.kept?.creating).toMatchObject({ body: { title: '一' } })
  page.type('一二')
  await pass(30_000)
  const [first, again, next] = page.sent
  expect(again).toEqual(first)
  expect(next).toMatchObject({ method: 'PUT', path: '/api/studio/posts/9', body: { title: '一二', version: 1 } })
  expect(page.state).toBe('saved')
})

test('so it is after a crash in between', async () => {
  const before = openPage(NEW)
  before.answers = [offline]
  before.type('一')
  await pass(2000)
  const copy = before.kept
  const after = openPage(NEW, copy?.written, copy)
  after.saver.changed()
  await pass(2000)
  expect(after.sent[0]).toEqual(before.sent[0])
  expect(after.sent.length).toBe(1)
  expect(after.state).toBe('saved')
})

test('whoever waits for it gets everything saved, also what is typed meanwhile', async () => {
  const page = openPage(DRAFT)
  page.answers = [
    () => {
      page.type('二')
      return { id: 7, version: 4, status: 'draft' }
    },
  ]
  page.type('一')
  expect(await page.saver.save()).toBe(true)
  expect(page.sent.map(({ body }) => body.title)).toEqual(['一', '二'])
})
