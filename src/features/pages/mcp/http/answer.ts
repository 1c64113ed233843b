import type { Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import * as z from 'zod'
import { isOutage } from '#db/outage.ts'
import type { AppEnv } from '#env'
import { type Holder, holderOf, isAccessToken } from '#features/accounts/access-tokens/tokens.ts'
import { RESOURCE_METADATA_PATH } from '#features/accounts/apps/claims.ts'
import { assistantOf } from '#features/accounts/apps/tokens.ts'
import { actFor } from '#features/accounts/sessions/http/token-holder.ts'
import { brandOf, siteIdentity } from '#features/core/identity/identity.ts'
import { settingIsOn } from '#features/core/site/settings.ts'
import { answerMessage } from '#features/pages/mcp/protocol.ts'
import {
  type CallApi,
  isTool,
  TOOLS,
  type Tool,
  type ToolAccess,
  UNTRUSTED,
} from '#features/pages/mcp/tools.ts'
import { MINUTE } from '#kernel/clock.ts'
import { hashOf } from '#kernel/crypto/secrets.ts'
import { AppError, ERROR_STATUS, errorMessage, isOurFault } from '#kernel/errors.ts'
import { credentialsOf } from '#web/guards/credentials.ts'
import { inBackground } from '#web/in-background.ts'
import { partOfRequest } from '#web/limits/fair-share.ts'
import { siteOrigin } from '#web/site-origin.ts'
import { readAtMost } from '#web/validation/request-body.ts'

export const MCP_BODY_MAX = 256 * 1024
const VERSION = '1'
const RETRY_PERIOD = 10 * MINUTE

type Caller = Pick<Holder, 'viewer' | 'scope'>

export function onlyPost(c: Context<AppEnv>): Response {
  c.header('Allow', 'POST')
  return problem(c, 405, -32600, 'only POST is supported')
}

/**
 * A tool calls routes of the API inside the Worker, with the viewer of the token, so guards,
 * limits, costs and caches are those of the routes. Cookies are never read.
 */
export async function answer(c: Context<AppEnv>, app: Hono<AppEnv>): Promise<Response> {
  c.header('Cache-Control', 'private, no-store')
  try {
    const { db, now } = c.var
    if (!(await settingIsOn(db, 'assistants.enabled', now))) throw new AppError('not_found')
    const origin = c.req.header('origin')
    if (origin !== undefined && origin !== siteOrigin(c))
      return problem(c, 403, -32600, 'foreign Origin')
    const caller = await callerOf(c)
    if (caller === 'unknown') return challenge(c, 401, 'invalid_token', 'read')
    const message = parsed(await readAtMost(c.req.raw, MCP_BODY_MAX))
    if (message === undefined) return problem(c, 400, -32700, 'the body is not JSON')
    if (message === null || typeof message !== 'object' || Array.isArray(message)) {
      return problem(c, 400, -32600, 'the body must be one JSON-RPC message')
    }
    const { access } = calledTool(message) ?? { access: 'anyone' }
    if (access === 'write' ? caller?.scope !== 'write' : access === 'read' && caller === null) {
      const { id } = message as { id?: unknown }
      return caller === null
        ? challenge(c, 401, null, access, id)
        : challenge(c, 403, 'insufficient_scope', access, id)
    }
    const response = await answerMessage(forwarded(c), message, {
      name: brandOf(await siteIdentity(db, now), c.var.language).name,
      version: VERSION,
      instructions: `Posts, comments and tags of ${siteOrigin(c)}. ${UNTRUSTED}`,
      tools: toolList(),
      call: (name, input) => callTool(c, app, caller, name, input),
    })
    return c.newResponse(response.body, response)
  } catch (error) {
    return refuse(c, error)
  }
}

async function callerOf(c: Context<AppEnv>): Promise<Caller | null | 'unknown'> {
  const { db, now } = c.var
  if (c.req.header('authorization') === undefined) return null
  const { access: token } = credentialsOf(c)
  if (token === null) return 'unknown'
  if (!isAccessToken(token)) return (await assistantOf(db, token, siteOrigin(c), now)) ?? 'unknown'
  const holder = await holderOf(db, token, now)
  if (holder === null) return 'unknown'
  if (holder.use) inBackground(c, 'record the use of a token', db.batch([holder.use]))
  return holder
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(body))
  } catch {
    return undefined
  }
}

function calledTool(message: object): Tool | null {
  const { method, params } = message as { method?: unknown; params?: { name?: unknown } | null }
  return method === 'tools/call' && isTool(params?.name) ? TOOLS[params.name] : null
}

/**
 * The request without its body. Every response is JSON, so a client that accepts only JSON is
 * accepted.
 */
function forwarded(c: Context<AppEnv>): Request {
  const headers = new Headers(c.req.raw.headers)
  headers.set('accept', 'application/json, text/event-stream')
  return new Request(siteOrigin(c) + c.req.path, { method: 'POST', headers })
}

let listed: ReturnType<typeof describeTools> | undefined

function toolList() {
  listed ??= describeTools()
  return listed
}

function describeTools() {
  return Object.entries(TOOLS).map(([name, { title, description, access, input, output }]) => ({
    name,
    title,
    description,
    inputSchema: schemaOf(input, 'input'),
    outputSchema: schemaOf(output, 'output'),
    annotations: { readOnlyHint: access !== 'write', destructiveHint: false, openWorldHint: false },
  }))
}

