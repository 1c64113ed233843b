import { createExecutionContext } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { ACCESS_LIFETIME } from '#features/accounts/sessions/tokens.ts'
import { PNG } from '#test/images.ts'
import { PASSWORD, World } from '#test/world.ts'
import type { OpenApiDocument } from '#web/openapi/document.ts'
import { openApiDocument } from '#web/openapi/openapi.ts'
import built from '../../api-client/api.ts?raw'
import { connect, JouleError, SecondFactorNeeded, type Tokens } from '../../dist/client/index.js'
import { typesOf } from '../../scripts/api-client/types.ts'
import { memberWithApp } from '../features/accounts/second-factor/app.ts'
import { jouleOf, jouleOfMember } from './joule.ts'

test('each() reads a list page by page and requests no page after the caller stops', async () => {
  const world = new World()
  const { joule, sent, user } = await jouleOfMember(world)
  for (const title of ['One', 'Two', 'Three', 'Four', 'Five'])
    await world.post({ author: user, title })
  const titles: string[] = []
  const input = { query: { author: user.uid, limit: 2 } }
  for await (const { title } of joule.each('/api/posts', input)) titles.push(title)
  expect(titles).toEqual(['Five', 'Four', 'Three', 'Two', 'One'])
  expect(sent).toHaveLength(3)
  for await (const { title } of joule.each('/api/posts', input)) if (title === 'Four') break
  expect(sent).toHaveLength(4)
})

test('a refused call throws an error with code, fields and request id', async () => {
  const { joule } = await jouleOfMember(new World())
  const error = await joule.post('/api/folders', { body: { name: '' } }).catch((thrown) => thrown)
  expect(error).toBeInstanceOf(JouleError)
  expect(error).toMatchObject({
    status: 422,
    code: 'validation_failed',
    fields: { name: expect.any(String) },
  })
  expect(error.message).toMatch(/\w/)
  expect(error.requestId).toMatch(/^[\w-]{8,}$/)
})

test('an error keeps its extra members: a login to a deleted account gives the restore token', async () => {
  const world = new World()
  const { joule, user } = await jouleOfMember(world)
  const password = 'correct horse battery staple'
  await joule.post('/api/settings/delete-account', { body: { password } })
  const error = await joule.login({ email: user.email ?? '', password }).catch((thrown) => thrown)
  expect(error).toMatchObject({
    code: 'account_pending_deletion',
    details: { restore_token: expect.any(String) },
  })
})

test('two calls with the same idempotency key create one post', async () => {
  const { joule } = await jouleOfMember(new World())
  const input = {
    body: { title: 'Once', body: '<p>Only once.</p>' },
    idempotencyKey: crypto.randomUUID(),
  }
  const first = await joule.post('/api/studio/posts', input)
  expect(await joule.post('/api/studio/posts', input)).toEqual(first)
})

test('a file is sent as a form, and a file in a response is a Blob', async () => {
  const { joule } = await jouleOfMember(new World())
  const file = new Blob([PNG])
  expect(await joule.post('/api/posts/upload-image', { body: { file } })).toMatchObject({
    type: 'image/png',
  })
  const archive = await joule.get('/api/settings/export.zip')
  expect(archive).toBeInstanceOf(Blob)
})

test('a site that is down and a server that is not Joule give different error codes', async () => {
  const nothing = connect('https://joule.test', {
    fetch: () => Promise.reject(new TypeError('fetch failed')),
  })
  await expect(nothing.get('/api/posts')).rejects.toMatchObject({ code: 'unreachable', status: 0 })
  const proxy = connect('https://joule.test', {
    fetch: async () => new Response('<h1>Hello</h1>', { headers: { 'Content-Type': 'text/html' } }),
  })
  await expect(proxy.get('/api/posts')).rejects.toMatchObject({ code: 'unreadable', status: 200 })
  expect(() => connect('joule.example')).toThrow('"joule.example" is not the address of a site')
})

test('a call can be aborted', async () => {
  const joule = connect('https://joule.test', {
    fetch: async (_, init) => Promise.reject(init?.signal?.reason),
  })
  const signal = AbortSignal.abort(new Error('given up'))
  await expect(joule.get('/api/posts', { signal })).rejects.toThrow('given up')
})

test('the types of the built client match the routes', () => {
  const { app } = new World()
  expect(built).toBe(typesOf(openApiDocument(app) as unknown as OpenApiDocument))
})

test('login() opens a session that later calls use, and logout() ends it', async () => {
  const { joule, user } = await jouleOfMember(new World())
  expect((await joule.get('/api/studio/posts', { query: { limit: 1 } })).items).toEqual([])
  expect(
    await joule.get('/api/users/{uid}/follow-status', { path: { uid: user.uid } }),
  ).toMatchObject({
    mutual: false,
  })
  await joule.logout()
  expect(joule.session).toBeNull()
  await expect(joule.get('/api/level/info')).rejects.toMatchObject({
    status: 401,
    code: 'unauthenticated',
  })
})

test('concurrent calls with an expired token share one refresh and are then repeated', async () => {
  const world = new World()
  const kept: (Tokens | null)[] = []
  const { joule, sent } = await jouleOfMember(world, { onSession: (tokens) => kept.push(tokens) })
  world.wait(ACCESS_LIFETIME)
  await Promise.all([
    joule.get('/api/level/info'),
    joule.get('/api/energy/info'),
    joule.post('/api/messages/read-all'),
  ])
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
  const reader = jouleOf(new World(), {
    session: { access_token: 'worn', refresh_token: 'worn too' },
  })
  await expect(
    reader.joule.get('/api/users/{uid}/follow-status', { path: { uid: 1 } }),
  ).rejects.toMatchObject({
    status: 404,
  })
  expect(reader.sent.filter((line) => line.startsWith('GET'))).toHaveLength(2)
})

test('a personal access token is sent as it is and never refreshed', async () => {
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
      return world.app.fetch(
        new Request(input as URL, init as RequestInit),
        world.env,
        createExecutionContext(),
      )
    },
  })
  await expect(joule.get('/api/level/info')).rejects.toMatchObject({
    status: 0,
    code: 'unreachable',
  })
  expect(joule.session).toEqual(first.session)
})

test('login with two-step verification throws a challenge, and verify completes it', async () => {
  const world = new World()
  const { member, app } = await memberWithApp(world)
  const { joule } = jouleOf(world)
  const needed = await joule
    .login({ email: member.user.email ?? '', password: PASSWORD })
    .catch((error) => error)
  expect(needed).toBeInstanceOf(SecondFactorNeeded)
  expect([needed.methods, joule.session]).toEqual([['totp', 'recovery_code'], null])
  const me = await joule.verify({ challenge: needed.challenge, code: await app.code() })
  expect(me.uid).toBe(member.user.uid)
  expect(await joule.get('/api/level/info')).toMatchObject({ level: 0 })
})
