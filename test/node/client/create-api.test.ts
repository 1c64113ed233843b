import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#client/api-error.ts'
import { createApi, type Incoming, type Outgoing } from '#client/create-api.ts'
import { keepNewestBookmark } from '#client/http.ts'

vi.stubGlobal('document', { documentElement: { lang: 'en' }, cookie: '' })
afterAll(() => void vi.unstubAllGlobals())

let cookie: string | undefined
let sent: string[]
const signedOut = vi.fn()

beforeEach(() => {
  cookie = 'token-1'
  sent = []
  signedOut.mockClear()
})

function apiThat(respond: (outgoing: Outgoing, attempt: number) => Incoming | Promise<Incoming>) {
  return createApi({
    csrfCookie: () => cookie,
    signedOut,
    async send(outgoing) {
      const call = `${outgoing.method} ${outgoing.path}`
      sent.push(call)
      return respond(outgoing, sent.filter((other) => other === call).length)
    },
  })
}

const ok = (data: unknown = {}): Incoming => ({ status: 200, data, retryAfterSeconds: null })
const refusal = (status: number, code: string, more = {}): Incoming => ({
  status,
  data: { error: { code, message: code, ...more } },
  retryAfterSeconds: null,
})

test('after a response about an expired session, the session is renewed once and the request is repeated', async () => {
  const api = apiThat(({ path }, attempt) =>
    path === '/api/things' && attempt === 1 ? refusal(401, 'session_expired') : ok({ path }),
  )
  expect(await api.get('/api/things')).toEqual({ path: '/api/things' })
  expect(sent).toEqual(['GET /api/things', 'POST /api/auth/refresh', 'GET /api/things'])
  expect(signedOut).not.toHaveBeenCalled()
})

test('concurrent requests with an expired session share one refresh', async () => {
  const api = apiThat(async ({ path }, attempt) => {
    if (path === '/api/auth/refresh') await new Promise((resolve) => setTimeout(resolve, 5))
    return path !== '/api/auth/refresh' && attempt === 1 ? refusal(401, 'unauthenticated') : ok()
  })
  await Promise.all([api.get('/api/a'), api.get('/api/b'), api.post('/api/c')])
  expect(sent.filter((call) => call.endsWith('refresh'))).toHaveLength(1)
})

test('a request that fails again after a refresh leads to the login, without a loop', async () => {
  const api = apiThat(({ path }) =>
    path === '/api/auth/refresh' ? ok() : refusal(401, 'unauthenticated'),
  )
  await expect(api.get('/api/things')).rejects.toThrow(ApiError)
  expect(sent).toHaveLength(3)
  expect(signedOut).toHaveBeenCalledTimes(1)
})

test('a refused refresh leads to the login; a refresh with a network error does not', async () => {
  const codeOf = (path: string) =>
    path === '/api/auth/refresh' ? 'session_expired' : 'unauthenticated'
  const refused = apiThat(({ path }) => refusal(401, codeOf(path)))
  await expect(refused.get('/api/things')).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(signedOut).toHaveBeenCalledTimes(1)
  const offline = apiThat(({ path }) => {
    if (path === '/api/auth/refresh') throw new TypeError('network')
    return refusal(401, 'unauthenticated')
  })
  await expect(offline.get('/api/things')).rejects.toMatchObject({ code: 'offline', status: 0 })
  expect(signedOut).toHaveBeenCalledTimes(1)
})

test('after a refused refresh a public read is repeated without a session, a write is not', async () => {
  let isSignedIn = true
  const api = apiThat(({ path }) => {
    if (path === '/api/auth/refresh') isSignedIn = false
    return isSignedIn || path === '/api/auth/refresh'
      ? refusal(401, 'session_expired')
      : ok({ path })
  })
  expect(await api.get('/api/posts/1/reaction')).toEqual({ path: '/api/posts/1/reaction' })
  expect(sent).toEqual([
    'GET /api/posts/1/reaction',
    'POST /api/auth/refresh',
    'GET /api/posts/1/reaction',
  ])
  expect(signedOut).not.toHaveBeenCalled()
  isSignedIn = true
  await expect(api.post('/api/posts/1/like')).rejects.toMatchObject({ code: 'session_expired' })
  expect(signedOut).toHaveBeenCalledTimes(1)
})

