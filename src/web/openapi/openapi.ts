import type { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { ERROR_STATUS, type ErrorCode } from '#kernel/errors.ts'
import { EXAMPLES, type Example } from '#web/openapi/examples.ts'
import {
  type Access,
  factOf,
  type Operation,
  type Responses,
  type RouteFact,
  TAGS,
} from '#web/openapi/route-facts.ts'
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
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describe(route) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Joule',
      version: '1',
      description:
        'The JSON API of a Joule site. The header `Accept-Language` chooses the language of messages, `zh` or `en`. Without it, messages are in Chinese. Times are UTC in ISO 8601. A day is a date in the time zone Asia/Shanghai.',
      contact: { name: 'The admins of this site' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This site' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: componentSchemas(),
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'The access token that a login or a refresh returns. It is valid for 15 minutes.',
        },
        token: { type: 'http', scheme: 'bearer', description: TOKEN_DESCRIPTION },
        cookie: { type: 'apiKey', in: 'cookie', name: 'joule_at' },
      },
    },
  }
}

function describe({ method, path, facts }: DescribedRoute): Json {
  const operation = facts.find((fact) => fact.operation)?.operation
  if (operation === undefined)
    throw new Error(`${method} ${path} has no read(…) or write(…) on its route line`)
  const summary = facts.find((fact) => fact.summary)?.summary ?? ''
  const example = EXAMPLES[`${method} ${path}`]
  const access = facts.find((fact) => fact.access)?.access
  const refuses = refusalsOf(facts)
  const isOptional = facts.some(({ guard }) => guard === 'optionalViewer')
  const inputs = facts.flatMap((fact) => fact.input ?? [])
  const body = inputs.find((input) => input.in === 'json' || input.in === 'form')
  return {
    tags: [operation.tag],
    operationId: operation.name,
    summary: summary.split('. ')[0],
    description: [`${summary}.`, ACCESS[access ?? 'anyone'], ...freshText(operation)].join(' '),
    security:
      access && access !== 'anyone'
        ? securityOf(operation)
        : isOptional
          ? [{}, ...securityOf(operation)]
          : [],
    ...(access && access !== 'anyone' && { 'x-access': access }),
    ...(example && { 'x-example': example.path }),
    ...(operation.fresh && { 'x-fresh': operation.fresh }),
    parameters: [
      ...inputs
        .filter((input) => input !== body)
        .flatMap(({ in: from, schema }) => parameters(from, schema)),
      ...(refuses.has('idempotency_conflict') ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(body && {
      requestBody: {
        required: true,
        content: content(body.schema, body.in, 'input', example?.body),
      },
    }),
    responses: {
      ...successes(facts.find((fact) => fact.responses)?.responses ?? {}, example),
      ...refusals([...refuses]),
    },
  }
}

/**
 * The error codes of every route. `rate_limited`: the budget of cost and the limit of concurrent
 * requests (web/limits/fair-share.ts).
 */
export const COMMON_REFUSALS: readonly ErrorCode[] = ['rate_limited', 'internal', 'unavailable']

/** The error codes of a route. The test client refuses every response with another status. */
export function refusalsOf(facts: readonly RouteFact[]): Set<ErrorCode> {
  const operation = facts.find((fact) => fact.operation)?.operation
  const refuses = new Set(facts.flatMap((fact) => fact.refuses ?? []))
  // A route that does not allow personal access tokens refuses them, also where no login is needed.
  if (!operation?.tokens) refuses.add('forbidden')
  if (operation?.fresh) refuses.add('confirmation_required')
  // Every route refuses requests of `<img>` elements.
  if (refuses.size === 0) refuses.add('not_found')
  for (const code of COMMON_REFUSALS) refuses.add(code)
  return refuses
}

const ACCESS: Readonly<Record<Access, string>> = {
  anyone: 'No login needed.',
  signedIn: 'Needs a login.',
  member: 'Needs a login and an account that is not banned.',
  admin: 'Needs an admin.',
  owner: 'Needs an owner.',
}

function freshText({ fresh }: Operation): string[] {
  if (fresh === undefined) return []
  const password = fresh === true ? '' : ', or the password while two-step verification is off'
  return [
    `Needs a fresh session: a login or \`POST /api/auth/confirm\` in the last ten minutes${password}.`,
  ]
}

function securityOf({ tokens }: Operation): Json[] {
  return [{ bearer: [] }, { cookie: [] }, ...(tokens ? [{ token: [] }] : [])]
}

const TOKEN_DESCRIPTION =
  'A personal access token (`joule_…`). You create it at `/settings?tab=tokens`. A token with the scope `read` can send only GET requests. An operation that needs a login and does not list this scheme refuses every token (403 `forbidden`).'

function parameters(from: 'json' | 'form' | 'query' | 'param', schema: z.ZodType): Json[] {
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Json
    required?: string[]
  }
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
    'Makes retries safe. A second request with the same key and the same body returns the first response and has no further effect. The same key with another body is refused with `idempotency_conflict`. A key is remembered for 24 hours.',
  schema: { type: 'string', minLength: 1, maxLength: IDEMPOTENCY_KEY_MAX },
}

function content(
  schema: z.ZodType,
  from: 'json' | 'form' | 'query' | 'param',
  io: 'input' | 'output',
  example?: unknown,
): Json {
  const type = from === 'form' ? 'multipart/form-data' : 'application/json'
  return { [type]: { schema: schemaOf(schema, io), ...(example !== undefined && { example }) } }
}

function successes(responses: Responses, example?: Example): Json {
  return Object.fromEntries(
    // OpenAPI does not describe WebSockets, and it requires a 2xx response for every operation.
    Object.entries(101 in responses ? { ...responses, '2XX': null } : responses).map(
      ([status, body]) => [
        status,
        {
          description: STATUS_TEXT[status] ?? 'Success',
          ...(typeof body === 'string' && { content: { [body]: {} } }),
          ...(body !== null &&
            typeof body === 'object' && {
              content: content(
                body,
                'json',
                'output',
                Number(status) === example?.status ? example.response : undefined,
              ),
            }),
        },
      ],
    ),
  )
}

const STATUS_TEXT: Record<string, string> = {
  101: 'Switching to the WebSocket protocol',
  '2XX': 'This response is never sent. The server answers with 101.',
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
