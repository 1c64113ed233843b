import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  nextState,
  SAVER_TRANSITIONS,
  type SaverEvent,
  type SaverState,
} from '#client/editor/saving/saver-states.ts'
import { DRAFT, EMPTY, NEW, offline, openPage, pass, refuse, typed } from './page.ts'

const events = Object.keys(SAVER_TRANSITIONS) as SaverEvent[]
const states = [...Object.keys(SAVER_TRANSITIONS.abandon), 'abandoned'] as SaverState[]

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a new post is stored in the browser at once and saved as a draft with an idempotency key a moment later', async () => {
  const page = openPage(NEW)
  page.type('标题')
  expect(page.state).toBe('saving')
  await pass(300)
  expect(page.kept).toMatchObject({ post: null, written: { title: '标题' } })
  expect(page.sent).toEqual([])
  await pass(2000)
  expect(page.sent).toMatchObject([
    { method: 'POST', body: { title: '标题', draft: true }, key: expect.any(String) },
  ])
  expect([page.created, page.kept, page.state]).toEqual([[9], null, 'saved'])
})

test('an empty page is not saved, even if it had text before', async () => {
  const page = await typed(NEW, '字', { wait: 300 })
  page.type('')
  await pass(20_000)
  expect([page.sent, page.kept, page.state]).toEqual([[], null, 'untouched'])
})

test('an undone change is not sent', async () => {
  const page = await typed(DRAFT, '原来的', { content: { ...EMPTY, title: '原来' }, wait: 300 })
  page.type('原来')
  await pass(20_000)
  expect([page.sent, page.kept]).toEqual([[], null])
})

test('a draft is saved with the version it was read at, then with the next one', async () => {
  const page = await typed(DRAFT, '一')
  page.type('二')
  await pass(2000)
  expect(page.sent).toMatchObject([
    { method: 'PUT', path: '/api/studio/posts/7', body: { title: '一', version: 3 } },
    { body: { title: '二', version: 4 } },
  ])
})

