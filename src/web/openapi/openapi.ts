import type { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { ERROR_STATUS, type ErrorCode } from '#kernel/errors.ts'
import { isGuarded } from '#web/guards/token-reach.ts'
import { operationIdOf } from '#web/openapi/operation-id.ts'
import { type Access, factOf, type RouteFact } from '#web/openapi/route-facts.ts'
import { IDEMPOTENCY_KEY_MAX } from '#web/validation/idempotency.ts'

type Json = Record<string, unknown>

/** One API route with all facts of its route line. */
export interface DescribedRoute {
  method: string
  path: string
  facts: RouteFact[]
}

/** The routes under `/api`, read from the app. */
export function apiRoutes(app: Hono<AppEnv>): DescribedRoute[] {
  const routes = new Map<string, DescribedRoute>()
  for (const { method, path, handler } of app.routes) {
    if (method === 'ALL' || !path.startsWith('/api/')) continue
    const route = routes.get(`${method} ${path}`) ?? { method, path, facts: [] }
    route.facts.push(factOf(handler))
    routes.set(`${method} ${path}`, route)
  }
  return [...routes.values()]
}

/** The OpenAPI 3.1 document, generated from the schemas that validate the requests. */
export function openApiDocument(app: Hono<AppEnv>): Json {
  const paths: Record<string, Json> = {}
  const routes = apiRoutes(app)
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Joule',
      version: '1',
      description: 'The JSON API of a Joule site.',
      contact: { name: 'The admins of this site' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This site' }],
    tags: [...new Set(routes.map(({ path }) => tagOf(path)))]
      .sort()
      .map((name) => ({ name, description: TAGS[name] ?? name })),
    paths,
    components: {
      schemas: componentSchemas(),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'Access token returned by login.' },
        token: { type: 'http', scheme: 'bearer', description: TOKEN_DESCRIPTION },
        cookie: { type: 'apiKey', in: 'cookie', name: 'joule_at' },
      },
    },
  }
}

function operation({ method, path, facts }: DescribedRoute): Json {
  const doc = facts.find((fact) => fact.doc)?.doc
  const access = facts.find((fact) => fact.access)?.access
  const refuses = new Set(facts.flatMap((fact) => fact.refuses ?? []))
  // A personal access token is refused there, also where no login is needed.
  if (isGuarded(path)) refuses.add('forbidden')
  // Every route refuses requests of `<img>` elements.
  if (refuses.size === 0) refuses.add('not_found')
  const isOptional = facts.some((fact) => fact.dependsOnCaller)
  const inputs = facts.flatMap((fact) => fact.input ?? [])
  const body = inputs.find((input) => input.in === 'json' || input.in === 'form')
  return {
    tags: [tagOf(path)],
    operationId: operationIdOf(method, path),
    summary: doc?.summary.split('. ')[0] ?? '',
    description: `${doc?.summary ?? ''}. ${ACCESS[access ?? 'anyone']}`,
    security: access && access !== 'anyone' ? securityOf(path) : isOptional ? [{}, ...securityOf(path)] : [],
    ...(access && access !== 'anyone' && { 'x-access': access }),
    parameters: [
      ...inputs.filter((input) => input !== body).flatMap(({ in: from, schema }) => parameters(from, schema)),
      ...(refuses.has('idempotency_conflict') ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(body && { requestBody: { required: true, content: content(body.schema, body.in, 'input') } }),
    responses: { ...successes(doc?.answers ?? {}), ...refusals([...refuses, 'internal', 'unavailable']) },
  }
}

function tagOf(path: string): string {
  return path.split('/')[2] ?? 'api'
}

const TAGS: Readonly<Record<string, string>> = {
  admin: 'Moderation and site administration.',
  auth: 'Registration, login and recovery.',
  'claim-owner': 'The first owner of a new site.',
  comments: 'Single comments and their images.',
  docs: 'The API reference as a page.',
  energize: 'An alias of `/api/energy/energize`.',
  energy: 'The energy balance and its ledger.',
  folders: 'Folders of saved posts.',
  invitations: 'Invitations of the viewer.',
  level: 'Level, exp and the daily check-in.',
  live: 'WebSocket with live updates for a user.',
  messages: 'Notifications.',
  'openapi.json': 'This document.',
  posts: 'Public posts with their comments and reactions.',
  reports: 'Reports to the admins.',
  search: 'Search for posts, people and tags.',
  settings: 'The account of the viewer.',
  space: 'The public page of the viewer.',
  studio: 'The posts of the viewer, in every status.',
  tags: 'Tags of public posts.',
  users: 'Other users: follows and blocks.',
}

const ACCESS: Readonly<Record<Access, string>> = {
  anyone: 'No login needed.',
  signedIn: 'Needs a login.',
  member: 'Needs a login and an account that is not banned.',
  admin: 'Needs an admin.',
  owner: 'Needs an owner.',
}

function securityOf(path: string): Json[] {
  const session = [{ bearer: [] }, { cookie: [] }]
  return isGuarded(path) ? session : [...session, { token: [] }]
}

const TOKEN_DESCRIPTION =
  'Personal access token (`joule_…`), created at `/settings?tab=tokens`. Read tokens only allow GET. No token can call `/api/settings/*`, `/api/auth/*`, `/api/admin/*` or `/api/claim-owner` (403 `forbidden`).'

function parameters(from: 'json' | 'form' | 'query' | 'param', schema: z.ZodType): Json[] {
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as { properties?: Json; required?: string[] }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: from === 'param' ? 'path' : 'query',
    required: from === 'param' || required.includes(name),
    schema: property,
  }))
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes retries safe: a second request with the same key returns the first response and has no further effect.',
  schema: { type: 'string', minLength: 1, maxLength: IDEMPOTENCY_KEY_MAX },
}

