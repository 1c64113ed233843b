import { expect, test } from 'vitest'
import { PNG } from '#test/images.ts'
import { World } from '#test/world.ts'
import { connect, JouleError } from '../../dist/client/index.js'
import { jouleOfMember } from './joule.ts'

test('each() reads a list page by page and stops when the caller stops', async () => {
  const world = new World()
  const { joule, sent, user } = await jouleOfMember(world)
  for (const title of ['One', 'Two', 'Three', 'Four', 'Five']) await world.post({ author: user, title })
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
  expect(error).toMatchObject({ status: 422, code: 'validation_failed', fields: { name: expect.any(String) } })
  expect(error.message).toMatch(/\w/)
  expect(error.requestId).toMatch(/^[\w-]{8,}$/)
})

test('an error keeps its extra members: a login to a deleted account gives the restore token', async () => {
  const world = new World()
  const { joule, user } = await jouleOfMember(world)
  const password = 'correct horse battery staple'
  await joule.post('/api/settings/delete-account', { body: { password } })
  const error = await joule.login({ email: user.email ?? '', password }).catch((thrown) => thrown)
  expect(error).toMatchObject({ code: 'account_pending_deletion', details: { restore_token: expect.any(String) } })
})

test('two calls with the same idempotency key create one post', async () => {
  const { joule } = await jouleOfMember(new World())
  const input = { body: { title: 'Once', body: '<p>Only once.</p>' }, idempotencyKey: crypto.randomUUID() }
  const first = await joule.post('/api/studio/posts', input)
  expect(await joule.post('/api/studio/posts', input)).toEqual(first)
})

test('a file is sent as a form and comes back as a file', async () => {
  const { joule } = await jouleOfMember(new World())
  const file = new Blob([PNG])
  expect(await joule.post('/api/posts/upload-image', { body: { file } })).toMatchObject({ type: 'image/png' })
  const archive = await joule.get('/api/settings/export.zip')
  expect(archive).toBeInstanceOf(Blob)
})

test('a site that is down and a server that is not Joule give different error codes', async () => {
  const nothing = connect('https://joule.test', { fetch: () => Promise.reject(new TypeError('fetch failed')) })
  await expect(nothing.get('/api/posts')).rejects.toMatchObject({ code: 'unreachable', status: 0 })
  const proxy = connect('https://joule.test', {
    fetch: async () => new Response('<h1>Hello</h1>', { headers: { 'Content-Type': 'text/html' } }),
  })
  await expect(proxy.get('/api/posts')).rejects.toMatchObject({ code: 'unreadable', status: 200 })
  expect(() => connect('joule.example')).toThrow('"joule.example" is not the address of a site')
})

test('a call can be aborted', async () => {
  const joule = connect('https://joule.test', { fetch: async (_, init) => Promise.reject(init?.signal?.reason) })
  const signal = AbortSignal.abort(new Error('given up'))
  await expect(joule.get('/api/posts', { signal })).rejects.toThrow('given up')
})