test.each([
  ['a wrong password at login', 'login', 'invalid_credentials'],
  ['a used restore token', 'confirm-restore', 'session_expired'],
])('%s is shown as an error of the form, not as an ended session', async (_, route, code) => {
  const api = apiThat(() => refusal(401, code))
  await expect(api.post(`/api/auth/${route}`, {})).rejects.toMatchObject({ code })
  expect(sent).toEqual([`POST /api/auth/${route}`])
  expect(signedOut).not.toHaveBeenCalled()
})

test('the confirmation of a session renews it if it has expired', async () => {
  const api = apiThat(({ path }, attempt) =>
    path === '/api/auth/confirm' && attempt === 1 ? refusal(401, 'session_expired') : ok(),
  )
  await api.post('/api/auth/confirm', {})
  expect(sent).toEqual([
    'POST /api/auth/confirm',
    'POST /api/auth/refresh',
    'POST /api/auth/confirm',
  ])
})

test('the CSRF token is requested once, before the first write', async () => {
  cookie = undefined
  const tokens: unknown[] = []
  const api = apiThat(async ({ path, headers }) => {
    await new Promise((resolve) => setTimeout(resolve, 1))
    if (path === '/api/auth/csrf') return ok({ csrf_token: 'fresh' })
    tokens.push(headers['X-CSRF-Token'])
    return ok()
  })
  await Promise.all([api.post('/api/a'), api.put('/api/b')])
  expect(tokens).toEqual(['fresh', 'fresh'])
  expect(sent.filter((call) => call === 'GET /api/auth/csrf')).toHaveLength(1)
})

test('a stale CSRF token is replaced once', async () => {
  const api = apiThat(({ path, headers }) => {
    if (path === '/api/auth/csrf') {
      cookie = 'token-2'
      return ok({ csrf_token: 'token-2' })
    }
    return headers['X-CSRF-Token'] === 'token-2' ? ok({ done: true }) : refusal(403, 'csrf_failed')
  })
  expect(await api.delete('/api/things/1')).toEqual({ done: true })
  const stubborn = apiThat(({ path }) =>
    path === '/api/auth/csrf' ? ok({ csrf_token: 'x' }) : refusal(403, 'csrf_failed'),
  )
  sent = []
  await expect(stubborn.post('/api/things')).rejects.toMatchObject({ code: 'csrf_failed' })
  expect(sent).toEqual(['POST /api/things', 'GET /api/auth/csrf', 'POST /api/things'])
})

test('an error keeps its field errors and extra data; a response that is not JSON gives its own error', async () => {
  const api = apiThat(() =>
    refusal(409, 'account_pending_deletion', { restore_token: 'r', purge_at: 'p' }),
  )
  const details = { restore_token: 'r', purge_at: 'p' }
  await expect(api.post('/api/auth/login', {})).rejects.toMatchObject({
    status: 409,
    fields: {},
    details,
  })
  const proxy = apiThat(() => ({ status: 502, data: null, retryAfterSeconds: null }))
  await expect(proxy.get('/api/things')).rejects.toMatchObject({ status: 502, code: 'unreadable' })
})

test('a late response does not replace a newer bookmark in the cookie', () => {
  const page = { cookie: 'joule_csrf=a; joule_bookmark=00000002.mac' }
  keepNewestBookmark(page, { protocol: 'https:' })
  page.cookie = 'joule_bookmark=00000001.mac'
  keepNewestBookmark(page, { protocol: 'https:' })
  expect(page.cookie).toBe('joule_bookmark=00000002.mac; path=/; samesite=lax; max-age=60; secure')
  page.cookie = 'joule_csrf=a'
  keepNewestBookmark(page, { protocol: 'https:' })
  expect(page.cookie).toBe('joule_csrf=a')
})
