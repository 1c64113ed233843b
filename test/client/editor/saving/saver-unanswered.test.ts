import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DRAFT, EMPTY, offline, openPage, pass, refuse } from './page.ts'

const conflict = refuse(409, 'version_conflict')
const onServer =
  (title: string, version = 4) =>
  () => ({
    ...EMPTY,
    id: 7,
    version,
    status: 'draft',
    title,
    summary: 'its own',
    cover_url: null,
  })

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a save whose answer was lost is no conflict', async () => {
  const page = openPage(DRAFT)
  page.answers = [offline, conflict, onServer('一')]
  page.type('一')
  await pass(2000)
  expect(page.state).toBe('offline')
  await pass(5000)
  expect([page.state, page.kept]).toEqual(['saved', null])
  expect(page.sent.map(({ method }) => method)).toEqual(['PUT', 'PUT', 'GET'])
})

test('what was written since is sent on top of it', async () => {
  const page = openPage(DRAFT)
  page.answers = [offline, conflict, onServer('一')]
  page.type('一')
  await pass(2000)
  page.type('一二')
  await pass(20_000)
  expect(page.states.map(({ is }) => is)).not.toContain('conflict')
  expect(page.sent.at(-1)).toMatchObject({ method: 'PUT', body: { title: '一二', version: 4 } })
  expect([page.state, page.kept]).toEqual(['saved', null])
})

test.each([3, 4])('so it is for the page after a reload, which found version %i', async (version) => {
  const before = openPage(DRAFT)
  // The page is gone before the answer.
  before.answers = [() => new Promise(() => undefined)]
  before.type('一')
  void before.saver.save()
  expect(before.kept).toMatchObject({ version: 3, sent: [expect.any(Number)] })

  const after = openPage({ ...DRAFT, version }, before.kept?.written, before.kept)
  after.answers = [conflict, onServer('一')]
  after.saver.changed()
  await pass(2000)
  expect([after.state, after.kept]).toEqual(['saved', null])
  expect(after.sent[0]?.body).toMatchObject({ title: '一', version: 3 })
})

test('what somebody else wrote meanwhile is a conflict, though an answer is missing', async () => {
  const page = openPage(DRAFT)
  page.answers = [offline, conflict, onServer('别处写的')]
  page.type('一')
  await pass(10_000)
  expect([page.state, page.kept?.written.title]).toEqual(['conflict', '一'])
})

test('what is taken back is still sent where the server may have it', async () => {
  const page = openPage(DRAFT, { ...EMPTY, title: '原来' })
  page.answers = [offline]
  page.type('一')
  await pass(2000)
  page.type('原来')
  await pass(20_000)
  expect(page.sent.at(-1)).toMatchObject({ method: 'PUT', body: { title: '原来' } })
})
