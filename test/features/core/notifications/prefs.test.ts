import { roundTrips } from '#test/cost.ts'
import { expect, test } from '#test/test.ts'

const PATH = '/api/settings/notify-prefs'

test('all four switches are on by default', async ({ member: reader }) => {
  expect((await reader.get(PATH)).json).toEqual({ comment: true, reply: true, like: true, follow: true })
})

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
