import { randomBytes } from 'node:crypto'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Miniflare, V4WorkerOptions } from 'miniflare'

export interface StatementsWorker {
  /** The Worker for the options of Miniflare. */
  worker: V4WorkerOptions
  database(miniflare: Miniflare, name: string): D1Database
  /** Runs the cron of the site and returns its outcome. */
  cron(miniflare: Miniflare, cron: string, at: Date): Promise<unknown>
  bucket(miniflare: Miniflare, name: string): R2Bucket
}

/**
 * A Worker beside the site's Worker that runs a whole batch of this process, or one call of a
 * bucket, in one request. Miniflare's own bindings make three requests per statement and object,
 * two of them blocking: 20 ms each, which was most of the time of a seed, a backup, a restore and a
 * reindex. `site` is the name of the site's Worker, if there is one.
 */
export function statementsWorker(
  databases: Pick<V4WorkerOptions, 'd1Databases' | 'unsafeBindings'>,
  r2Buckets: NonNullable<V4WorkerOptions['r2Buckets']> = {},
  site?: string,
): StatementsWorker {
  const key = randomBytes(32).toString('hex')
  const bindings = { KEY: key }
  const worker = {
    name: STATEMENTS,
    modules: true as const,
    script: STATEMENTS_WORKER,
    ...databases,
    r2Buckets,
    bindings,
    compatibilityFlags: [CAN_CALL_OBJECTS, ...(site === undefined ? [] : [CAN_RUN_CRON])],
    ...(site !== undefined && { serviceBindings: { SITE: site } }),
  }
  const post = keepingConnections()
  const send = async (
    miniflare: Miniflare,
    asked: object,
    object?: Uint8Array,
  ): Promise<Posted> => {
    const text = JSON.stringify(asked)
    const headers = { 'MF-Route-Override': STATEMENTS, Authorization: key }
    const response = await (object
      ? post(await miniflare.ready, { ...headers, [OBJECT]: encodeURIComponent(text) }, object)
      : post(await miniflare.ready, headers, text))
    if (response.status !== 200)
      throw new Error(response.bytes.toString() || `the runtime responded with ${response.status}`)
    return response
  }
  return {
    worker,
    database: (miniflare: Miniflare, name: string): D1Database =>
      databaseOver(async (asked) => jsonIn(await send(miniflare, { ...asked, database: name }))),
    cron: async (miniflare: Miniflare, cron: string, at: Date): Promise<unknown> =>
      jsonIn(await send(miniflare, { cron, at: at.getTime() })),
    bucket: (miniflare: Miniflare, name: string): R2Bucket =>
      bucketOver((call, bytes) => send(miniflare, { ...call, bucket: name }, bytes)),
  }
}

const STATEMENTS = 'joule-statements'

/** Allows a Worker to call the methods of Durable Objects. */
const CAN_CALL_OBJECTS = 'rpc'

/** Allows a Worker to call the handler `scheduled` of another Worker. */
const CAN_RUN_CRON = 'service_binding_extra_handlers'

/** The header of a call whose body is the bytes of an object. Its value is the call as JSON. */
const OBJECT = 'joule-object'

/** The header of a response with an object: its properties as JSON. */
const ABOUT = 'joule-about'

/**
 * Clients of the site's port can address this Worker, so it requires a key that only this process
 * has.
 */
const STATEMENTS_WORKER = `
export default {
  async fetch(request, { KEY, ...bindings }) {
    if (request.headers.get('authorization') !== KEY) return new Response(null, { status: 404 })
    const object = request.headers.get('${OBJECT}')
    const asked = JSON.parse(object === null ? await request.text() : decodeURIComponent(object))
    const { database, script, statements, bucket } = asked
    const db = bindings[database]
    const prepared = ({ sql, values }) => db.prepare(sql).bind(...values.map(asStored))
    try {
      if (asked.cron !== undefined) {
        const { outcome } = await bindings.SITE.scheduled({ cron: asked.cron, scheduledTime: new Date(asked.at) })
        return Response.json(outcome)
      }
      if (bucket !== undefined) return await callOf(bindings[bucket], asked, request)
      if (script !== undefined) return Response.json(await db.exec(script))
      return Response.json(await db.batch(statements.map(prepared)))
    } catch (error) {
      return new Response(error.message, { status: 422 })
    }
  },
}

const asStored = (value) => (Array.isArray(value) ? new Uint8Array(value) : value)

async function callOf(bucket, { name, key, options }, request) {
  if (name === 'list') {
    const { objects, ...page } = await bucket.list(options)
    return Response.json({ ...page, objects: objects.map(about) })
  }
  if (name === 'delete') return Response.json(await bucket.delete(key) ?? null)
  if (name === 'put') return Response.json(about(await bucket.put(key, await request.arrayBuffer(), options)))
  const found = await bucket[name](key)
  return new Response(found?.body, { headers: { '${ABOUT}': encodeURIComponent(JSON.stringify(about(found))) } })
}

const about = (object) => {
  if (object === null) return null
  const { key, size, etag, uploaded, httpMetadata, customMetadata } = object
  return { key, size, etag, uploaded, httpMetadata, customMetadata }
}
`

/** A statement with its values, as it is sent to the Worker. */
interface Asked {
  sql: string
  values: unknown[]
}

