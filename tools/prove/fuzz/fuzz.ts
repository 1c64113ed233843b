import { Buffer } from 'node:buffer'
import { writeFileSync } from 'node:fs'
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc, { type GeneratorValue } from 'fast-check'
import * as z from 'zod'
import type { JsonSchema, OpenApiDocument } from '../../../src/web/openapi/document.ts'
import { CHANGES, KnownValues, type Route, requestTo, routesOf, type Sending } from './requests.ts'

/** A client that sends requests, signed in or anonymous. */
export interface Caller {
  name: string
  isSignedIn: boolean
  /** Values that no response contains, such as the password, by field name. */
  knows: Record<string, string>
  /** Logs in, or renews the session. Throws if the server refuses. */
  signIn(known: KnownValues): Promise<void>
  /** The headers of all requests of this caller. Headers of a request itself have priority. */
  headers(): Record<string, string>
}

export interface Fuzz {
  url: string
  document: OpenApiDocument
  /** In the order in which they log in. */
  callers: Caller[]
  requests: number
  seed: number
  /**
   * The CPU milliseconds that the server has used and has waited for, if the machine can measure
   * them.
   */
  processor?: () => { used: number; waited: number }
  onProgress?: (sent: number) => void
  /** Called immediately, because a long run may be stopped before its report. */
  onFailure?: (failure: Failure) => void
}

export interface Failure {
  /** The route, the change and the caller. */
  what: string
  problems: string[]
  /** A command that sends the request again. */
  curl: string
}

export interface Report {
  /** The number of requests. */
  sent: number
  /** The number of responses by status. */
  statuses: Record<string, number>
  /** The tried operations, and whether each has succeeded at least once. */
  done: Record<string, boolean>
  /** The longest time of each route in milliseconds. */
  slowest: Map<string, number>
  failures: Failure[]
}

/** The time limit of one request. */
const SLOW_MS = 2_000
/** The maximum number of requests of one case, most of which shrink a failing request. */
const SHRINKING_MAX = 150
/** The run stops after this many failures, or when the server is gone. */
const FAILURES_MAX = 50
/**
 * All callers log in again after this many cases. The login of the owner also restores settings, so
 * that no caller stays banned and no feature stays off.
 */
const SIGN_IN_EVERY = 200

/**
 * Sends changed requests to every operation of a document, as every caller, and compares the
 * responses with the document.
 */
export async function fuzz(given: Fuzz): Promise<Report> {
  const {
    url,
    document,
    callers,
    requests,
    seed,
    processor = () => ({ used: 0, waited: 0 }),
  } = given
  const known = new KnownValues()
  const misfits = comparison(document)
  const statuses: Record<string, number> = {}
  const done: Record<string, boolean> = {}
  const failures: Failure[] = []
  let sent = 0
  const slowest = new Map<string, number>()

  const signInAll = async () => {
    for (const caller of callers) await caller.signIn(known)
  }

  /**
   * A request is slow if it uses too much CPU time of the server, or if it is late three times. The
   * time that the server waited for a CPU is subtracted, because on a busy machine every request is
   * late.
   */
  const send = async (
    sending: Sending,
    route: string,
  ): Promise<{ received: Received; problems: string[] }> => {
    for (const late: number[] = []; ; ) {
      const before = processor()
      const received = await exchange(url, sending)
      const after = processor()
      sent += 1
      given.onProgress?.(sent)
      const used = after.used - before.used
      const ms = Math.max(used, received.ms - (after.waited - before.waited))
      slowest.set(route, Math.max(ms, slowest.get(route) ?? 0))
      if (ms <= SLOW_MS) return { received, problems: [] }
      late.push(Math.round(ms))
      if (used > SLOW_MS || late.length === 3)
        return { received, problems: [`slow: ${late.join(', ')} ms`] }
    }
  }

  const attempt = async ({ route, change, caller }: Case, sending: Sending): Promise<string[]> => {
    const name = `${route.method} ${route.path}`
    const { received, problems } = await send(sending, name)
    const { status, headers, body } = received
    statuses[status] = (statuses[status] ?? 0) + 1
    done[name] ||= change !== 'another method' && status < 400
    if (status === 401 && caller.isSignedIn) await caller.signIn(known).catch(signInAll)
    if (status < 300 && String(headers['content-type']).includes('json')) {
      for (const owner of [caller.name, 'all'])
        known.note(owner, route.path, JSON.parse(String(body)))
    }
    if (headers['x-request-id'] === undefined) problems.push('no header x-request-id')
    // A site without a sender of letters refuses letters with 503.
    if (status === 503 && (body.includes('letters_off') || route.path === '/letters'))
      return problems
    if (status >= 500) return [...problems, `${status}: ${body.subarray(0, 200)}`]
    if (change === 'an odd tail') return problems
    const { security = [] } = route.operation
    const isGuarded =
      security.length > 0 && security.every((way) => Object.keys(Object(way)).length > 0)
    if (isGuarded && !caller.isSignedIn && status < 400) problems.push(`${status} without a login`)
    if (change !== 'another method') return [...problems, ...misfits(route, received)]
    return status < 400 ? [...problems, `${status} for a method not described`] : problems
  }

  const check = async (one: Case, seed: number) => {
    let failure: Failure | null = null
    let tries = 0
    const isRight = async (draw: GeneratorValue) => {
      const { route, change, caller, what } = one
      const sending =
        tries++ < SHRINKING_MAX ? requestTo(route, change, draw, { known, caller }) : null
      if (!sending) return true
      const signed = { ...sending, headers: { ...caller.headers(), ...sending.headers } }
      const problems = await attempt(one, signed).catch((error) => [`no response: ${error}`])
      // Only failures become curl commands, because the command of a long body writes a file.
      if (problems.length > 0) failure = { what, problems, curl: curlOf(url, signed) }
      return problems.length === 0
    }
    await fc.check(fc.asyncProperty(fc.gen(), isRight), { seed, numRuns: 1 })
    if (failure === null) return
    failures.push(failure)
    given.onFailure?.(failure)
  }

  const cases = casesOf(given)
  for (
    let index = 0;
    sent < requests && index < 10 * requests && failures.length < FAILURES_MAX;
    index++
  ) {
    if (index % SIGN_IN_EVERY === 0) await signInAll()
    const one = cases[index % cases.length]
    if (one && !failures.some(({ what }) => what === one.what)) await check(one, seed + index)
  }
  return { sent, statuses, done, slowest, failures }
}

