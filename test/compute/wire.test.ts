import { expect, test } from 'vitest'
import { decoded, encoded } from '#compute/wire.ts'

/** The value as the other side receives it, and the type of the message. */
async function sent(value: unknown) {
  const { type, body } = encoded(value)
  const message = new Response(body, { headers: { 'Content-Type': type } })
  return { type, value: await decoded(message) }
}

const bytesOf = (length: number, first: number) => Uint8Array.from({ length }, (_, n) => first + n)

test('bytes arrive with their JSON, at every depth and in their order', async () => {
  const value = {
    name: '图片 é 😀',
    file: bytesOf(3, 1),
    none: null,
    nested: { list: [bytesOf(200, 5), 'text', bytesOf(1, 9)], empty: new Uint8Array() },
    last: bytesOf(2, 70),
  }
  expect(await sent(value)).toEqual({ type: 'application/octet-stream', value })
})

test('the bytes themselves may be the value', async () => {
  expect((await sent(bytesOf(5, 250))).value).toEqual(bytesOf(5, 250))
})

test('a view of a part of a buffer sends only this part', async () => {
  const part = bytesOf(100, 0).subarray(10, 13)
  expect(encoded(part).body).toHaveLength(4 + '{"value":{"bytes":3}}'.length + 3)
  expect((await sent({ part })).value).toEqual({ part: Uint8Array.of(10, 11, 12) })
})

test('a property `bytes` with bytes inside is not confused with its placeholder', async () => {
  const image = { type: 'image/webp', width: 2, height: 3, bytes: bytesOf(4, 1) }
  const value = { ...image, variants: { small: bytesOf(2, 8) } }
  expect((await sent(value)).value).toEqual(value)
})

test.each([['{"bytes":3}'], [{ bytes: 3 }], [null], [undefined], [['a', 1]]])(
  'the value %j without bytes is JSON and does not change',
  async (value) => {
    expect(await sent(value)).toEqual({ type: 'application/json', value })
  },
)