type Send = (asked: { statements: Asked[] } | { script: string }) => Promise<unknown>

/** The interface of D1 for a database in the runtime. */
function databaseOver(send: Send): D1Database {
  const askedBy = new WeakMap<D1PreparedStatement, Asked>()
  const carryOut = (statements: Asked[]) => send({ statements }) as Promise<D1Result<never>[]>
  const statementOf = (asked: Asked): D1PreparedStatement => {
    const only = async () => {
      const [result] = await carryOut([asked])
      if (!result) throw new Error('D1 returned no result')
      return result
    }
    const statement: D1PreparedStatement = {
      bind: (...values) => statementOf({ ...asked, values: values.map(asSent) }),
      all: only,
      run: only,
      async first(column?: string) {
        const [row] = (await only()).results as Record<string, unknown>[]
        return (row && column !== undefined ? row[column] : row) ?? (null as never)
      },
      raw: () => Promise.reject(new Error('raw() is not supported')) as never,
    }
    askedBy.set(statement, asked)
    return statement
  }
  const session = {
    prepare: (sql: string) => statementOf({ sql, values: [] }),
    batch: (statements: D1PreparedStatement[]) =>
      carryOut(statements.flatMap((one) => askedBy.get(one) ?? [])),
  }
  return {
    ...session,
    exec: (script) => send({ script }) as Promise<D1ExecResult>,
    withSession: () => ({ ...session, getBookmark: () => null }),
    dump: () => Promise.reject(new Error('dump() is not supported; use a backup')),
  }
}

/** JSON has no bytes, so a blob is sent as an array of numbers. */
const asSent = (value: unknown) =>
  value instanceof ArrayBuffer ? [...new Uint8Array(value)] : value

type Post = (
  url: URL,
  headers: Record<string, string>,
  body: string | Uint8Array,
) => Promise<Posted>

export interface Posted {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer<ArrayBuffer>
}

/**
 * workerd closes a connection that is idle for 5 s. A request that is sent at this moment fails,
 * and may not be repeated. So connections are not used again after a shorter time.
 */
const IDLE_MAX = 1_000

/**
 * Sends POST requests to a runtime on open connections. Miniflare's `dispatchFetch` opens a
 * connection for each request, which doubles the CPU time.
 */
export function keepingConnections(): Post {
  let agent = new Agent()
  let lastUse = Number.NEGATIVE_INFINITY
  return async (url, headers, body) => {
    // The agent closes idle connections itself, but not while this process executes a long
    // statement.
    if (performance.now() - lastUse > IDLE_MAX)
      agent = new Agent({ keepAlive: true, timeout: IDLE_MAX })
    const posting = Promise.withResolvers<Posted>()
    const length = { 'content-length': String(Buffer.byteLength(body)) }
    const sent = request(
      url,
      { method: 'POST', agent, headers: { ...headers, ...length } },
      (response) => {
        const { statusCode: status = 0, headers } = response
        buffer(response).then(
          (bytes) => posting.resolve({ status, headers, bytes }),
          posting.reject,
        )
      },
    )
    sent.on('error', posting.reject).end(body)
    const posted = await posting.promise
    lastUse = performance.now()
    return posted
  }
}

/** Sends a call to a bucket. `bytes` is the content for `put`. */
type Ask = (
  call: {
    name: 'get' | 'head' | 'put' | 'delete' | 'list'
    key?: string | string[]
    options?: object | undefined
  },
  bytes?: Uint8Array,
) => Promise<Posted>

/**
 * The interface of R2 for a bucket in the runtime. Ranges, conditional reads, streams and multipart
 * uploads are not supported.
 */
function bucketOver(ask: Ask): R2Bucket {
  const bucket = {
    async get(key: string) {
      const response = await ask({ name: 'get', key })
      const object = aboutIn(response)
      return object && withBody(object, response.bytes)
    },
    head: async (key: string) => aboutIn(await ask({ name: 'head', key })),
    put: async (key: string, value: Value, options?: object) =>
      asObject(jsonIn(await ask({ name: 'put', key, options }, bytesOf(value)))),
    async delete(key: string | string[]) {
      await ask({ name: 'delete', key })
    },
    async list(options?: object) {
      const { objects, ...page } = jsonIn(await ask({ name: 'list', options })) as {
        objects: object[]
      }
      return { ...page, objects: objects.map(asObject) }
    },
  }
  return bucket as unknown as R2Bucket
}

const jsonIn = ({ bytes }: Posted): unknown => JSON.parse(bytes.toString())

const aboutIn = ({ headers }: Posted) =>
  asObject(JSON.parse(decodeURIComponent(String(headers[ABOUT]))))

function asObject(about: unknown) {
  const object = about as { uploaded: string } | null
  return object && { ...object, uploaded: new Date(object.uploaded) }
}

function withBody(object: object, bytes: Buffer<ArrayBuffer>) {
  return {
    ...object,
    arrayBuffer: async () => new Uint8Array(bytes).buffer,
    text: async () => bytes.toString(),
    json: async () => JSON.parse(bytes.toString()),
  }
}

type Value = string | ArrayBuffer | ArrayBufferView

function bytesOf(value: Value): Uint8Array {
  if (typeof value === 'string') return Buffer.from(value)
  return ArrayBuffer.isView(value)
    ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
    : new Uint8Array(value)
}
