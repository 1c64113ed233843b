import { isRead } from '#db/client.ts'

interface Prepared {
  sql: string
  values: unknown[]
}

/**
 * D1 with one read replica that lags behind the primary until `catchUp`, or until a bookmark
 * requires more. Both are real databases. The bookmark is the number of the last round trip to the
 * primary, so it includes writes of Durable Objects too.
 */
export class LaggingReplica {
  /** The reads that the replica answered. */
  served = 0
  /** The bookmark that the last read from the replica required. */
  required = ''
  fails = false
  readonly #prepared = new WeakMap<object, Prepared>()
  /** The number of round trips to the primary. */
  time = 1
  #applied = 0
  #tables: Promise<{ name: string; columns: string[] }[]> | undefined
  readonly #copies = new Map<string, string>()

  private readonly primary: D1Database
  private readonly replica: D1Database

  constructor(primary: D1Database, replica: D1Database) {
    this.primary = primary
    this.replica = replica
  }

  /** Copies the tables that changed. The replica has no triggers, which would run twice. */
  async catchUp(): Promise<void> {
    this.#tables ??= this.#create()
    this.#applied = this.time
    const tables = await this.#tables
    const rows = await this.primary.batch<Record<string, unknown>>(
      tables.map(({ name }) => this.primary.prepare(`SELECT * FROM "${name}"`)),
    )
    const copied = tables.flatMap(({ name, columns }, n) => {
      const row = (found: Record<string, unknown>) =>
        `(${columns.map((column) => literal(found[column])).join(',')})`
      const values = (rows[n]?.results ?? []).map(row).join(',')
      if (this.#copies.get(name) === values) return []
      this.#copies.set(name, values)
      return [
        `DELETE FROM "${name}"`,
        ...(values ? [`INSERT INTO "${name}" (${columns}) VALUES ${values}`] : []),
      ]
    })
    await this.replica.prepare(['PRAGMA defer_foreign_keys = on', ...copied].join(';\n')).run()
  }

  async #create(): Promise<{ name: string; columns: string[] }[]> {
    const { results: objects } = await this.primary
      .prepare(`SELECT type = 'table' AS isTable, name, sql FROM sqlite_master WHERE type IN ('table', 'index')
        AND sql IS NOT NULL AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*' ORDER BY type = 'index'`)
      .all<{ isTable: number; name: string; sql: string }>()
    await this.replica.prepare(objects.map(({ sql }) => sql).join(';\n')).run()
    const names = objects.filter(({ isTable }) => isTable).map(({ name }) => name)
    const columns = await this.replica.batch<{ name: string; hidden: number }>(
      names.map((name) => this.replica.prepare(`PRAGMA table_xinfo("${name}")`)),
    )
    const stored = (n: number) => (columns[n]?.results ?? []).filter(({ hidden }) => hidden === 0)
    return names.map((name, n) => ({ name, columns: stored(n).map((column) => column.name) }))
  }

  /** The binding. */
  get database(): D1Database {
    const direct = this.#source(() => this.#onPrimary())
    return {
      ...direct,
      exec: (sql: string) => this.primary.exec(sql),
      withSession: (from?: string) => this.#session(from),
    } as never
  }

  #session(from = 'first-unconstrained'): D1DatabaseSession {
    let bookmark: string | null = /^first-/.test(from) ? null : from
    const source = this.#source(async (isWrite) => {
      if (isWrite || (bookmark === null && from === 'first-primary')) {
        const answer = this.#onPrimary()
        bookmark = answer.bookmark
        return answer
      }
      this.required = bookmark ?? ''
      if (this.fails) throw new Error('the replica does not answer')
      if (bookmark !== null && bookmark > marked(this.#applied)) await this.catchUp()
      this.served++
      bookmark ??= marked(this.#applied)
      return { database: this.replica, isPrimary: false, bookmark }
    })
    return { ...source, getBookmark: () => bookmark } as never
  }

  #onPrimary() {
    this.time++
    return { database: this.primary, isPrimary: true, bookmark: marked(this.time) }
  }

  #source(
    choose: (
      isWrite: boolean,
    ) =>
      | { database: D1Database; isPrimary: boolean }
      | Promise<{ database: D1Database; isPrimary: boolean }>,
  ) {
    const send = async (statements: Prepared[]) => {
      const { database, isPrimary } = await choose(statements.some(({ sql }) => !isRead(sql)))
      const results = await database.batch(
        statements.map(({ sql, values }) => database.prepare(sql).bind(...values)),
      )
      for (const { meta } of results) meta.served_by_primary = isPrimary
      return results
    }
    const prepare = (sql: string, values: unknown[] = []): D1PreparedStatement => {
      const own = { sql, values }
      const only = async () => (await send([own]))[0]
      const statement = {
        bind: (...bound: unknown[]) => prepare(sql, bound),
        all: only,
        run: only,
        first: async () => (await only())?.results[0] ?? null,
      } as never
      this.#prepared.set(statement, own)
      return statement
    }
    const batch = (statements: object[]) =>
      send(statements.map((each) => this.#prepared.get(each) as Prepared))
    return { prepare, batch }
  }
}

const marked = (time: number) => String(time).padStart(8, '0')

function literal(value: unknown): string {
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`
  if (Array.isArray(value))
    return `X'${value.map((byte) => Number(byte).toString(16).padStart(2, '0')).join('')}'`
  return String(value)
}
