import { DAY } from '#kernel/clock.ts'
import { expect, refusal, test } from '#test/test.ts'
import { author, WRITTEN } from './authors.ts'

const body = { ...WRITTEN, draft: true }
const withKey = (key: string) => ({ headers: { 'idempotency-key': key } })

test('a repeated create with the same idempotency key makes one post', async ({ writer }) => {
  const first = await writer.post('/api/studio/posts', body, withKey('a'))
  const again = await writer.post('/api/studio/posts', body, withKey('a'))
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.json).toEqual(first.json)
  expect((await writer.get('/api/studio/posts')).json.items.length).toBe(1)
})

test('concurrent creates with the same idempotency key make one post', async ({ writer }) => {
  const create = () => writer.post('/api/studio/posts', body, withKey('b'))
  const responses = await Promise.all([create(), create(), create()])
  expect(responses.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(new Set(responses.map(({ json }) => json.id)).size).toBe(1)
  expect((await writer.get('/api/studio/posts')).json.items.length).toBe(1)
})

test('an idempotency key of a different request is refused, and nothing is created', async ({ writer }) => {
  await writer.post('/api/studio/posts', body, withKey('c'))
  const other = await writer.post('/api/studio/posts', { ...body, title: '别的' }, withKey('c'))
  expect(refusal(other)).toEqual([409, 'idempotency_conflict'])
  expect((await writer.get('/api/studio/posts')).json.items.length).toBe(1)
})

test('an idempotency key is ignored for other users, after a day and after a refused request', async ({ world }) => {
  const [browser, other] = [await author(world), await author(world)]
  const first = await browser.post('/api/studio/posts', body, withKey('d'))
  expect((await other.post('/api/studio/posts', body, withKey('d'))).json.id).not.toBe(first.json.id)
  world.wait(DAY + 1000)
  const later = await world.visitor().signIn(browser.user)
  expect((await later.post('/api/studio/posts', body, withKey('d'))).json.id).not.toBe(first.json.id)
  const refused = await later.post('/api/studio/posts', { ...body, title: '字'.repeat(121) }, withKey('e'))
  expect(refused.status).toBe(422)
  expect((await later.post('/api/studio/posts', body, withKey('e'))).status).toBe(201)
})

test('an idempotency key that is too long is refused', async ({ writer }) => {
  expect(refusal(await writer.post('/api/studio/posts', body, withKey('k'.repeat(65))))).toEqual([
    422,
    'validation_failed',
  ])
})
