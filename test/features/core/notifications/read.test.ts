import { expect, test } from '#test/test.ts'
import { oneOfEach } from './fixtures.ts'

test('a request to mark a notification of another user, a missing notification or an invalid id as read is refused', async ({
  world,
}) => {
  const [reader, other] = await world.members([{}, {}])
  await oneOfEach(world, reader.user, other.user)
  const { items } = (await reader.get('/api/messages')).json
  expect((await other.post(`/api/messages/${items[0].id}/read`)).status).toBe(404)
  expect((await reader.post('/api/messages/999999999/read')).status).toBe(404)
  for (const id of ['0', '-1', 'x', '1.5'])
    expect((await reader.post(`/api/messages/${id}/read`)).status).toBe(400)
  expect((await reader.get('/api/messages/unread')).json.unread).toBe(5)
})

const PATH = '/api/settings/notify-prefs'

test('an unknown notification switch, or a value that is not boolean, is refused', async ({
  member: reader,
}) => {
  for (const [input, field] of [
    [{ kind: 'system', enabled: false }, 'kind'],
    [{ kind: 'comment', enabled: 'no' }, 'enabled'],
    [{ kind: 'comment', enabled: 0 }, 'enabled'],
    [{ enabled: true }, 'kind'],
    [{}, 'kind'],
  ] as const) {
    const response = await reader.put(PATH, input)
    expect([response.status, Object.keys(response.json.error.fields)]).toEqual([
      422,
      expect.arrayContaining([field]),
    ])
  }
  expect((await reader.get(PATH)).json).toEqual({
    comment: true,
    reply: true,
    like: true,
    follow: true,
  })
})
