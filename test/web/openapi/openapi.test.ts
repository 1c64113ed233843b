import { expect, test } from '#test/test.ts'
import { World } from '#test/world.ts'
import { EXAMPLES } from '#web/openapi/examples.ts'
import { apiRoutes } from '#web/openapi/openapi.ts'
import { factOf } from '#web/openapi/route-facts.ts'

test('every route line of the API has a description and its own name: a read if it is a GET, else a write', () => {
  const routes = apiRoutes(new World().app).map(({ method, path, facts }) => ({
    name: `${method} ${path}`,
    operation: facts.find(({ operation }) => operation)?.operation?.name,
    isDescribed: facts.some(({ summary }) => summary),
    isRightKind: facts.some(({ repeat }) => repeat) === (method !== 'GET'),
  }))
  expect(
    routes.filter(
      ({ operation, isDescribed, isRightKind }) => !(operation && isDescribed && isRightKind),
    ),
  ).toEqual([])
  const names = Map.groupBy(routes, ({ operation }) => operation)
  expect([...names].filter(([, sharing]) => sharing.length > 1)).toEqual([])
})

test('the route line of every write states the effect of a second request', () => {
  const writes = new Map<string, boolean>()
  for (const { method, path, handler } of new World().app.routes) {
    if (['ALL', 'GET', 'OPTIONS'].includes(method)) continue
    const name = `${method} ${path}`
    writes.set(name, writes.get(name) || factOf(handler).repeat !== undefined)
  }
  expect(writes.size).toBeGreaterThan(100)
  expect([...writes].flatMap(([name, isStated]) => (isStated ? [] : name))).toEqual([])
})

test('every operation has an example from the tests; `npm run api` records them', () => {
  const names = apiRoutes(new World().app).map(({ method, path }) => `${method} ${path}`)
  const unrecorded = ['GET /api/docs', 'GET /api/docs/:group', 'GET /api/openapi.json']
  expect(Object.keys(EXAMPLES).toSorted()).toEqual(
    names.filter((name) => !unrecorded.includes(name)).toSorted(),
  )
})

