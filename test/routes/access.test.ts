import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { plainForm, type TestResponse, World } from '#test/world.ts'
import { signedIn } from '#web/guards/access.ts'
import { guardIn } from '#web/guards/facts-of-route.ts'
import { GUARDS } from '#web/guards/table.ts'
import { apiRoutes } from '#web/openapi/openapi.ts'
import type { RouteFact } from '#web/openapi/route-facts.ts'
import { isPagePath } from '#web/paths.ts'
import { examplePath, factsByRoute, ROUTES } from './table.ts'

const lines = Object.entries(ROUTES).map(([name, line]) => {
  const [method = '', path = ''] = name.split(' ')
  return { name, method, path: examplePath(path), ...line, isPage: !path.startsWith('/api/') }
})

type Line = (typeof lines)[number]
type Outcome = [status: number, detail: string | null]

// One test sends requests to all routes, because the reset of the site before each test costs more
// than a refused request.
const world = new World()

test('the route table lists exactly the routes of the site with their guards', () => {
  const routes = [...factsByRoute()].filter(([name]) => !name.startsWith('ALL '))
  const guards = routes.map(([name, facts]) => [
    name,
    facts.findLast(({ access }) => access)?.access ?? 'public',
  ])
  expect(Object.fromEntries(guards)).toEqual(
    Object.fromEntries(lines.map(({ name, access }) => [name, access])),
  )
})

test('every route line has exactly one guard, and every guard is used', () => {
  const guards = [...factsByRoute()]
    .filter(([name]) => !name.startsWith('ALL '))
    .map(([name, facts]) => [name, facts.flatMap(({ guard }) => guard ?? [])] as const)
  expect(guards.filter(([, names]) => names.length !== 1)).toEqual([])
  expect(new Set(guards.flatMap(([, names]) => names))).toEqual(new Set(Object.keys(GUARDS)))
})

test('a route line without a guard is closed, for every viewer', async () => {
  const site = new World()
  site.app.get('/api/forgotten', (c) => c.json({}))
  site.app.post('/forgotten', (c) => c.text('done'))
  for (const viewer of [site.visitor(), await site.member({ role: 'owner' })]) {
    expect((await viewer.get('/api/forgotten')).status).toBe(404)
    expect((await viewer.post('/forgotten', undefined, plainForm({}))).status).toBe(404)
  }
})

const guarded = lines.filter(({ access }) => access !== 'public' && access !== 'anyone')
const writes = lines.filter(({ method }) => method !== 'GET')

test('every guarded route requires a login', async () => {
  const visitor = world.visitor()
  const outcomes = await outcomesOf(guarded, (line) =>
    visitor.send(line.method, line.path, formOf(line)),
  )
  expect(outcomes).toEqual(
    expected(guarded, ({ isPage, path }) =>
      isPage ? [302, `/login?next=${encodeURIComponent(path)}`] : [401, 'unauthenticated'],
    ),
  )
})

test('every page with a form accepts forms of this site only', async () => {
  const forms = writes.filter(({ isPage, access }) => isPage && access !== 'public')
  const elsewhere = { headers: { origin: 'https://elsewhere.example' } }
  // Without an `Origin`, only a request with a session is refused.
  for (const [sender, sent] of [
    [world.visitor(), elsewhere],
    [await world.member({ role: 'owner' }), {}],
  ] as const) {
    const outcomes = await outcomesOf(forms, ({ method, path }) =>
      sender.send(method, path, { ...sent, withoutCsrf: true }),
    )
    expect(outcomes).toEqual(expected(forms, () => [403, null]))
  }
})

const facts = factsByRoute()
const guardOf = (name: string) => guardIn(facts.get(name) ?? [])

test('the writes without a CSRF token count a view or a visit, and other sites cannot send them', async () => {
  const open = writes.filter(
    ({ name, isPage, access }) =>
      !isPage && (access === 'public' || guardOf(name) === 'fromThisSite'),
  )
  expect(open.map(({ name }) => name)).toEqual(['POST /api/visits', 'POST /api/posts/:id/view'])
  const elsewhere = { headers: { origin: 'https://elsewhere.example' } }
  const response = await world.visitor().post('/api/posts/1/view', undefined, elsewhere)
  expect([response.status, response.json.error.code]).toEqual([403, 'csrf_failed'])
})

