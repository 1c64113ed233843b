import { expect, test } from '#test/test.ts'

test('only owners see the hash of the bundle', async ({ world, owner }) => {
  const asked = async (client: {
    get(path: string): Promise<{ status: number; json: object }>
  }) => {
    const { status, json } = await client.get('/healthz')
    return { status, keys: Object.keys(json) }
  }
  expect((await owner.get('/healthz')).json).toMatchObject({
    status: 'ok',
    bundle: 'the hash of the bundle',
  })
  for (const client of [
    world.visitor(),
    await world.member(),
    await world.member({ role: 'admin' }),
  ])
    expect(await asked(client)).toEqual({ status: 200, keys: ['status', 'checks'] })
  await owner.post('/api/auth/logout')
  expect(await asked(owner)).toEqual({ status: 200, keys: ['status', 'checks'] })
})
