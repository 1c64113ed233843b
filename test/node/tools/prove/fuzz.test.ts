import { expect, test } from 'vitest'
import { fuzz } from '../../../../tools/prove/fuzz/fuzz.ts'
import { serve } from '../../support/serve.ts'

const json = (name: string) => ({
  'application/json': { schema: { $ref: `#/components/schemas/${name}` } },
})

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
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } },
        ],
        responses: { 200: { content: json('Thing') }, 404: { content: json('Refusal') } },
      },
    },
  },
}

const CALLERS = ['guest', 'friend'].map((name) => ({
  name,
  isSignedIn: name === 'friend',
  knows: {},
  signIn: async () => {},
  headers: (): Record<string, string> => (name === 'friend' ? { 'x-key': 'k' } : {}),
}))

interface Reply {
  status: number
  body: unknown
}

const THING = { id: 1, name: 'a' }

/** The wrong response to requests that have this status by the document. */
const FAULTS: Record<string, Record<number, Reply>> = {
  '500: "broken"': { 201: { status: 500, body: 'broken' } },
  '418 is not described': { 404: { status: 418, body: { why: 'tea' } } },
  '200, name: Invalid input': { 200: { status: 200, body: { id: 1, name: 5 } } },
  '201 without a login': { 401: { status: 201, body: THING } },
  '400, why: Invalid input': { 400: { status: 400, body: {} } },
  '204 for a method not described': { 405: { status: 204, body: null } },
}

test.each(Object.keys(FAULTS))(
  'the fuzz finds a fault of a server and prints a short request: %s',
  async (problem) => {
    const url = await serverWith(FAULTS[problem])
    const { failures } = await fuzz({
      url,
      callers: CALLERS,
      document: DOCUMENT,
      requests: 80,
      seed: 1,
    })
    const found = failures.filter(({ problems }) =>
      problems.some((each) => each.startsWith(problem)),
    )
    expect(found, JSON.stringify(failures)).not.toEqual([])
    expect(found[0]?.curl).toMatch(/^curl .*http:\/\/127\.0\.0\.1/)
    expect(Math.min(...found.map(({ curl }) => curl.length))).toBeLessThan(250)
  },
)

test('the fuzz finds nothing in a server that follows its document', async () => {
  const url = await serverWith()
  const { sent, done, failures } = await fuzz({
    url,
    callers: CALLERS,
    document: DOCUMENT,
    requests: 80,
    seed: 1,
  })
  expect(failures).toEqual([])
  expect(sent).toBeGreaterThanOrEqual(80)
  expect(done).toEqual({ 'POST /things': true, 'GET /things/{id}': true })
})

function serverWith(faults: Record<number, Reply> = {}): Promise<string> {
  return serve(({ method, url, headers }, sent, response) => {
    const right = replyTo(`${method} ${url}`, headers['x-key'] === 'k', sent.toString())
    const { status, body } = faults[right.status] ?? right
    response.writeHead(status, {
      'x-request-id': '1',
      ...(body !== null && { 'content-type': 'application/json' }),
    })
    response.end(body === null ? undefined : JSON.stringify(body))
  })
}

function replyTo(line: string, hasKey: boolean, text: string): Reply {
  const refused = (status: number, why: string) => ({ status, body: { why } })
  if (/^(PUT|PATCH|DELETE) /.test(line)) return refused(405, 'no such method')
  if (/^GET \/things\/[1-9]\d*(\?|$)/.test(line)) return { status: 200, body: THING }
  if (!/^POST \/things(\?|$)/.test(line)) return refused(404, 'not there')
  if (!hasKey) return refused(401, 'no key')
  try {
    const { id, name } = Object(JSON.parse(text))
    if (!Number.isInteger(id) || typeof name !== 'string') return refused(422, 'no thing')
    return { status: 201, body: { id: 1, name } }
  } catch {
    return refused(400, 'no JSON')
  }
}
