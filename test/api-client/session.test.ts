import { createExecutionContext } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { ACCESS_LIFETIME } from '#features/accounts/sessions/tokens.ts'
import { PASSWORD, World } from '#test/world.ts'
import { SecondFactorNeeded, type Tokens } from '../../dist/client/index.js'
import { memberWithApp } from '../features/accounts/second-factor/app.ts'
import { jouleOf, jouleOfMember } from './joule.ts'

test('login opens a session for later calls, and logout ends it', async () => {
  const { joule, user } = await jouleOfMember(new World())
  expect((await joule.get('/api/studio/posts', { query: { limit: 1 } })).items).toEqual([])
  expect(await joule.get('/api/users/{uid}/follow-status', { path: { uid: user.uid } })).toMatchObject({
    mutual: false,
  })
  await joule.logout()
  expect(joule.session).toBeNull()
  await expect(joule.get('/api/level/info')).rejects.toMatchObject({ status: 401, code: 'unauthenticated' })
})

test('concurrent calls with an expired token share one refresh and are then repeated', async () => {
  const world = new World()
  const kept: (Tokens | null)[] = []
  const { joule, sent } = await jouleOfMember(world, { onSession: (tokens) => kept.push(tokens) })
  world.wait(ACCESS_LIFETIME)
  await Promise.all([joule.get('/api/level/info'), joule.get('/api/energy/info'), joule.post('/api/messages/read-all')])
  expect(sent.filter((line) => line === 'POST /api/auth/refresh')).toHaveLength(1)
  expect(sent).toHaveLength(7)
  expect(kept).toHaveLength(2)
  expect(joule.session).toEqual(kept[1])
})

test('the client accepts stored tokens and reports new ones', async () => {
  const world = new World()
  const first = await jouleOfMember(world)
  world.wait(ACCESS_LIFETIME)
  const { joule } = jouleOf(world, { session: first.joule.session })
  expect(await joule.get('/api/level/info')).toMatchObject({ level: 1 })
})

test('after a failed refresh public reads continue anonymously and other calls are refused', async () => {
  const kept: (Tokens | null)[] = []
  const { joule, sent } = jouleOf(new World(), {
    session: { access_token: 'worn', refresh_token: 'worn too' },
    onSession: (tokens) => kept.push(tokens),
  })
  await expect(joule.post('/api/messages/read-all')).rejects.toMatchObject({ status: 401 })
  expect(kept).toEqual([null])
  expect(sent).toEqual(['POST /api/messages/read-all', 'POST /api/auth/refresh'])
  const reader = jouleOf(new World(), { session: { access_token: 'worn', refresh_token: 'worn too' } })
  await expect(reader.joule.get('/api/users/{uid}/follow-status', { path: { uid: 1 } })).rejects.toMatchObject({
    status: 404,
  })
  expect(reader.sent.filter((line) => line.startsWith('GET'))).toHaveLength(2)
})

test('a personal access token is sent without refresh', async () => {
  const { joule, sent } = jouleOf(new World(), { session: { access_token: 'revoked' } })
  await expect(joule.get('/api/level/info')).rejects.toMatchObject({ status: 401 })
  expect(sent).toEqual(['GET /api/level/info'])
})

test('a network error during a refresh does not end the session', async () => {
  const world = new World()
  const { joule: first } = await jouleOfMember(world)
  world.wait(ACCESS_LIFETIME)
  const { joule } = jouleOf(world, {
    session: first.session,
    async fetch(input, init) {
      if (String(input).endsWith('/refresh')) throw new TypeError('network')
      return world.app.fetch(new Request(input as URL, init as RequestInit), world.env, createExecutionContext())
    },
  })
  await expect(joule.get('/api/level/info')).rejects.toMatchObject({ status: 0, code: 'unreachable' })
  expect(joule.session).toEqual(first.session)
})

test('login with two-step verification throws a challenge, and verify completes it', async () => {
  const world = new World()
  const { member, app } = await memberWithApp(world)
  const { joule } = jouleOf(world)
  const needed = await joule.login({ email: member.user.email ?? '', password: PASSWORD }).catch((error) => error)
  expect(needed).toBeInstanceOf(SecondFactorNeeded)
  expect([needed.methods, joule.session]).toEqual([['totp', 'recovery_code'], null])
  const me = await joule.verify({ challenge: needed.challenge, code: await app.code() })
  expect(me.uid).toBe(member.user.uid)
  expect(await joule.get('/api/level/info')).toMatchObject({ level: 0 })
})