test('continuous typing is saved every few seconds, not with every key', async () => {
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
  'changes of a %s post stay in the browser until the author saves',
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

test('an offline change is stored, retried, and saved when the network is back', async () => {
  const page = await typed(DRAFT, '一', { responses: [offline, offline] })
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

test('a create request without a response is repeated unchanged, and newer text follows', async () => {
  const page = await typed(NEW, '一', { responses: [offline] })
  expect(page.kept?.creating).toMatchObject({ body: { title: '一' } })
  page.type('一二')
  await pass(30_000)
  const [first, again, next] = page.sent
  expect(again).toEqual(first)
  expect(next).toMatchObject({
    method: 'PUT',
    path: '/api/studio/posts/9',
    body: { title: '一二', version: 1 },
  })
  expect(page.state).toBe('saved')
})

test('a create request without a response is repeated unchanged after a crash', async () => {
  const before = openPage(NEW)
  before.responses = [offline]
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

test('an explicit save waits until everything is saved, including text typed meanwhile', async () => {
  const page = openPage(DRAFT)
  page.responses = [
    () => {
      page.type('二')
      return { id: 7, version: 4, status: 'draft' }
    },
  ]
  page.type('一')
  expect(await page.saver.save()).toBe(true)
  expect(page.sent.map(({ body }) => body.title)).toEqual(['一', '二'])
})

test('a conflict stops saving until the author decides, and loses nothing', async () => {
  const page = await typed(DRAFT, '我的', { responses: [refuse(409, 'version_conflict')] })
  expect([page.state, page.kept?.written.title]).toEqual(['conflict', '我的'])
  page.type('我的二')
  expect([await page.saver.save(), await page.saver.save(true)]).toEqual([false, false])
  page.saver.retry()
  await pass(120_000)
  expect([page.sent.length, page.kept?.written.title]).toEqual([1, '我的二'])
  page.responses = [() => ({ id: 7, version: 5, status: 'draft' })]
  expect(await page.saver.keepMine()).toBe(true)
  expect(page.sent.at(-1)?.body).toMatchObject({ title: '我的二', version: 5 })
})

test("choosing the server's version sets the local copy aside: it is offered, but no longer restored", async () => {
  const page = await typed(DRAFT, '我的', { responses: [refuse(409, 'version_conflict')] })
  page.saver.keep(true)
  expect(page.kept).toMatchObject({ setAside: true, version: 3, written: { title: '我的' } })
})

test('after the session has ended, the text is stored and no longer sent', async () => {
  const page = await typed(DRAFT, '写着写着', {
    responses: [refuse(401, 'session_expired')],
    wait: 60_000,
  })
  expect([page.state, page.sent.length, page.kept?.written.title]).toEqual([
    'signedOut',
    1,
    '写着写着',
  ])
})

test('nothing is saved into another account that logged in meanwhile', async () => {
  const page = await typed(DRAFT, '一')
  page.session = 'another'
  page.type('二')
  await pass(2000)
  expect([page.state, page.sent.length, page.kept?.written.title]).toEqual(['signedOut', 1, '二'])
})

test('a refusal is shown, and the next change is sent', async () => {
  const page = await typed(NEW, '太长', {
    responses: [refuse(422, 'validation_failed', { title: 'too long' })],
  })
  expect(page.states.at(-1)).toMatchObject({
    is: 'refused',
    error: { fields: { title: 'too long' } },
  })
  page.type('短')
  await pass(2000)
  expect([page.state, page.sent.at(-1)?.body.title]).toEqual(['saved', '短'])
  expect(page.sent[1]?.key).not.toBe(page.sent[0]?.key)
})

test('a post that was deleted elsewhere becomes a new post', async () => {
  const page = await typed(DRAFT, '还在', { responses: [refuse(404, 'not_found')] })
  expect(page.state).toBe('gone')
  expect(await page.saver.saveAsNew()).toBe(true)
  expect(page.sent.at(-1)).toMatchObject({ method: 'POST', body: { title: '还在', draft: true } })
})

test('a browser with full storage warns that leaving would lose text', async () => {
  const page = openPage({ ...DRAFT, status: 'approved' })
  expect(page.saver.isAtRisk).toBe(false)
  page.hasRoom = false
  page.type('很长')
  await pass(300)
  expect(page.saver.isAtRisk).toBe(true)
})

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

test('a canonical link that the server normalised causes no conflict, and a newer one is sent', async () => {
  const page = openPage(DRAFT)
  const first = () => ({ ...onServer('一')(), canonical_url: 'https://old.example/' })
  page.responses = [offline, conflict, first]
  page.content = { ...EMPTY, canonical_url: 'HTTPS://old.example' }
  page.type('一')
  await pass(2000)
  page.content = { ...page.content, canonical_url: 'https://new.example/' }
  page.saver.changed()
  await pass(20_000)
  expect(page.states.map(({ is }) => is)).not.toContain('conflict')
  expect(page.sent.at(-1)).toMatchObject({
    method: 'PUT',
    body: { canonical_url: 'https://new.example/', version: 4 },
  })
})

test('newer text is sent on top of a save without a response', async () => {
  const page = await typed(DRAFT, '一', { responses: [offline, conflict, onServer('一')] })
  page.type('一二')
  await pass(20_000)
  expect(page.states.map(({ is }) => is)).not.toContain('conflict')
  expect(page.sent.at(-1)).toMatchObject({ method: 'PUT', body: { title: '一二', version: 4 } })
  expect([page.state, page.kept]).toEqual(['saved', null])
})

test.each([3, 4])(
  'a reloaded page that finds version %i continues after a save without a response',
  async (version) => {
    const before = openPage(DRAFT)
    // The page is closed before the response arrives.
    before.responses = [() => new Promise(() => undefined)]
    before.type('一')
    void before.saver.save()
    expect(before.kept).toMatchObject({ version: 3, sent: [expect.any(Number)] })

    const after = openPage({ ...DRAFT, version }, before.kept?.written, before.kept)
    after.responses = [conflict, onServer('一')]
    after.saver.changed()
    await pass(2000)
    expect([after.state, after.kept]).toEqual(['saved', null])
    expect(after.sent[0]?.body).toMatchObject({ title: '一', version: 3 })
  },
)

test('a change by another tab is a conflict even if a response is missing', async () => {
  const page = await typed(DRAFT, '一', {
    responses: [offline, conflict, onServer('别处写的')],
    wait: 10_000,
  })
  expect([page.state, page.kept?.written.title]).toEqual(['conflict', '一'])
})

test('a reverted text is sent if the server may have stored the text before the reversion', async () => {
  const page = await typed(DRAFT, '一', {
    content: { ...EMPTY, title: '原来' },
    responses: [offline],
  })
  page.type('原来')
  await pass(20_000)
  expect(page.sent.at(-1)).toMatchObject({ method: 'PUT', body: { title: '原来' } })
})

test('every state is reachable and can be left, except abandoned', () => {
  const reached = new Set<SaverState>(['clean'])
  for (const state of reached)
    for (const event of events)
      for (const status of ['draft', 'approved'] as const)
        reached.add(nextState(state, event, status) ?? state)
  expect([...reached].sort()).toEqual([...states].sort())
  const final = states.filter((state) => events.every((event) => !SAVER_TRANSITIONS[event][state]))
  expect(final).toEqual(['abandoned'])
})

test('unsaved work becomes saved only by a response or by a reverted text', () => {
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
    responses: [offline, refuse(422, 'validation_failed')],
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
  expect(page.states.at(-1)).toMatchObject({
    is: 'refused',
    error: { fields: { title: 'too long' } },
  })
  await pass(2000)
  expect([page.state, page.sent.at(-1)?.body.title]).toEqual(['saved', '短'])
})

test('a public post that could not be sent shows the error and waits for its author', async () => {
  const page = openPage({ ...DRAFT, status: 'approved' })
  page.responses = [refuse(503, 'internal')]
  page.type('改了')
  expect(await page.saver.save()).toBe(false)
  expect([page.state, page.saver.isOffline, page.kept?.written.title]).toEqual([
    'refused',
    true,
    '改了',
  ])
  page.saver.retry()
  await pass(120_000)
  expect(page.sent.length).toBe(1)
  expect(await page.saver.save()).toBe(true)
  expect([page.state, page.saver.isOffline, page.kept]).toEqual(['saved', false, null])
})

test('an unchanged text is sent only if its author saves explicitly', async () => {
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