test('every other write of the API requires a CSRF token', async () => {
  const tokened = writes.filter(({ name, isPage }) => !isPage && guardOf(name) !== 'fromThisSite')
  const owner = await world.member({ role: 'owner' })
  const outcomes = await outcomesOf(tokened, ({ method, path }) =>
    owner.send(method, path, { withoutCsrf: true }),
  )
  expect(outcomes).toEqual(expected(tokened, () => [403, 'csrf_failed']))
})

test('every write that needs a login is refused for banned users', async () => {
  const own = writes.filter(({ access }) => access !== 'anyone' && access !== 'public')
  const banned = await world.member({ status: 'banned', role: 'owner' })
  const outcomes = await outcomesOf(own, (line) =>
    banned.send(line.method, line.path, formOf(line)),
  )
  expect(outcomes).toEqual(expected(own, ({ isPage }) => [403, isPage ? null : 'banned']))
})

test.each([
  ['owner', 'admin'],
  ['admin', 'user'],
] as const)('every route for the role %s refuses the role %s', async (access, role) => {
  const powerful = guarded.filter((line) => line.access === access)
  const lower = await world.member({ role })
  const outcomes = await outcomesOf(
    powerful,
    (line) => lower.send(line.method, line.path, formOf(line)),
    ({ text }) => (text.includes('Page not found') ? 'not found' : null),
  )
  // A page without access responds with 404; the API responds with 403.
  expect(outcomes).toEqual(
    expected(powerful, ({ isPage }) => (isPage ? [404, 'not found'] : [403, 'forbidden'])),
  )
})

test('an access token can call exactly the operations whose route line and OpenAPI security allow it', async () => {
  const routes = apiRoutes(world.app).map(({ method, path, facts }) => ({
    name: `${method} ${path}`,
    method,
    path: examplePath(path),
    isPage: false,
    isAllowed: facts.some(({ operation }) => operation?.tokens),
  }))
  const owner = await world.member({ role: 'owner' })
  const call = async (scope: 'read' | 'write') => {
    const { token } = (await owner.post('/api/settings/tokens', { name: scope, scope })).json
    const headers = { authorization: `Bearer ${token}` }
    const outcomes = await outcomesOf(routes, ({ method, path }) =>
      world.visitor().send(method, path, { headers }),
    )
    return Object.entries(outcomes).flatMap(([name, [status, code]]) =>
      status === 403 && code === 'forbidden' ? [] : [name],
    )
  }
  const allowed = routes.filter(({ isAllowed }) => isAllowed)
  expect(allowed.filter(({ path }) => /^.api.(settings|auth|admin)/.test(path))).toEqual([])
  expect(await call('write')).toEqual(allowed.map(({ name }) => name))
  expect(await call('read')).toEqual(
    allowed.filter(({ method }) => method === 'GET').map(({ name }) => name),
  )
  const { paths } = (await world.visitor().get('/api/openapi.json')).json
  for (const { name, isAllowed } of routes) {
    const [method = '', path = ''] = name.split(' ')
    const { security } = paths[path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()]
    const listsToken = security.some((way: object) => 'token' in way)
    if (security.length > 0) expect([name, listsToken]).toEqual([name, isAllowed])
  }
})

