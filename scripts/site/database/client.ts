import type { Answer, Query, QueryResult, Value } from './object.ts'

/**
 * The binding of a database in a Worker: the interface of D1 over calls of a Durable Object. The
 * checks and error messages are those of the client of D1 in workerd.
 */
export default function makeBinding({ OBJECTS, NAME }: InnerBindings): Omit<D1Database, 'dump'> {
  let id: DurableObjectId | undefined
  return new Database(async (queries) => {
    id ??= OBJECTS.idFromName(NAME)
    // A stub belongs to one request, so it cannot be kept.
    const answer = await OBJECTS.get(id).query(queries).catch(failedCall)
    if ('error' in answer) throw d1Error('D1_ERROR', answer.error)
    return answer.results
  })
}

/**
 * workerd hides the reason when it resets an object during a call. The message is the one of D1 for
 * this case, so that reads are repeated and writes respond with 503.
 */
function failedCall(error: unknown): never {
  if (error instanceof Error && error.message.startsWith('internal error'))
    throw new Error('Network connection lost: the database object was reset', { cause: error })
  throw error
}

export interface InnerBindings {
  OBJECTS: {
    idFromName(name: string): DurableObjectId
    get(id: DurableObjectId): { query(queries: readonly Query[]): Promise<Answer> }
  }
  /** The name of the object. */
  NAME: string
}

type Send = (queries: readonly Query[]) => Promise<QueryResult[]>

class Session {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  prepare(sql: string): D1PreparedStatement {
    return new Statement(this.#send, [sql, []])
  }

  async batch<Row>(statements: D1PreparedStatement[]): Promise<D1Result<Row>[]> {
    const queries = (statements as Statement[]).map(({ query }) => query)
    return (await this.#send(queries)).map(resultOf<Row>)
  }

  /** There is one copy of the database, so no session needs a bookmark. */
  getBookmark(): null {
    return null
  }
}

class Database {
  readonly #send: Send
  readonly #session: Session

  constructor(send: Send) {
    this.#send = send
    this.#session = new Session(send)
  }

  prepare(sql: string): D1PreparedStatement {
    return this.#session.prepare(sql)
  }

  batch<Row>(statements: D1PreparedStatement[]): Promise<D1Result<Row>[]> {
    return this.#session.batch(statements)
  }

  /** D1 takes each line as a statement, and names the first line in every error. */
  async exec(script: string): Promise<D1ExecResult> {
    const lines = script.trim().split('\n')
    const results = await this.#send(lines.map((line) => [line, []])).catch((error: Error) => {
      const reason = error.cause instanceof Error ? error.cause.message : null
      if (reason === null) throw error
      throw d1Error('D1_EXEC_ERROR', `Error in line 1: ${lines[0]}: ${reason}`)
    })
    const duration = results.reduce((sum, { meta }) => sum + meta.duration, 0)
    return { count: results.length, duration }
  }

  withSession(): D1DatabaseSession {
    return new Session(this.#send)
  }
}

class Statement {
  readonly query: Query
  readonly #send: Send

  constructor(send: Send, query: Query) {
    this.#send = send
    this.query = query
  }

  bind(...values: unknown[]): D1PreparedStatement {
    return new Statement(this.#send, [this.query[0], values.map(bound)])
  }

  async all<Row>(): Promise<D1Result<Row>> {
    return resultOf<Row>(await this.#only())
  }

  run<Row>(): Promise<D1Result<Row>> {
    return this.all<Row>()
  }

  async first<Found>(column?: string): Promise<Found | null> {
    const [row] = resultOf<Record<string, unknown>>(await this.#only()).results
    if (row === undefined) return null
    if (column === undefined) return row as Found
    if (row[column] === undefined) {
      const cause = new Error('Column not found')
      throw new Error(`D1_COLUMN_NOTFOUND: Column not found (${column})`, { cause })
    }
    return row[column] as Found
  }

  async raw<Row extends unknown[]>(options?: { columnNames?: boolean }): Promise<never> {
    const { columns, rows } = await this.#only()
    const cells = rows.map((row) => row.map(returned)) as Row[]
    return (options?.columnNames ? [columns, ...cells] : cells) as never
  }

  async #only(): Promise<QueryResult> {
    const [result] = await this.#send([this.query])
    if (result === undefined) throw new Error('the database returned no result')
    return result
  }
}

function d1Error(code: 'D1_ERROR' | 'D1_EXEC_ERROR' | 'D1_TYPE_ERROR', message: string): Error {
  return new Error(`${code}: ${message}`, { cause: new Error(message) })
}

/**
 * D1 sends values as JSON, which has no infinite numbers, no NaN, no negative zero and no bytes.
 */
function bound(value: unknown): Value | Uint8Array {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value === null) return null
  if (value instanceof ArrayBuffer) return value
  if (ArrayBuffer.isView(value)) return Uint8Array.from(Array.from(value as Uint8Array))
  if (Array.isArray(value) && value.every(isByte)) return Uint8Array.from(value)
  throw d1Error('D1_TYPE_ERROR', `Type '${typeof value}' not supported for value '${value}'`)
}

const isByte = (value: unknown) => typeof value === 'number' && value >= 0 && value < 256

function returned(value: Value): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null
  return value instanceof ArrayBuffer ? Array.from(new Uint8Array(value)) : value
}

function resultOf<Row>({ columns, rows, meta }: QueryResult): D1Result<Row> {
  const results = rows.map((cells) => {
    const row: Record<string, unknown> = {}
    for (let at = 0; at < columns.length; at++)
      row[columns[at] as string] = returned(cells[at] as Value)
    return row as Row
  })
  return { success: true, meta, results } as D1Result<Row>
}