function schemaOf(schema: z.ZodObject, io: 'input' | 'output') {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
  })
  return { ...json, type: 'object' as const }
}

/** Calls a tool. A refusal is a normal result, so that the model can read it. */
async function callTool(
  c: Context<AppEnv>,
  app: Hono<AppEnv>,
  caller: Caller | null,
  name: string,
  sent: unknown,
) {
  try {
    if (!isTool(name)) throw new AppError('not_found')
    const tool: Tool = TOOLS[name]
    const input = tool.input.safeParse(sent)
    if (!input.success) return { refusal: z.prettifyError(input.error) }
    const context = {
      call: callApi(c, app, caller, await retryKey(c, name, sent)),
      site: siteOrigin(c),
      uid: caller?.viewer.uid ?? null,
    }
    return { structured: await tool.run(asSent(sent, input.data) as never, context) }
  } catch (error) {
    if (error instanceof RefusedCall) return { refusal: error.message }
    if (!(error instanceof AppError)) throw error
    return { refusal: `${error.code}: ${errorMessage(error.code, c.var.language)}` }
  }
}

/**
 * The arguments as the client sent them. The routes parse them again, and would refuse values that
 * a schema of the tool has already transformed.
 */
function asSent(sent: unknown, parsed: object): object {
  const values = sent as Record<string, unknown>
  return Object.fromEntries(Object.keys(parsed).map((name) => [name, values[name]]))
}

/** The response of a route that refused the call, as a text for the model. */
class RefusedCall extends Error {}

function callApi(
  c: Context<AppEnv>,
  app: Hono<AppEnv>,
  caller: Caller | null,
  retry: string,
): CallApi {
  const call: CallApi = async (method, path, { query = {}, json } = {}) => {
    const url = new URL(`/api${path}`, siteOrigin(c))
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, String(value))
    const headers = new Headers({ 'accept-language': c.var.language })
    for (const name of ['authorization', 'cf-connecting-ip']) {
      const value = c.req.header(name)
      if (value !== undefined) headers.set(name, value)
    }
    if (method === 'POST') headers.set('idempotency-key', retry)
    const request = new Request(url, {
      method,
      headers,
      body: json === undefined ? null : JSON.stringify(json),
    })
    if (caller) actFor(request, caller)
    const response = await app.fetch(partOfRequest(request), c.env, c.executionCtx)
    // A tag that was renamed has another address.
    const location = response.headers.get('location')
    if (location !== null && method === 'GET')
      return call('GET', path, { query: Object.fromEntries(new URL(location, url).searchParams) })
    const body = await response.json<{
      error: { code: string; message: string; fields?: object }
    }>()
    if (response.ok) return body
    const { code, message, fields = {} } = body.error
    const wait = response.headers.get('retry-after')
    const details = Object.entries(fields).map(([field, problem]) => `\n${field}: ${problem}`)
    throw new RefusedCall(
      `${code}: ${message}${wait === null ? '' : ` Retry after ${wait} s.`}${details.join('')}`,
    )
  }
  return call
}

/**
 * An idempotency key. A model repeats a call whose response was lost: the same call within some
 * minutes has the same key, so it has no second effect.
 */
async function retryKey(
  { var: { now } }: Context<AppEnv>,
  name: string,
  input: unknown,
): Promise<string> {
  return hashOf(JSON.stringify([name, input, Math.floor(now.getTime() / RETRY_PERIOD)]))
}

/**
 * An error in the format of JSON-RPC, for a request that is refused before the library handles it.
 */
function problem(
  c: Context<AppEnv>,
  status: ContentfulStatusCode,
  code: number,
  message: string,
  id?: unknown,
) {
  const known = typeof id === 'string' || Number.isInteger(id) ? id : null
  return c.json({ jsonrpc: '2.0', id: known, error: { code, message } }, status)
}

/**
 * Asks for a token, and names the permission that the tool needs, so that a client can ask its user
 * for it (RFC 6750, RFC 9728).
 */
function challenge(
  c: Context<AppEnv>,
  status: 401 | 403,
  error: string | null,
  access: ToolAccess,
  id?: unknown,
) {
  const parts = [
    `resource_metadata="${siteOrigin(c)}${RESOURCE_METADATA_PATH}"`,
    `scope="${access === 'write' ? 'posts:read posts:write' : 'posts:read'}"`,
    ...(error === null ? [] : [`error="${error}"`]),
  ]
  c.header('WWW-Authenticate', `Bearer ${parts.join(', ')}`)
  return problem(c, status, -32600, error ?? 'this tool needs a token', id)
}

function refuse(c: Context<AppEnv>, error: unknown): Response {
  const unknown = isOutage(error) ? 'unavailable' : 'internal'
  const code = error instanceof AppError ? error.code : unknown
  const { language, requestId } = c.var
  const status = ERROR_STATUS[code]
  if (code === 'body_too_large')
    return problem(c, status, -32600, `the body is larger than ${MCP_BODY_MAX / 1024} KB`)
  if (!isOurFault(code)) return problem(c, status, -32600, errorMessage(code, language))
  console.error(JSON.stringify({ level: 'error', request_id: requestId, error: String(error) }))
  if (status === 503) c.header('Retry-After', '5')
  return problem(c, status, -32603, `${errorMessage(code, language)} (${requestId})`)
}
