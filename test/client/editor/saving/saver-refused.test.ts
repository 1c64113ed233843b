import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DRAFT, NEW, openPage, pass, refuse } from './page.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a conflict stops everything until the author decides, and loses nothing', async () => {
  const page = openPage(DRAFT)
  page.answers = [refuse(409, 'version_conflict')]
  page.type('我的')
  await pass(2000)
  expect([page.state, page.kept?.written.title]).toEqual(['conflict', '我的'])
  page.type('我的二')
  await pass(60_000)
  expect([page.sent.length, page.kept?.written.title]).toEqual([1, '我的二'])
  page.answers = [() => ({ id: 7, version: 5, status: 'draft' })]
  expect(await page.saver.keepMine()).toBe(true)
  expect(page.sent.at(-1)?.body).toMatchObject({ title: '我的二', version: 5 })
})

test('taking the other one sets mine aside', async () => {
  const page = openPage(DRAFT)
  page.answers = [refuse(409, 'version_conflict')]
  page.type('我的')
  await pass(2000)
  page.saver.keep(true)
  expect(page.kept).toMatchObject({ setAside: true, version: 3, written: { title: '我的' } })
})

test('a session that has ended keeps everything and sends nothing more', async () => {
  const page = openPage(DRAFT)
  page.answers = [refuse(401, 'session_expired')]
  page.type('写着写着')
  await pass(60_000)
  expect([page.state, page.sent.length, page.kept?.written.title]).toEqual(['signedOut', 1, '写着写着'])
})

test('nothing is saved into the account of somebody who logged in meanwhile', async () => {
  const page = openPage(DRAFT)
  page.type('一')
  await pass(2000)
  page.session = 'another'
  page.type('二')
  await pass(2000)
  expect([page.state, page.sent.length, page.kept?.written.title]).toEqual(['signedOut', 1, '二'])
})

test('a refusal is shown and the next change is tried again', async () => {
  const page = openPage(NEW)
  page.answers = [refuse(422, 'validation_failed', { title: 'too long' })]
  page.type('太长')
  await pass(2000)
  expect(page.states.at(-1)).toMatchObject({ is: 'refused', error: { fields: { title: 'too long' } } })
  page.type('短')
  await pass(2000)
  expect([page.state, page.sent.at(-1)?.body.title]).toEqual(['saved', '短'])
  expect(page.sent[1]?.key).not.toBe(page.sent[0]?.key)
})

test('a post that was deleted elsewhere becomes a new one', async () => {
  const page = openPage(DRAFT)
  page.answers = [refuse(404, 'not_found')]
  page.type('还在')
  await pass(2000)
  expect(page.state).toBe('gone')
  expect(await page.saver.saveAsNew()).toBe(true)
  expect(page.sent.at(-1)).toMatchObject({ method: 'POST', body: { title: '还在', draft: true } })
})

test('a browser without room says that leaving would lose something', async () => {
  const page = openPage({ ...DRAFT, status: 'approved' })
  expect(page.saver.isAtRisk).toBe(false)
  page.hasRoom = false
  page.type('很长')
  await pass(300)
  expect(page.saver.isAtRisk).toBe(true)
})