// Admin writes that a stale session may send, each with the reason. All other admin writes need a
// fresh session: they change who can enter or what an account may do.
const MODERATION = 'moderation must be quick; it is logged, announced and reversible'
const CONTENT = 'changes what the site shows, not who can enter'
const STALE_ADMIN_WRITES: Record<string, string> = {
  'PUT /api/admin/users/:uid/status': MODERATION,
  'PUT /api/admin/users/:uid/silence': MODERATION,
  'POST /api/admin/users/:uid/hide': MODERATION,
  'DELETE /api/admin/users/:uid/hide': MODERATION,
  'POST /api/admin/posts/:id/approve': MODERATION,
  'POST /api/admin/posts/:id/reject': MODERATION,
  'POST /api/admin/posts/:id/lock': MODERATION,
  'POST /api/admin/posts/:id/unlock': MODERATION,
  'POST /api/admin/posts/:id/seen': MODERATION,
  'DELETE /api/admin/posts/:id': MODERATION,
  'POST /api/admin/posts/batch': MODERATION,
  'POST /api/admin/approvals': MODERATION,
  'DELETE /api/admin/approvals/:batch': MODERATION,
  'DELETE /api/admin/comments/:id': MODERATION,
  'DELETE /api/admin/images/:key': CONTENT,
  'DELETE /api/admin/series/:id/texts': CONTENT,
  'POST /api/admin/comments/batch-delete': MODERATION,
  'POST /api/admin/reports/:kind/:id/close': MODERATION,
  'POST /api/admin/users/:uid/notes': 'a note for other admins, without effect on the account',
  'DELETE /api/admin/users/:uid/notes/:id':
    'a note for other admins, without effect on the account',
  'POST /api/admin/saved-replies': 'a text for dialogs, without effect on any account',
  'DELETE /api/admin/saved-replies/:id': 'a text for dialogs, without effect on any account',
  'POST /api/admin/profile-reviews/:id/approve': MODERATION,
  'POST /api/admin/profile-reviews/:id/reject': MODERATION,
  'PUT /api/admin/blocked-hosts': MODERATION,
  'PUT /api/admin/blocked-words': MODERATION,
  'POST /admin/content-rules': MODERATION,
  'POST /api/admin/tags': CONTENT,
  'PUT /api/admin/tags/:tag': CONTENT,
  'POST /tags': CONTENT,
  'PUT /api/admin/identity': CONTENT,
  'POST /api/admin/identity/logo': CONTENT,
  'DELETE /api/admin/identity/logo': CONTENT,
  'POST /api/admin/identity/links': CONTENT,
  'DELETE /api/admin/identity/links/:id': CONTENT,
  'POST /api/admin/pages': CONTENT,
  'PUT /api/admin/pages/:name': CONTENT,
  'DELETE /api/admin/pages/:name': CONTENT,
  'POST /api/admin/pinned-posts': CONTENT,
  'DELETE /api/admin/pinned-posts/:id': CONTENT,
  'POST /api/admin/checklist/dismiss': 'hides a list on the page of its admin',
  'POST /api/admin/checklist/settle': 'marks a step of that list',
  'POST /api/admin/invariants/run': 'reads and reports',
  'POST /api/admin/energy/adjust': 'energy gives no permission; the ledger records it',
  'POST /api/admin/mail/test': 'a mail to the owner themselves',
  'POST /api/admin/mail/:id/retry': 'sends a mail again to the person it was written for',
  'DELETE /api/admin/invitations/:id': 'only closes a way in',
}

/**
 * These look for their item before the password. test/features/accounts/confirmation has their
 * test.
 */
const ITEM_FIRST: Record<string, Outcome> = {
  'DELETE /api/settings/passkeys/:id': [404, 'not_found'],
  'DELETE /api/settings/totp': [409, 'invalid_transition'],
}

const freshOf = (facts: readonly RouteFact[]) =>
  facts.map(({ fresh, operation }) => fresh ?? operation?.fresh).find(Boolean)

test('every admin write needs a fresh session, or has a reason why not', () => {
  const facts = factsByRoute()
  const admin = writes.filter(({ access }) => access === 'admin' || access === 'owner')
  const stale = admin.filter(({ name }) => !freshOf(facts.get(name) ?? []))
  expect(stale.map(({ name }) => name).toSorted()).toEqual(
    Object.keys(STALE_ADMIN_WRITES).toSorted(),
  )
})

test('a stale session is refused by exactly the routes that need a fresh one', async () => {
  const facts = factsByRoute()
  const needing = lines.flatMap((line) => (freshOf(facts.get(line.name) ?? []) ? [line] : []))
  const owner = await world.member({ role: 'owner' })
  await world.db.batch([
    sql`UPDATE sessions SET confirmed_at = '2020-01-01T00:00:00.000Z' WHERE sid = ${owner.sid}`,
  ])
  const valid: Record<string, object> = { 'PUT /api/settings/email': { email: 'new@example.com' } }
  const inputOf = ({ method, name }: Line) => (method === 'GET' ? {} : { json: valid[name] ?? {} })
  const send = (line: Line) =>
    owner.send(line.method, line.path, line.isPage ? formOf(line) : inputOf(line))
  expect(await outcomesOf(needing, send)).toEqual(
    expected(needing, ({ name, isPage, path, method }) =>
      isPage
        ? [method === 'GET' ? 302 : 303, `/confirm?next=${encodeURIComponent(path)}`]
        : (ITEM_FIRST[name] ?? [403, 'confirmation_required']),
    ),
  )
  const others = guarded.filter(({ name }) => !needing.some((line) => line.name === name))
  const outcomes = await outcomesOf(
    others.filter(({ method }) => method !== 'GET'),
    send,
  )
  const refused = Object.entries(outcomes).filter(
    ([, [, detail]]) => detail === 'confirmation_required' || detail?.startsWith('/confirm'),
  )
  expect(refused).toEqual([])
})

