import { createHash, randomUUID } from 'node:crypto'
import type { CloudDatabase, WorkerdStorage } from './workerd-storage.ts'

/** D1 and R2 of an account, as Cloudflare's API shows them. */
export class CloudStorage {
  readonly databases = new Map<string, { uuid: string; db: CloudDatabase; replication?: string }>()
  readonly buckets = new Map<string, R2Bucket>()
  readonly #workerdStorage: WorkerdStorage
  /** Finished exports and running imports, by signed path or bookmark. */
  readonly #files = new Map<string, Buffer<ArrayBuffer>>()
  readonly #imports = new Map<string, object>()

  constructor(workerdStorage: WorkerdStorage) {
    this.#workerdStorage = workerdStorage
  }

  readonly routes: Route[] = [
    [/^POST .*\/d1\/database$/, ({ text }) => this.#newDatabase(nameIn(text))],
    [/^GET .*\/d1\/database\/([^/]+)$/, ({ name }) => this.#describe(name)],
    [/^PUT .*\/d1\/database\/([^/]+)$/, (asked) => this.#configure(asked)],
    [
      /^GET .*\/d1\/database\/([^/]+)\/time_travel\/bookmark$/,
      () => ({ bookmark: '00000001-bookmark' }),
    ],
    [/^POST .*\/d1\/database\/([^/]+)\/query$/, (asked) => this.#query(asked)],
    [/^POST .*\/d1\/database\/([^/]+)\/export$/, (asked) => this.#export(asked)],
    [/^POST .*\/d1\/database\/([^/]+)\/import$/, (asked) => this.#import(asked)],
    [
      /^GET .*\/r2\/buckets$/,
      () => ({ buckets: [...this.buckets.keys()].map((name) => ({ name })) }),
    ],
    [/^POST .*\/r2\/buckets$/, ({ text }) => this.#newBucket(nameIn(text))],
    [/^GET .*\/r2\/buckets\/([^/]+)$/, ({ name }) => this.#bucket(name) && { name }],
    [/^GET .*\/r2\/buckets\/([^/]+)\/objects\/(.+)$/, (asked) => this.#object(asked)],
    [/^PUT .*\/r2\/buckets\/([^/]+)\/objects\/(.+)$/, (asked) => this.#putObject(asked)],
    [/^GET \/signed\/(.+)$/, ({ name }) => new Response(this.#files.get(name) ?? '')],
    [/^PUT \/signed\/(.+)$/, ({ name, bytes }) => this.#upload(name, bytes)],
  ]

  makeDatabase(name: string, db = this.#workerdStorage.newDatabase()): CloudDatabase {
    this.databases.set(name, { uuid: randomUUID(), db })
    return db
  }

  #newDatabase(name: string) {
    if (this.databases.has(name)) throw new Refusal(400, 7502, 'database with name already exists')
    this.makeDatabase(name)
    return this.#describe(name)
  }

  #describe(wanted: string) {
    const found = [...this.databases].find(([name, { uuid }]) => name === wanted || uuid === wanted)
    if (!found) throw new Refusal(404, 7404, 'The database could not be found')
    return { name: found[0], uuid: found[1].uuid, version: 'production' }
  }

  #configure({ name: uuid, text }: Asked) {
    const described = this.#describe(uuid)
    const found = this.databases.get(described.name)
    if (found) found.replication = JSON.parse(text).read_replication.mode
    return described
  }

  #database(uuid: string): CloudDatabase {
    const { db } = this.databases.get(this.#describe(uuid).name) ?? {}
    if (!db) throw new Refusal(404, 7404, 'The database could not be found')
    return db
  }

  async #query({ name, text }: Asked) {
    const { sql, params, batch } = JSON.parse(text)
    const db = this.#database(name)
    const results = await (batch ? db.batch(batch) : db.run(sql, params))
    return results.map((rows) => ({ success: true, meta: { duration: 0 }, results: rows }))
  }

  /** Not done at the first poll, like a large database. */
  async #export({ name, text, origin }: Asked) {
    const { current_bookmark } = JSON.parse(text)
    const progress = { success: true, type: 'export', messages: [] }
    if (!current_bookmark) return { ...progress, status: 'active', at_bookmark: '00000002' }
    const file = randomUUID()
    this.#files.set(file, Buffer.from(await this.#database(name).dump()))
    return {
      ...progress,
      status: 'complete',
      result: { filename: file, signed_url: `${origin}/signed/${file}?sig=1` },
    }
  }

  async #import({ name, text, origin }: Asked) {
    const { action, etag, filename, current_bookmark } = JSON.parse(text)
    const progress = { success: true, type: 'import', messages: [] }
    if (action === 'init')
      return { ...progress, upload_url: `${origin}/signed/${etag}?sig=1`, filename: etag }
    if (action === 'poll') return { ...progress, ...this.#imports.get(current_bookmark) }
    const sql = this.#files.get(filename)?.toString() ?? ''
    const outcome = await this.#database(name)
      .run(sql)
      .then(
        () => ({
          status: 'complete',
          result: { num_queries: 1, final_bookmark: 'x', meta: { duration: 1 } },
        }),
        (error) => ({ status: 'error', error: error.message }),
      )
    this.#imports.set(filename, outcome)
    return { ...progress, status: 'active', at_bookmark: filename }
  }

  #upload(name: string, bytes: Buffer<ArrayBuffer>) {
    this.#files.set(name, bytes)
    return new Response('', {
      headers: { etag: `"${createHash('md5').update(bytes).digest('hex')}"` },
    })
  }

  #newBucket(name: string) {
    this.buckets.set(name, this.#workerdStorage.newBucket())
    return {}
  }

  #bucket(name: string): R2Bucket {
    const bucket = this.buckets.get(name)
    if (!bucket) throw new Refusal(404, 10_006, 'The specified bucket does not exist.')
    return bucket
  }

  async #object({ name, rest }: Asked) {
    const object = await this.#bucket(name).get(decodeURIComponent(rest))
    if (!object) throw new Refusal(404, 10_007, 'The specified key does not exist.')
    return new Response(await object.arrayBuffer())
  }

  async #putObject({ name, rest, bytes, type }: Asked) {
    await this.#bucket(name).put(decodeURIComponent(rest), bytes, {
      httpMetadata: { contentType: type },
    })
    return {}
  }
}

export class Refusal extends Error {
  readonly status: number
  readonly code: number

  constructor(status: number, code: number, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export interface Asked {
  /** The first and the second capture group of its route. */
  name: string
  rest: string
  text: string
  bytes: Buffer<ArrayBuffer>
  type: string
  /** The base URL of the API. */
  origin: string
}

export type Route = [RegExp, (asked: Asked) => unknown]

export const BROKEN = new Refusal(500, 7001, 'internal error')

export const RATE_LIMITED = new Refusal(
  429,
  971,
  'Please wait and consider throttling your request speed',
)

export const ACCOUNT = { id: 'account', name: 'A test account' }

export const deployment = (version_id: string) => ({
  id: version_id,
  source: 'wrangler',
  strategy: 'percentage',
  author_email: 'operator@example.com',
  created_on: '2027-01-01T00:00:00Z',
  versions: [{ version_id, percentage: 100 }],
})

/** Permissions are checked before this, as Cloudflare does. */
function nameIn(body: string): string {
  const { name } = JSON.parse(body)
  if (!name) throw new Refusal(400, 10_005, 'a name is missing')
  return name
}

export function versionIn(body: string): string {
  const { versions } = JSON.parse(body)
  if (!versions) throw new Refusal(400, 10_021, 'versions are missing')
  return versions[0].version_id
}
