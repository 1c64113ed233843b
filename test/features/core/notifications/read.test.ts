import { expect, test } from '#test/test.ts'
import { World } from '#test/world.ts'
import { oneOfEach } from './fixtures.ts'

async function fullInbox() {
  const world = new World()
  const [reader, friend] = [await world.member(), await world.user()]
  await oneOfEach(world, reader.user, friend)
  const { items } = (await reader.get('/api/messages')).json
  const unread = async () => (await reader.get('/api/messages/unread')).json
  return { world, reader, items, unread }
}

test('marking the notification of another user, a missing one or an invalid id is refused', async () => {
  const { world, reader, items, unread } = await fullInbox()
  const other = await world.member()
  expect((await other.post(`/api/messages/${items[0].id}/read`)).status).toBe(404)
  expect((await reader.post('/api/messages/999999999/read')).status).toBe(404)
  for (const id of ['0', '-1', 'x', '1.5']) expect((await reader.post(`/api/messages/${id}/read`)).status).toBe(400)
  expect((await unread()).unread).toBe(5)
})

const PATH = '/api/settings/notify-prefs'

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