test('the OpenAPI document is of version 3.1, and every $ref in it resolves', async () => {
  const { json, text } = await new World().visitor().get('/api/openapi.json')
  expect(json.openapi).toBe('3.1.0')
  // The reference and error messages would show the wrong number.
  expect(text).not.toContain('exclusiveMinimum')
  const references = [...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(
    ([, name]) => name,
  )
  expect(references.length).toBeGreaterThan(10)
  for (const name of references) expect(json.components.schemas).toHaveProperty(String(name))
})

test('the body schemas of the OpenAPI document state the limits that are enforced', async () => {
  const { json } = await new World().visitor().get('/api/openapi.json')
  const { schema } = json.paths['/api/auth/register'].post.requestBody.content['application/json']
  expect(schema.required).toEqual(['email', 'password'])
  expect(schema.properties.password).toMatchObject({ type: 'string', minLength: 8, maxLength: 128 })
})

test('the API reference has a small page for each group, and describes every operation on one of them', async ({
  visitor,
}) => {
  const { text: index } = await visitor.get('/api/docs')
  const groups = new Set(
    Array.from(index.matchAll(/href="(\/api\/docs\/[^"#]+)"/g), ([, path]) => String(path)),
  )
  const pages = [index]
  for (const path of groups) pages.push((await visitor.get(path)).text)
  expect(groups.size).toBeGreaterThan(20)
  const { json } = await visitor.get('/api/openapi.json')
  for (const [path, operations] of Object.entries(json.paths as Record<string, object>)) {
    for (const method of Object.keys(operations)) {
      const id = `${method}-${path.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '')}`
      expect(index).toContain(`#${id}"`)
      expect(pages.filter((page) => page.includes(`id="${id}"`))).toHaveLength(1)
    }
  }
  expect(
    pages
      .map((page) => [page.length, /<title>[^<]*/.exec(page)?.[0]])
      .filter(([size]) => Number(size) >= 150_000),
  ).toEqual([])
  for (const page of pages) {
    // Links within the pages of the reference have a target.
    const ids = new Set(Array.from(page.matchAll(/ id="([^"]+)"/g), ([, id]) => id))
    const links = Array.from(page.matchAll(/href="#([^"]+)"/g), ([, id]) => id)
    expect(links.filter((id) => !ids.has(id))).toEqual([])
  }
  expect((await visitor.get('/api/docs/nothing')).status).toBe(404)
})

test('the API reference finds operations by words', async ({ visitor }) => {
  const found = (await visitor.get('/api/docs?q=notice+mail')).text
  expect(found).toContain('#put-api-settings-notice-mail"')
  expect(found).not.toContain('#get-api-level-info"')
  expect((await visitor.get('/api/docs?q=%3Cb%3Exyz')).text).toContain('No endpoint found.')
})

test('the API reference explains errors and limits, and operations link to their errors', async ({
  visitor,
}) => {
  const { text } = await visitor.get('/api/docs')
  expect(text).toContain('<code id="error-own_post">own_post</code></td><td>409</td>')
  expect(text).toContain('<code>write</code></td><td>300 in 60 s</td>')
  const posts = (await visitor.get('/api/docs/posts')).text
  expect(posts).toContain('<a href="/api/docs#error-not_found">not_found</a>')
  expect(posts).toContain('http://joule.test/api/posts/1/like')
})

test('a page of the API reference names its group in words and shows no token where none is accepted', async ({
  visitor,
}) => {
  const noticeMail = (await visitor.get('/api/docs/settings-notice-mail')).text
  expect(noticeMail).toContain('<h1>Settings · notice mail</h1>')
  // Personal access tokens cannot call it.
  expect(noticeMail).not.toContain('joule_…&quot;')
})

test('an empty object is not an empty box in the API reference', async ({ visitor }) => {
  expect((await visitor.get('/api/docs/letters')).text).not.toContain('<dl class="schema"></dl>')
})

test('the API reference page names the language of messages and the origin of the site', async ({
  visitor,
}) => {
  const { text } = await visitor.get('/api/docs')
  expect(text).toContain('Without it, messages are in Chinese.')
  expect(text).toContain('http://joule.test/api/level/info')
  expect(text).not.toContain('joule.example')
  const messageIn = async (headers: Record<string, string>) =>
    (await visitor.get('/api/posts/0', { headers })).json.error.message
  expect(await messageIn({ 'accept-language': '' })).toBe('请求格式不正确。')
  expect(await messageIn({ 'accept-language': 'en' })).toBe('The request is malformed.')
})

test('the OpenAPI document states the limits of a list in a query parameter', async ({
  visitor,
}) => {
  const { paths } = (await visitor.get('/api/openapi.json')).json
  const [keys] = paths['/api/studio/imports'].get.parameters
  expect(keys.schema).toMatchObject({
    type: 'string',
    contentMediaType: 'application/json',
    contentSchema: {
      type: 'array',
      minItems: 1,
      maxItems: 100,
      items: { minLength: 1, maxLength: 200 },
    },
  })
})

test('the API reference names each group in the language of the page, with posts first and administration last', async ({
  world,
}) => {
  const groupsIn = async (language: string) => {
    const visitor = world.visitor()
    visitor.cookies.set('lang', language)
    const { text } = await visitor.get('/api/docs')
    return [...text.matchAll(/class="contents-tag soft"[^>]*>([^<]*)<\/a>/g)].map(
      ([, name = '']) => name,
    )
  }
  const [chinese, english] = [await groupsIn('zh-CN'), await groupsIn('en')]
  expect(chinese.filter((name) => !/^\p{Script=Han}/u.test(name))).toEqual([])
  expect(english.filter((name) => !/^[A-Z]/.test(name))).toEqual([])
  expect(english[0]).toBe('Posts')
  expect(english.at(-1)).toBe('Claim the site')
  const firstOfAdmins = english.findIndex((name) => name.startsWith('Administration'))
  expect(english.slice(firstOfAdmins, -1).every((name) => /^Administration/.test(name))).toBe(true)
})
