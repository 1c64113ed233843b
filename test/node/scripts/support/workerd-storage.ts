import {
  convertV4MiniflareOptions,
  Log,
  LogLevel,
  Miniflare,
} from '../../../../scripts/site/launch.ts'
import { type StatementsWorker, statementsWorker } from '../../../../scripts/site/statements.ts'
import type { SiteStorage } from '../../../../scripts/site/storage.ts'
import '../../support/cheap-passwords.ts'
import { Refusal } from './cloud-storage.ts'

/** A database of the account, as the stub of Cloudflare's API uses it. */
export interface CloudDatabase {
  /** Runs several statements in one transaction. Returns the rows of each. */
  run(sql: string, params?: unknown[]): Promise<Row[][]>
  /** Runs statements with their own values in one transaction. */
  batch(statements: { sql: string; params: unknown[] }[]): Promise<Row[][]>
  /** The export of D1. */
  dump(): Promise<string>
}

/** Limits of D1. */
const STATEMENT_MAX = 100_000
const PARAMETERS_MAX = 100

/**
 * The number of databases and of buckets, which are empty at first. It is enough for all test files
 * of a process.
 */
const RESOURCES_OF_EACH_KIND = 100

const spareResources = (kind: string) =>
  Object.fromEntries(
    Array.from({ length: RESOURCES_OF_EACH_KIND }, (_, n) => [`${kind}${n}`, `${kind}${n}`]),
  )

// Miniflare supports the pragma of its export only in `raw`.
const EXPORT = `export default { async fetch({ url }, env) {
  const db = env[new URL(url).pathname.slice(1)]
  return Response.json(await db.prepare('PRAGMA miniflare_d1_export(?,?,?);').bind(0, 0).raw())
} }`

/**
 * The storage of a Cloudflare account: real D1 and R2 in one workerd. With a data folder, also the
 * storage of that site.
 */
export class WorkerdStorage {
  readonly #miniflare: InstanceType<typeof Miniflare>
  readonly #statements: StatementsWorker
  #databases = 0
  #buckets = 0

  constructor(data?: string) {
    const d1Databases = { ...spareResources('D'), DB: 'joule', SEARCH: 'joule-search' }
    const r2Buckets = { ...spareResources('R'), IMAGES: 'joule-images', BACKUPS: 'joule-backups' }
    this.#statements = statementsWorker({ d1Databases }, r2Buckets)
    const workers = [
      { name: 'export', modules: true as const, script: EXPORT, d1Databases },
      this.#statements.worker,
    ]
    const options = { cf: false, log: new Log(LogLevel.ERROR), workers }
    const persistence = data === undefined ? {} : { resourcePersistencePath: data }
    this.#miniflare = new Miniflare(convertV4MiniflareOptions({ ...options, ...persistence }))
  }

  newDatabase = () => this.database(`D${this.#databases++}`)

  newBucket = () => this.bucket(`R${this.#buckets++}`)

  newD1 = (): D1Database => this.#statements.database(this.#miniflare, `D${this.#databases++}`)

  newSite(): SiteStorage {
    return {
      DB: this.newD1(),
      SEARCH: this.newD1(),
      IMAGES: this.newBucket(),
      BACKUPS: this.newBucket(),
    }
  }

  bucket = (name: string): R2Bucket => this.#statements.bucket(this.#miniflare, name)

  database(name: string): CloudDatabase {
    const db = this.#statements.database(this.#miniflare, name)
    const rowsOf = async (statements: { sql: string; params: unknown[] }[]) => {
      try {
        const results = await db.batch<Row>(
          statements.map(({ sql, params }) => db.prepare(sql).bind(...params)),
        )
        return results.map(({ results }) => results)
      } catch (error) {
        throw new Refusal(400, 7500, (error as Error).message)
      }
    }
    return {
      run: (sql: string, params: unknown[] = []) =>
        rowsOf(statementsIn(sql).map((sql, n) => ({ sql, params: n === 0 ? params : [] }))),
      async batch(statements: { sql: string; params: unknown[] }[]) {
        if (
          statements.some(
            ({ sql, params }) => sql.length > STATEMENT_MAX || params.length > PARAMETERS_MAX,
          )
        )
          throw new Refusal(400, 7500, 'statement too long, or too many SQL variables')
        return rowsOf(statements)
      },
      dump: async () => {
        const response = await this.#miniflare.dispatchFetch(`http://export/${name}`)
        return ((await response.json()) as string[][])[0]?.join('\n') ?? ''
      },
    }
  }

  close = () => this.#miniflare.dispose()
}

let shared: WorkerdStorage | undefined

/**
 * One runtime for all files of a process, because a start takes 0.4 s of CPU time. Miniflare ends
 * it with the process.
 */
export function sharedStorage(): WorkerdStorage {
  shared ??= new WorkerdStorage()
  return shared
}

type Row = Record<string, unknown>

/**
 * Splits a text into statements. Wrangler's splitter would lose the comments inside tables and
 * triggers, and loading wrangler takes a second.
 */
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
  return [...statements, sql.slice(begin)].filter((statement) =>
    statement.replace(/--.*/g, '').trim(),
  )
}

/**
 * Texts, names and comments, in which a semicolon does not end a statement, and the words around
 * the body of a trigger.
 */
const TOKENS = /'[^']*'|"[^"]*"|--.*|\b(?:BEGIN|CASE|END)\b|;/gi
