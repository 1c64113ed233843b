import { expect, test } from '#test/test.ts'
import { World } from '#test/world.ts'
import { apiRoutes } from '#web/openapi/openapi.ts'
import { factOf } from '#web/openapi/route-facts.ts'

test('every route line of the API has a description and its own name: a read if it is a GET, else a write', () => {
  const routes = apiRoutes(new World().app).map(({ method, path, facts }) => ({
    name: `${method} ${path}`,
    operation: facts.find(({ operation }) => operation)?.operation?.name,
    isDescribed: facts.some(({ doc }) => doc),
    isRightKind: facts.some(({ repeat }) => repeat) === (method !== 'GET'),
  }))
  expect(
    routes.filter(({ operation, isDescribed, isRightKind }) => !(operation && isDescribed && isRightKind)),
  ).toEqual([])
  const names = Map.groupBy(routes, ({ operation }) => operation)
  expect([...names].filter(([, sharing]) => sharing.length > 1)).toEqual([])
})

test('every write of the site states the effect of a second request on its route line', () => {
  const writes = new Map<string, boolean>()
  for (const { method, path, handler } of new World().app.routes) {
    if (['ALL', 'GET', 'OPTIONS'].includes(method)) continue
    const name = `${method} ${path}`
    writes.set(name, writes.get(name) || factOf(handler).repeat !== undefined)
  }
  expect(writes.size).toBeGreaterThan(100)
  expect([...writes].flatMap(([name, isStated]) => (isStated ? [] : name))).toEqual([])
})

test('the document is OpenAPI 3.1, and every $ref in it resolves', async () => {
  const { json, text } = await new World().visitor().get('/api/openapi.json')
  expect(json.openapi).toBe('3.1.0')
  const references = [...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name)
  expect(references.length).toBeGreaterThan(10)
  for (const name of references) expect(json.components.schemas).toHaveProperty(String(name))
})

test('body schemas state the limits that are enforced', async () => {
  const { json } = await new World().visitor().get('/api/openapi.json')
  const { schema } = json.paths['/api/auth/register'].post.requestBody.content['application/json']
  expect(schema.required).toEqual(['email', 'password'])
  expect(schema.properties.password).toMatchObject({ type: 'string', minLength: 8, maxLength: 128 })
})

test('the API reference page lists every path', async ({ world }) => {
  const { text } = await world.visitor().get('/api/docs')
  for (const { path } of apiRoutes(world.app)) expect(text).toContain(path.replace(/:(\w+)/g, '{$1}'))
})

test('routes that accept an Idempotency-Key document it', async () => {
  const { json } = await new World().visitor().get('/api/openapi.json')
  const operations = Object.entries(json.paths as Record<string, { post?: { parameters: { name: string }[] } }>)
  const taking = operations.filter(([, { post }]) => post?.parameters.some(({ name }) => name === 'Idempotency-Key'))
  expect(taking.map(([path]) => path).sort()).toEqual([
    '/api/admin/energy/adjust',
    '/api/comments/{id}/reply',
    '/api/energize',
    '/api/energy/energize',
    '/api/posts/{id}/comments',
    '/api/studio/posts',
  ])
})