test('the OpenAPI document names the operations that need a fresh session', async () => {
  const facts = factsByRoute()
  const { paths } = (await world.visitor().get('/api/openapi.json')).json
  for (const { name, path } of apiRoutes(world.app).map(({ method, path }) => ({
    name: `${method} ${path}`,
    path,
  }))) {
    const operation =
      paths[path.replace(/:(\w+)/g, '{$1}')][name.split(' ')[0]?.toLowerCase() ?? '']
    expect([name, operation['x-fresh']]).toEqual([name, freshOf(facts.get(name) ?? [])])
  }
})

test('a route line that does not mention access tokens refuses them', async () => {
  const site = new World()
  site.app.get('/api/settings-of-tomorrow', signedIn, (c) => c.json({}))
  const member = await site.member()
  const { token } = (await member.post('/api/settings/tokens', { name: 'a token', scope: 'write' }))
    .json
  const headers = { authorization: `Bearer ${token}` }
  const { status, json } = await site.visitor().get('/api/settings-of-tomorrow', { headers })
  expect([status, json.error.code]).toEqual([403, 'forbidden'])
})

test('every path of the API and of the pages responds with 404 for a method it does not have', async () => {
  const paths = new Set(lines.map(({ name }) => name.split(' ')[1] ?? ''))
  const missing = [...paths].flatMap((path) =>
    ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
      .map((method) => ({
        name: `${method} ${path}`,
        method,
        path: examplePath(path),
        isPage: isPagePath(path, method),
      }))
      .filter(({ name }) => !(name in ROUTES)),
  )
  const visitor = world.visitor()
  const outcomes = await outcomesOf(
    missing,
    ({ method, path }) => visitor.send(method, path, {}),
    ({ text }) => (text.includes('Page not found') ? 'not found' : null),
  )
  expect(outcomes).toEqual(
    expected(missing, ({ isPage }) => [404, isPage ? 'not found' : 'not_found']),
  )
})

function formOf({ isPage, method }: Line) {
  return isPage && method !== 'GET' ? plainForm({}) : {}
}

/**
 * The status of each route, with the error code of the API or a detail of the page: by default its
 * redirect.
 */
async function outcomesOf<L extends Pick<Line, 'name' | 'isPage'>>(
  routes: readonly L[],
  send: (line: L) => Promise<TestResponse>,
  ofPage = ({ headers }: TestResponse) => headers.get('location'),
): Promise<Record<string, Outcome>> {
  expect(routes.length).toBeGreaterThan(0)
  const outcomes: Record<string, Outcome> = {}
  for (const line of routes) {
    const response = await send(line)
    outcomes[line.name] = [
      response.status,
      line.isPage ? ofPage(response) : (response.json?.error?.code ?? null),
    ]
  }
  return outcomes
}

function expected<L extends { name: string }>(routes: readonly L[], outcome: (line: L) => Outcome) {
  return Object.fromEntries(routes.map((line) => [line.name, outcome(line)]))
}

test('no two routes match the same path, so the order of mounts does not matter', () => {
  const patterns = routes()
  const shared = patterns.flatMap((one, index) =>
    patterns
      .slice(index + 1)
      .flatMap((other) => (overlap(one, other) ? [`${one.name} and ${other.name}`] : [])),
  )
  expect(shared).toEqual([])
})

type Pattern = ReturnType<typeof routes>[number]

function routes() {
  return [...factsByRoute().keys()].flatMap((name) => {
    const [method = '', path = ''] = name.split(' ')
    return method === 'ALL' ? [] : [{ name, method, parts: path.split('/') }]
  })
}

function overlap(one: Pattern, other: Pattern): boolean {
  return (
    one.method === other.method &&
    (one.name.includes('*') || other.name.includes('*') || agree(one, other))
  )
}

function agree({ parts }: Pattern, other: Pattern): boolean {
  return (
    parts.length === other.parts.length &&
    parts.every(
      (part, index) =>
        matches(part, other.parts[index] ?? '') || matches(other.parts[index] ?? '', part),
    )
  )
}

/** `:id` matches any segment, `:name{…}` only what its expression matches. */
function matches(pattern: string, part: string): boolean {
  const [, expression] = /^:\w+\{(.+)\}$/.exec(pattern) ?? []
  if (expression !== undefined)
    return part.startsWith(':') || new RegExp(`^${expression}$`).test(part)
  return pattern.startsWith(':') ? !part.includes('{') && part !== '' : pattern === part
}
