import { expect, test } from 'vitest'
import { fuzz } from '../../../../tools/prove/fuzz/fuzz.ts'
import { serve } from '../../support/serve.ts'

const json = (name: string) => ({ 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } })

const DOCUMENT = {
  info: { title: 'Things', version: '1' },
  components: {
    schemas: {
      Thing: {
        type: 'object',
        properties: { id: { type: 'integer' }, name: { type: 'string' } },
        required: ['id', 'name'],
      },
      Refusal: { type: 'object', properties: { why: { type: 'string' } }, required: ['why'] },
    },
  },
  paths: {
    '/things': {
      post: {
        security: [{ key: [] }],
        requestBody: { content: json('Thing') },
        responses: { 201: { content: json('Thing') }, '4XX': { content: json('Refusal') } },
      },
    },
    '/things/{id}': {
      get: {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }],
        responses: { 200: { content: json('Thing') }, 404: { content: json('Refusal') } },
      },
    },
  },
}

const CALLERS = ['guest', 'friend'].map((name) => ({
  ...{ name, isSignedIn: name === 'friend', knows: {}, signIn: async () => {} },
  headers: (): Record<string, string> => (name === 'friend' ? { 'x-key': 'k' } : {}),
}))

interface Asked {
  method: string
  id: string
  name: string
}

interface Reply {
  status: number
  body: unknown
}

const FAULTS: Record<string, (asked: Asked, right: Reply) => Reply> = {
  '500: "broken"': ({ name }, right) => (name.length > 3 ? { status: 500, body: 'broken' } : right),
  '418 is not described': ({ id }, right) =>
    Number(id) % 2 === 0 && id !== '' ? { status: 418, body: { why: 'tea' } } : right,
  '200, name: Invalid input': (_, right) => (right.status === 200 ? { status: 200, body: { id: 1, name: 5 } } : right),
  '201 without a login': ({ method }, right) =>
    method === 'POST' ? { status: 201, body: { id: 1, name: 'a' } } : right,
  '400, why: Invalid input': (_, right) => (right.status === 400 ? { status: 400, body: {} } : right),
  '204 for a method not described': ({ method }, right) =>
    /^(PUT|PATCH|DELETE)$/.test(method) ? { status: 204, body: null } : right,
}

test.each(Object.keys(FAULTS))('the fuzz finds a fault of a server and prints a short request: %s', async (problem) => {
  const url = await serverWith(FAULTS[problem])
  const { failures } = await fuzz({ url, callers: CALLERS, document: DOCUMENT, requests: 80, seed: 1 })
  const found = failures.filter(({ problems }) => problems.some((each) => each.startsWith(problem)))
  expect(found, JSON.stringify(failures)).not.toEqual([])
  expect(found[0]?.curl).toMatch(/^curl .*http:\/\/127\.0\.0\.1/)
  expect(Math.min(...found.map(({ curl }) => curl.length))).toBeLessThan(250)
})

test('the fuzz finds nothing in a server that follows its document', async () => {
  const url = await serverWith((_, right) => right)
  const { sent, done, failures } = await fuzz({ url, callers: CALLERS, document: DOCUMENT, requests: 80, seed: 1 })
  expect(failures).toEqual([])
  expect(sent).toBeGreaterThanOrEqual(80)
  expect(done).toEqual({ 'POST /things': true, 'GET /things/{id}': true })
})

function serverWith(fault: (asked: Asked, right: Reply) => Reply = (_, right) => right): Promise<string> {
  return serve(({ method = '', url = '', headers }, sent, response) => {
    const [, id = ''] = /^\/things\/([^/?]*)/.exec(url) ?? []
    const { right, name = '' } = replyTo(`${method} ${url}`, headers['x-key'] === 'k', sent.toString())
    const { status, body } = fault({ method, id, name }, right)
    response.writeHead(status, { 'x-request-id': '1', ...(body !== null && { 'content-type': 'application/json' }) })
    response.end(body === null ? undefined : JSON.stringify(body))
  })
}

function replyTo(line: string, hasKey: boolean, text: string): { right: Reply; name?: string } {
  const refused = (status: number, why: string) => ({ right: { status, body: { why } } })
  if (/^GET \/things\/[1-9]\d*(\?|$)/.test(line)) return { right: { status: 200, body: { id: 1, name: 'a' } } }
  if (!/^POST \/things(\?|$)/.test(line)) return refused(404, 'not there')
  if (!hasKey) return refused(401, 'no key')
  try {
    const { id, name } = Object(JSON.parse(text))
    if (!Number.isInteger(id) || typeof name !== 'string') return refused(422, 'no thing')
    return { right: { status: 201, body: { id: 1, name } }, name }
  } catch {
    return refused(400, 'no JSON')
  }
}
