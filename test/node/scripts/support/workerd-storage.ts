import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare'
import { Refusal } from './cloud-answers.ts'

export interface CloudDatabase {
  /** Runs several statements in one transaction. Returns the rows of each. */
  run(sql: string, params?: unknown[]): Promise<Record<string, unknown>[][]>
  /** Runs statements with their own values in one transaction. */
  batch(statements: { sql: string; params: unknown[] }[]): Promise<Record<string, unknown>[][]>
  /** Runs a SQL file in one transaction. */
  load(sql: string): Promise<void>
  /** The export of D1. */
  dump(): Promise<string>
}

export interface CloudBucket {
  get(key: string): Promise<{ bytes: Buffer; type: string } | null>
  put(key: string, bytes: Buffer, type: string): Promise<void>
  /** The keys of the first thousand objects. */
  keys(): Promise<string[]>
}

/** Limits of D1. */
const STATEMENT_MAX = 100_000
const PARAMETERS_MAX = 100

/** Databases and buckets of workerd, empty at first; enough for the tests of a file. */
const RESOURCES_OF_EACH_KIND = 40

const spareResources = (kind: string) =>
  Object.fromEntries(Array.from({ length: RESOURCES_OF_EACH_KIND }, (_, n) => [`${kind}${n}`, `${kind}${n}`]))

// Runs inside workerd: from outside, each statement and object would need several blocking calls.
const STORAGE_WORKER = `export default { async fetch(request, env) {
  const { pathname, searchParams } = new URL(request.url)
  if (pathname === '/keys') {
    const { objects } = await env[searchParams.get('bucket')].list()
    return Response.json(objects.map(({ key }) => key))
  }
  if (pathname === '/object') {
    const [bucket, key] = [env[searchParams.get('bucket')], searchParams.get('key')]
    const httpMetadata = { contentType: request.headers.get('content-type') }
    if (request.method === 'PUT') await bucket.put(key, await request.arrayBuffer(), { httpMetadata })
    const object = await bucket.get(key)
    const headers = { 'content-type': object?.httpMetadata.contentType ?? '' }
    return new Response(object?.body, { status: object ? 200 : 404, headers })
  }
  const { name, statements, dumps } = await request.json()
  const db = env[name]
  try {
    if (dumps) return Response.json(await db.prepare('PRAGMA miniflare_d1_export(?,?,?);').bind(0, 0).raw())
    const results = await db.batch(statements.map(({ sql, params }) => db.prepare(sql).bind(...params)))
    return Response.json(results.map((result) => result.results))
  } catch (error) {
    return new Response(error.message, { status: 400 })
  }
} }`

/**
 * The storage of a Cloudflare account: real D1 and R2 in one workerd. With a data folder, also the storage of that
 * site.
 */
export class WorkerdStorage {
  readonly #miniflare: Miniflare
  #taken = 0

  constructor(data?: string) {
    const options = { modules: true, script: STORAGE_WORKER, cf: false, log: new Log(LogLevel.ERROR) }
    const resources = {
      d1Databases: { ...spareResources('D'), DB: 'joule', SEARCH: 'joule-search' },
      r2Buckets: { ...spareResources('R'), IMAGES: 'joule-images', BACKUPS: 'joule-backups' },
    }
    const persistence = data === undefined ? {} : { resourcePersistencePath: data }
    this.#miniflare = new Miniflare(convertV4MiniflareOptions({ ...options, ...resources, ...persistence }))
  }

  newDatabase = () => this.database(`D${this.#taken++}`)

  newBucket = () => this.bucket(`R${this.#taken++}`)

  bucket(name: string): CloudBucket {
    const at = (key: string) => `http://storage/object?${new URLSearchParams({ bucket: name, key })}`
    return {
      get: async (key) => {
        const response = await this.#miniflare.dispatchFetch(at(key))
        const bytes = Buffer.from(await response.arrayBuffer())
        return response.ok ? { bytes, type: response.headers.get('content-type') ?? '' } : null
      },
      put: async (key, body, type) => {
        const sent = { method: 'PUT', body, headers: { 'content-type': type } }
        await (await this.#miniflare.dispatchFetch(at(key), sent)).arrayBuffer()
      },
      keys: async () => {
        const response = await this.#miniflare.dispatchFetch(`http://storage/keys?bucket=${name}`)
        return (await response.json()) as string[]
      },
    }
  }

  database(name: string): CloudDatabase {
    const ask = async (order: object) => {
      const body = JSON.stringify({ name, ...order })
      const response = await this.#miniflare.dispatchFetch('http://storage', { method: 'POST', body })
      if (!response.ok) throw new Refusal(400, 7500, await response.text())
      return response.json()
    }
    return {
      async run(sql, params = []) {
        const statements = statementsIn(sql).map((sql, n) => ({ sql, params: n === 0 ? params : [] }))
        return (await ask({ statements })) as Record<string, unknown>[][]
      },
      async batch(statements) {
        if (statements.some(({ sql, params }) => sql.length > STATEMENT_MAX || params.length > PARAMETERS_MAX))
          throw new Refusal(400, 7500, 'statement too long, or too many SQL variables')
        return (await ask({ statements })) as Record<string, unknown>[][]
      },
      load: async (sql) => void (await ask({ statements: statementsIn(sql).map((sql) => ({ sql, params: [] })) })),
      dump: async () => ((await ask({ dumps: true })) as string[][])[0]?.join('\n') ?? '',
    }
  }

  close = () => this.#miniflare.dispose()
}

/** Wrangler's splitter would lose the comments inside tables and triggers, and loading wrangler takes a second. */
function statementsIn(sql: string): string[] {
  const statements: string[] = []
  let [begin, depth] = [0, 0]
  for (const { 0: token, index } of sql.matchAll(TOKENS)) {
    if (/^(BEGIN|CASE)$/i.test(token)) depth++
    else if (/^END$/i.test(token)) depth = Math.max(0, depth - 1)
    else if (token === ';' && depth === 0) {
      statements.push(sql.slice(begin, index))
      begin = index + 1
    }
  }
  return [...statements, sql.slice(begin)].filter((statement) => statement.replace(/--.*/g, '').trim())
}

/** Texts, names and comments, in which a semicolon separates nothing, and the words around the body of a trigger. */
const TOKENS = /'[^']*'|"[^"]*"|--.*|\b(?:BEGIN|CASE|END)\b|;/gi
