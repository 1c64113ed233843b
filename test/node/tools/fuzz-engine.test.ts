import { globSync, readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inRoot } from '../../../scripts/build/paths.ts'
import { fuzz } from '../../../tools/fuzz-engine/fuzz.ts'
import { serve } from '../support/serve.ts'

const ENGINE = inRoot('tools/fuzz-engine')

test('the engine contains nothing specific to Joule', () => {
  const sources = globSync('**/*.ts', { cwd: ENGINE }).map((name) => readFileSync(join(ENGINE, name), 'utf8'))
  const imported = sources.flatMap((source) => [...source.matchAll(/from '([^']+)'/g)].map(([, name = '']) => name))
  expect(imported.filter((name) => !/^(node:\w+(\/\w+)?|\.\/[\w-]+\.ts|fast-check|zod)$/.test(name))).toEqual([])
  expect(sources.join('').toLowerCase()).not.toContain('joule')
})

const Thing = {
  type: 'object',
  properties: { id: { type: 'integer' }, name: { type: 'string' }, note: { type: 'string', nullable: true } },
  required: ['id', 'name'],
}
const thing = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } }
const refusal = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } } }

/** The document of another server, in OpenAPI 3.0. */
const DOCUMENT = {
  openapi: '3.0.3',
  components: {
    schemas: { Thing, Refusal: { type: 'object', properties: { why: { type: 'string' } }, required: ['why'] } },
  },
  paths: {
    '/things': {
      post: {
        security: [{ key: [] }],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } },
        responses: { 201: thing, '4XX': refusal },
      },
    },
    '/things/{id}': {
      get: {
        parameters: [{ name: 'id', in: 'path' as const, required: true, schema: { type: 'integer', minimum: 1 } }],
        responses: { 200: thing, 404: refusal },
      },
    },
  },
}

const TARGET = {
  document: '/openapi.json',
  refusal: '#/components/schemas/Refusal',
  always: [],
  files: {},
  people: {
    guest: { isGuest: true, signIn: [], headers: {}, knows: {}, spares: [], keepsOpen: [] },
    friend: {
      ...{ isGuest: false, headers: { 'x-key': '{key}' }, knows: {}, spares: [], keepsOpen: [] },
      signIn: [{ method: 'POST', path: '/key', headers: {}, keep: { key: '/key' } }],
    },
  },
}

interface Answered {
  status: number
  body: unknown
}

const FAULTS: Record<string, (asked: Asked, right: Answered) => Answered> = {
  '500: "broken"': ({ name }, right) => (name.length > 3 ? { status: 500, body: 'broken' } : right),
  '418 is not described': ({ id }, right) =>
    Number(id) % 2 === 0 && id !== '' ? { status: 418, body: { why: 'tea' } } : right,
  '200, name: Invalid input': (_, right) => (right.status === 200 ? { status: 200, body: { id: 1, name: 5 } } : right),
  '201 without a login': ({ method }, right) =>
    method === 'POST' ? { status: 201, body: { id: 1, name: 'a' } } : right,
  '400, why: Invalid input': (_, right) => (right.status === 400 ? { status: 400, body: {} } : right),
  '204 for a method not described': ({ method }, right) => (method === 'PATCH' ? { status: 204, body: null } : right),
}

test.each(Object.keys(FAULTS))('the engine finds a fault in another server: %s', async (problem) => {
  const url = await serverWith(FAULTS[problem])
  const { failures } = await fuzz({ url, target: TARGET, document: DOCUMENT, requests: 60, seed: 1 })
  const found = failures.filter(({ problems }) => problems.some((each) => each.startsWith(problem)))
  expect(found, JSON.stringify(failures)).not.toEqual([])
  expect(found[0]?.curl).toMatch(/^(printf %b '.*' \| )?curl .*http:\/\/127\.0\.0\.1/s)
  if (problem.startsWith('500')) expect(Math.min(...found.map(({ curl }) => curl.length))).toBeLessThan(250)
})

test('the engine finds nothing in a server that follows its document', async () => {
  const url = await serverWith((_, right) => right)
  const { sent, done, failures } = await fuzz({ url, target: TARGET, document: DOCUMENT, requests: 60, seed: 1 })
  expect(failures).toEqual([])
  expect(sent).toBeGreaterThanOrEqual(60)
  expect(done).toEqual({ 'POST /things': true, 'GET /things/{id}': true })
})

interface Asked {
  method: string
  id: string
  name: string
}

function serverWith(fault: (asked: Asked, right: Answered) => Answered = (_, right) => right): Promise<string> {
  return serve((request, sent, response) => {
    const { right, asked } = answered(request, sent.toString())
    const { status, body } = right.status === 299 ? { status: 200, body: { key: 'k' } } : fault(asked, right)
    response.writeHead(status, body === null ? {} : { 'content-type': 'application/json' })
    response.end(body === null ? undefined : JSON.stringify(body))
  })
}

function answered(
  { method = '', url = '', headers }: IncomingMessage,
  text: string,
): { right: Answered; asked: Asked } {
  const [path = ''] = url.split('?')
  const [, id = ''] = /^\/things\/([^/]*)$/.exec(path) ?? []
  const refused = (status: number, why: string) => ({
    right: { status, body: { why } },
    asked: { method, id, name: '' },
  })
  if (path === '/key') return { right: { status: 299, body: null }, asked: { method, id, name: '' } }
  if (method === 'GET' && /^[1-9]\d*$/.test(id)) {
    return { right: { status: 200, body: { id: 1, name: 'a', note: null } }, asked: { method, id, name: '' } }
  }
  if (method !== 'POST' || path !== '/things') return refused(404, 'not there')
  if (headers['x-key'] !== 'k') return refused(401, 'who?')
  try {
    const { id: given, name } = Object(JSON.parse(text))
    if (!Number.isInteger(given) || typeof name !== 'string') return refused(422, 'no thing')
    return { right: { status: 201, body: { id: 1, name } }, asked: { method, id, name } }
  } catch {
    return refused(400, 'no JSON')
  }
}
