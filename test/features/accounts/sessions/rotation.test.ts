import { expect, test } from 'vitest'
import { World } from '#test/world.ts'

const LATER = 'JOULE_SECRET_20270131'

/** The same site after its secrets were changed, as a deployment does it. */
function withSecrets(world: World, secrets: Record<string, string | undefined>): void {
  Object.assign(world, { env: { ...world.env, ...secrets } })
}

test('a session goes on while its secret is replaced, and is renewed with the new one', async () => {
  const world = new World()
  const browser = await world.member()
  const before = browser.cookies.get('joule_at')
  withSecrets(world, { [LATER]: 'the secret after the leak' })
  expect((await browser.get('/api/messages')).status).toBe(200)
  expect((await browser.put('/api/settings/notify-prefs', { kind: 'like', enabled: false })).status).toBe(200)
  expect((await browser.post('/api/auth/refresh', {})).status).toBe(200)
  expect(browser.cookies.get('joule_at')).not.toBe(before)

  withSecrets(world, { JOULE_SECRET: undefined })
  expect((await browser.get('/api/messages')).status).toBe(200)
  expect((await browser.put('/api/settings/notify-prefs', { kind: 'like', enabled: false })).status).toBe(200)
})

test('what a retired secret has signed is refused', async () => {
  const world = new World()
  const browser = await world.member()
  withSecrets(world, { [LATER]: 'the secret after the leak', JOULE_SECRET: undefined })
  expect((await browser.get('/api/messages')).json.error.code).toBe('unauthenticated')
  browser.cookies.delete('joule_csrf')
  expect((await browser.post('/api/auth/refresh', {})).status).toBe(401)
})

test('the newest secret signs, whatever the order in which they are there', async () => {
  const world = new World()
  const { JOULE_SECRET } = world.env
  withSecrets(world, { [LATER]: 'the secret after the leak', JOULE_SECRET_20260101: 'the one between' })
  const browser = await world.member()
  withSecrets(world, { [LATER]: undefined, JOULE_SECRET })
  expect((await browser.get('/api/messages')).status).toBe(401)
})
