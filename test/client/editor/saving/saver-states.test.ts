import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { nextState, SAVER_TRANSITIONS, type SaverEvent, type SaverState } from '#client/editor/saving/saver-states.ts'
import { DRAFT, EMPTY, openPage, pass, refuse, typed } from './page.ts'

const events = Object.keys(SAVER_TRANSITIONS) as SaverEvent[]
const states = [...Object.keys(SAVER_TRANSITIONS.abandon), 'abandoned'] as SaverState[]

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('every state is reachable and can be left, except abandoned', () => {
  const reached = new Set<SaverState>(['clean'])
  for (const state of reached)
    for (const event of events)
      for (const status of ['draft', 'approved'] as const) reached.add(nextState(state, event, status) ?? state)
  expect([...reached].sort()).toEqual([...states].sort())
  const final = states.filter((state) => events.every((event) => !SAVER_TRANSITIONS[event][state]))
  expect(final).toEqual(['abandoned'])
})

test('unsaved work becomes clean only by a response or a reverted text', () => {
  const forgetting = events.flatMap((event) =>
    states
      .filter((state) => state !== 'clean' && SAVER_TRANSITIONS[event][state] === 'clean')
      .map((state) => [event, state]),
  )
  expect(forgetting).toEqual([
    ['revert', 'waiting'],
    ['revert', 'held'],
    ['revert', 'offline'],
    ['revert', 'refused'],
    ['response', 'sending'],
  ])
})

test('a refusal after a lost request does not count as offline: the next change is sent', async () => {
  const page = await typed(DRAFT, '一', {
    responses: [refuse(0, 'offline'), refuse(422, 'validation_failed')],
    wait: 10_000,
  })
  expect([page.state, page.saver.isOffline]).toEqual(['refused', false])
  page.type('二')
  expect(page.state).toBe('saving')
  await pass(2000)
  expect([page.state, page.sent.at(-1)?.body.title]).toEqual(['saved', '二'])
})

test('a refusal of an outdated text is shown, and the new text is sent', async () => {
  const page = openPage(DRAFT)
  const late = () => {
    page.type('短')
    return refuse(422, 'validation_failed', { title: 'too long' })()
  }
  page.responses = [late]
  page.type('太长')
  await pass(1600)
  expect(page.states.at(-1)).toMatchObject({ is: 'refused', error: { fields: { title: 'too long' } } })
  await pass(2000)
  expect([page.state, page.sent.at(-1)?.body.title]).toEqual(['saved', '短'])
})

test('a public post that could not be sent shows the error and waits for its author', async () => {
  const page = openPage({ ...DRAFT, status: 'approved' })
  page.responses = [refuse(503, 'internal')]
  page.type('改了')
  expect(await page.saver.save()).toBe(false)
  expect([page.state, page.saver.isOffline, page.kept?.written.title]).toEqual(['refused', true, '改了'])
  page.saver.retry()
  await pass(120_000)
  expect(page.sent.length).toBe(1)
  expect(await page.saver.save()).toBe(true)
  expect([page.state, page.saver.isOffline, page.kept]).toEqual(['saved', false, null])
})

test('an unchanged text is sent only if its author insists', async () => {
  const page = openPage({ ...DRAFT, status: 'rejected' }, { ...EMPTY, title: '原来' })
  expect(await page.saver.save()).toBe(true)
  expect(page.sent).toEqual([])
  expect(await page.saver.save(true)).toBe(true)
  expect(page.sent).toMatchObject([{ method: 'PUT', body: { title: '原来', version: 3 } }])
})

test('an abandoned text is neither stored nor sent', async () => {
  const page = await typed({ ...DRAFT, status: 'approved' }, '不要了', { wait: 300 })
  expect(page.kept?.written.title).toBe('不要了')
  page.saver.abandon()
  page.type('还在打字')
  page.saver.keep()
  expect(await page.saver.save()).toBe(false)
  await pass(60_000)
  expect([page.kept, page.sent, page.saver.isDirty]).toEqual([null, [], false])
})
