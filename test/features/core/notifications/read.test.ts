import { roundTrips } from '#test/cost.ts'
import { expect, test } from '#test/test.ts'
import { World } from '#test/world.ts'
import { freshPost, likesOf, oneOfEach } from './fixtures.ts'

async function fullInbox() {
  const world = new World()
  const [reader, friend] = [await world.member(), await world.user()]
  await oneOfEach(world, reader.user, friend)
  const { items } = (await reader.get('/api/messages')).json
  const unread = async () => (await reader.get('/api/messages/unread')).json
  return { world, reader, items, unread }
}

test('marking a notification read twice is the same as once', async () => {
  const { reader, items, unread } = await fullInbox()
  expect((await unread()).unread).toBe(5)
  for (let n = 0; n < 2; n++) {
    expect((await reader.post(`/api/messages/${items[1].id}/read`)).status).toBe(204)
    expect(await unread()).toEqual({
      unread: 4,
      by_category: { comment: 2, mention: 1, like: 0, follow: 0, system: 1 },
    })
  }
  expect((await reader.get('/api/messages')).json.items[1].read).toBe(true)
})

test('marking the notification of another user, a missing one or an invalid id is refused', async () => {
  const { world, reader, items, unread } = await fullInbox()
  const other = await world.member()
  expect((await other.post(`/api/messages/${items[0].id}/read`)).status).toBe(404)
  expect((await reader.post('/api/messages/999999999/read')).status).toBe(404)
  for (const id of ['0', '-1', 'x', '1.5']) expect((await reader.post(`/api/messages/${id}/read`)).status).toBe(400)
  expect((await unread()).unread).toBe(5)
})

test('marking all read includes the likes of the next digest', async () => {
  const { world, reader, unread } = await fullInbox()
  await likesOf(world, reader.user, freshPost(), 2)
  expect((await unread()).unread).toBe(6)
  expect((await reader.post('/api/messages/read-all')).json).toEqual({ read: 6 })
  expect((await unread()).unread).toBe(0)
  expect((await reader.post('/api/messages/read-all')).json).toEqual({ read: 0 })
  const { items } = (await reader.get('/api/messages')).json
  expect(items.map(({ read }: { read: boolean }) => read)).toEqual(Array(6).fill(true))
})

test('marking all read skips switched-off kinds, which are unread when switched on again', async () => {
  const { reader, unread } = await fullInbox()
  await reader.put('/api/settings/notify-prefs', { kind: 'reply', enabled: false })
  expect((await reader.post('/api/messages/read-all')).json).toEqual({ read: 4 })
  expect((await unread()).unread).toBe(0)
  await reader.put('/api/settings/notify-prefs', { kind: 'reply', enabled: true })
  expect((await unread()).by_category).toMatchObject({ comment: 1, mention: 0 })
})

test('marking all read in two tabs at once counts every notification once', async () => {
  const { reader, unread } = await fullInbox()
  const responses = await Promise.all([1, 2, 3].map(() => reader.post('/api/messages/read-all')))
  expect(responses.reduce((sum, { json }) => sum + json.read, 0)).toBe(5)
  expect((await unread()).unread).toBe(0)
})

const PATH = '/api/settings/notify-prefs'

test('changing one switch returns all four and leaves the others unchanged', async ({ member: reader }) => {
  const off = await reader.put(PATH, { kind: 'reply', enabled: false })
  expect(off.json).toEqual({ comment: true, reply: false, like: true, follow: true })
  expect(roundTrips(off)).toBe(2)
  expect((await reader.put(PATH, { kind: 'follow', enabled: false })).json).toMatchObject({
    reply: false,
    follow: false,
  })
  expect((await reader.put(PATH, { kind: 'reply', enabled: true })).json).toMatchObject({ reply: true, follow: false })
  expect((await reader.get(PATH)).json).toEqual({ comment: true, reply: true, like: true, follow: false })
})

test('an unknown switch or a value that is not boolean is refused', async ({ member: reader }) => {
  for (const [input, field] of [
    [{ kind: 'system', enabled: false }, 'kind'],
    [{ kind: 'comment', enabled: 'no' }, 'enabled'],
    [{ kind: 'comment', enabled: 0 }, 'enabled'],
    [{ enabled: true }, 'kind'],
    [{}, 'kind'],
  ] as const) {
    const response = await reader.put(PATH, input)
    expect([response.status, Object.keys(response.json.error.fields)]).toEqual([422, expect.arrayContaining([field])])
  }
  expect((await reader.get(PATH)).json).toEqual({ comment: true, reply: true, like: true, follow: true })
})

test('a change does not affect the switches of other users', async ({ world }) => {
  const [one, other] = [await world.member(), await world.member()]
  await one.put(PATH, { kind: 'like', enabled: false })
  expect((await other.get(PATH)).json.like).toBe(true)
})
