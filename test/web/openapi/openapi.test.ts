import { expect, test } from 'vitest'
import { World } from '#test/world.ts'
import { apiRoutes } from '#web/openapi/openapi.ts'
import { NAMES } from '#web/openapi/operation-id.ts'

test('every route of the API is described', () => {
  const undescribed = apiRoutes(new World().app).filter(({ facts }) => !facts.some((fact) => fact.doc))
  expect(undescribed.map(({ method, path }) => `${method} ${path}`)).toEqual([])
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

test('the API reference page lists every path', async () => {
  const world = new World()
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

test('every irregular operation name belongs to a route', () => {
  const routes = apiRoutes(new World().app).map(({ method, path }) => `${method} ${path}`)
  expect(Object.keys(NAMES).filter((name) => !routes.includes(name))).toEqual([])
})