interface Case {
  route: Route
  /** The name of a change in `CHANGES`. */
  change: string
  caller: Caller
  /** Describes the case. */
  what: string
}

/** Every route with every change by every caller, in an order that the seed determines. */
function casesOf({ document, callers, seed }: Fuzz): Case[] {
  const all = routesOf(document).flatMap((route) =>
    Object.keys(CHANGES).flatMap((change) =>
      callers.map((caller) => {
        return {
          route,
          change,
          caller,
          what: `${route.method} ${route.path}, ${change}, ${caller.name}`,
        }
      }),
    ),
  )
  return (
    fc.sample(fc.shuffledSubarray(all, { minLength: all.length }), { numRuns: 1, seed })[0] ?? all
  )
}

/**
 * Returns a function that compares a response with the document. Parsed schemas are cached, because
 * a document has a few hundred.
 */
function comparison({ components: { schemas = {} } = {} }: OpenApiDocument) {
  const shapes = new Map<JsonSchema | string, z.ZodType>()
  const newShape = (schema: JsonSchema) =>
    z.fromJSONSchema(
      JSON.parse(
        JSON.stringify({ ...schema, $defs: schemas }).replaceAll(
          '#/components/schemas/',
          '#/$defs/',
        ),
      ),
    )
  return (
    { operation: { responses = {} } }: Route,
    { status, headers, body }: Received,
  ): string[] => {
    const described =
      responses[status] ?? responses[`${Math.floor(status / 100)}XX`] ?? responses.default
    if (!described) return [`${status} is not described: ${body.subarray(0, 200)}`]
    const types = Object.entries(described.content ?? {})
    if (types.length === 0)
      return body.length > 0 ? [`${status} has a body: ${body.subarray(0, 200)}`] : []
    const type = String(headers['content-type']).split(';')[0]
    const found = types.find(([name]) => name === '*/*' || name.split(';')[0] === type)
    if (!found) return [`${status} is ${type}`]
    const { schema } = found[1]
    if (!schema || !type?.includes('json')) return []
    const shape = shapes.get(schema.$ref ?? schema) ?? newShape(schema)
    shapes.set(schema.$ref ?? schema, shape)
    const issues = shape.safeParse(JSON.parse(String(body))).error?.issues ?? []
    return issues
      .slice(0, 3)
      .map(({ path, message }) => `${status}, ${path.join('.') || 'the body'}: ${message}`)
  }
}

interface Received {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  /** From the start of the request to the last byte. */
  ms: number
}

/** Sends the exact bytes of a request, which `fetch` would change. Throws without a response. */
async function exchange(
  url: string,
  { method, address, headers, body }: Sending,
): Promise<Received> {
  const { hostname, port } = new URL(url)
  const started = performance.now()
  // A new connection for each request, because the server may close an idle one at any time.
  const sent = request({ agent: false, hostname, port, method, path: address, headers })
  const received = new Promise<IncomingMessage>((resolve, reject) => {
    sent.on('response', resolve).on('error', reject)
    sent.on('upgrade', (response, socket) => resolve(response) ?? socket.destroy())
  })
  sent.end(body ?? undefined)
  const response = await received
  // An upgraded connection has no body.
  const content = response.statusCode === 101 ? [] : await response.toArray()
  const { statusCode: status = 0, headers: own } = response
  return { status, headers: own, body: Buffer.concat(content), ms: performance.now() - started }
}

let files = 0

/**
 * A shell command that sends the same request again. A body that is not a short line of ASCII is
 * written to a file.
 */
function curlOf(url: string, { method, address, headers, body }: Sending): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
  // Without a content type here, curl would add its own.
  const parts = Object.entries({ ...(body && { 'content-type': '' }), ...headers })
    .filter(([name]) => name !== 'content-length')
    .map(([name, value]) => `-H ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`)
  const command = [
    'curl -isS --globoff --path-as-is',
    `-X ${method}`,
    quoted(url + address),
    ...parts,
  ].join(' ')
  if (!body?.length) return command
  if (/^[\x20-\x7e]{1,2000}$/.test(String(body)))
    return `${command} --data-raw ${quoted(String(body))}`
  const file = join(tmpdir(), `fuzz-${process.pid}-${++files}.body`)
  writeFileSync(file, body)
  return `${command} --data-binary @${file}`
}