function content(schema: z.ZodType, from: 'json' | 'form' | 'query' | 'param', io: 'input' | 'output'): Json {
  const type = from === 'form' ? 'multipart/form-data' : 'application/json'
  return { [type]: { schema: schemaOf(schema, io) } }
}

function successes(answers: NonNullable<RouteFact['doc']>['answers']): Json {
  return Object.fromEntries(
    // OpenAPI has no WebSockets, and every operation must have a 2xx response.
    Object.entries(101 in answers ? { ...answers, '2XX': null } : answers).map(([status, body]) => [
      status,
      {
        description: STATUS_TEXT[status] ?? 'Success',
        ...(typeof body === 'string' && { content: { [body]: {} } }),
        ...(body !== null && typeof body === 'object' && { content: content(body, 'json', 'output') }),
      },
    ]),
  )
}

const STATUS_TEXT: Record<string, string> = {
  101: 'Switching to the WebSocket protocol',
  '2XX': 'Never sent: the response is 101',
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No content',
}

function refusals(codes: ErrorCode[]): Json {
  const byStatus = Object.groupBy(codes, (code) => ERROR_STATUS[code])
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, names = []]) => [
      status,
      {
        description: names.map((name) => `\`${name}\``).join(', '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  )
}

export const ErrorShape = z
  .object({
    error: z.looseObject({
      code: z.enum(Object.keys(ERROR_STATUS) as ErrorCode[]),
      message: z.string(),
      fields: z.record(z.string(), z.string()).optional(),
    }),
  })
  .meta({ id: 'Error' })

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const {
    $schema: _,
    $defs: __,
    ...json
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
  }) as Json
  return rewriteRefs(json) as Json
}

/** zod refers to named schemas by `#/$defs/Name`; OpenAPI has them under `components`. */
function rewriteRefs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rewriteRefs)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' && typeof inner === 'string'
        ? inner.replace('#/$defs/', '#/components/schemas/')
        : rewriteRefs(inner),
    ]),
  )
}

function componentSchemas(): Json {
  const { schemas } = z.toJSONSchema(z.globalRegistry, {
    io: 'output',
    unrepresentable: 'any',
    uri: (id) => `#/components/schemas/${id}`,
  })
  return Object.fromEntries(
    Object.entries(schemas).map(([id, schema]) => {
      const { $schema: _, $id: __, ...json } = schema as Json
      return [id, rewriteRefs(json)]
    }),
  )
}
