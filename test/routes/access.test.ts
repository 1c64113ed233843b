import { expect, test } from 'vitest'
import { plainForm, World } from '#test/world.ts'
import { factOf } from '#web/openapi/route-facts.ts'
import { examplePath, ROUTES } from './table.ts'

const lines = Object.entries(ROUTES).map(([name, line]) => {
  const [method = '', path = ''] = name.split(' ')
  return { name, method, path: examplePath(path), ...line, isPage: !path.startsWith('/api/') }
})

test('the route table lists exactly the routes of the site with their guards', () => {
  const routes = new Map<string, string>()
  for (const { method, path, handler } of new World().app.routes) {
    if (method === 'ALL') continue
    const name = `${method} ${path}`
    routes.set(name, factOf(handler).access ?? routes.get(name) ?? 'public')
  }
  expect(Object.fromEntries(routes)).toEqual(Object.fromEntries(lines.map(({ name, access }) => [name, access])))
})

const guarded = lines.filter(({ access }) => access !== 'public' && access !== 'anyone')

test.each(guarded)('$name requires a login', async ({ method, path, isPage }) => {
  const answer = await new World().visitor().send(method, path, isPage && method !== 'GET' ? plainForm({}) : {})
  if (isPage) {
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `/login?next=${encodeURIComponent(path)}`])
  } else expect([answer.status, answer.json.error.code]).toEqual([401, 'unauthenticated'])
})

const writes = lines.filter(({ method }) => method !== 'GET')

test.each(writes.filter(({ isPage, access }) => isPage && access !== 'public'))(
  '$name accepts forms of this site only',
  async ({ method, path }) => {
    const elsewhere = { headers: { origin: 'https://elsewhere.example' } }
    for (const sent of [elsewhere, {}]) {
      const answer = await new World().visitor().send(method, path, { ...sent, withoutCsrf: true })
      expect([answer.status, answer.headers.get('location')]).toEqual([403, null])
    }
  },
)

test('the one write without a CSRF token counts a view, and other sites cannot send it', async () => {
  const open = writes.filter(({ isPage, access }) => !isPage && access === 'public')
  expect(open.map(({ name }) => name)).toEqual(['POST /api/posts/:id/view'])
  const elsewhere = { headers: { origin: 'https://elsewhere.example' } }
  const answer = await new World().visitor().post('/api/posts/1/view', undefined, elsewhere)
  expect([answer.status, answer.json.error.code]).toEqual([403, 'csrf_failed'])
})

test.each(writes.filter(({ isPage, access }) => !isPage && access !== 'public'))(
  '$name requires a CSRF token',
  async ({ method, path }) => {
    const browser = await new World().member({ role: 'owner' })
    const answer = await browser.send(method, path, { withoutCsrf: true })
    expect([answer.status, answer.json.error.code]).toEqual([403, 'csrf_failed'])
  },
)

test.each(writes.filter(({ access }) => access !== 'anyone' && access !== 'public'))(
  '$name is refused for banned users',
  async ({ method, path, isPage }) => {
    const browser = await new World().member({ status: 'banned', role: 'owner' })
    const answer = await browser.send(method, path, isPage ? plainForm({}) : {})
    expect(answer.status).toBe(403)
    if (!isPage) expect(answer.json.error.code).toBe('banned')
  },
)

const powerful = guarded.filter(({ access }) => access === 'admin' || access === 'owner')

test.each(powerful)('$name requires the role $access', async ({ method, path, access, isPage }) => {
  const lower = await new World().member({ role: access === 'owner' ? 'admin' : 'user' })
  const answer = await lower.send(method, path, isPage && method !== 'GET' ? plainForm({}) : {})
  // A page without access answers 404; the API answers 403.
  if (isPage) expect([answer.status, answer.text.includes('Page not found')]).toEqual([404, true])
  else expect([answer.status, answer.json.error.code]).toEqual([403, 'forbidden'])
})

const literal = new Set(lines.map(({ name }) => name.split(' ')[1] ?? '').filter((path) => /^\/api\/[^:]*$/.test(path)))

test.each([...literal])('%s answers 404 for a method it does not have', async (path) => {
  const owner = await new World().member({ role: 'owner' })
  for (const method of ['GET', 'POST', 'PUT', 'DELETE'].filter((method) => !(`${method} ${path}` in ROUTES))) {
    const answer = await owner.send(method, path, {})
    expect([method, answer.status, answer.json.error.code]).toEqual([method, 404, 'not_found'])
  }
})
