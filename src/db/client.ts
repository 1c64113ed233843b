import { type SQL, sql } from 'drizzle-orm'
import type { Query } from 'drizzle-orm/sql/sql'
import { withRetry } from '#db/outage.ts'
import { toQuery } from '#db/query.ts'
import { refusalOf } from '#db/refusals.ts'
import type { CachedValue } from '#kernel/cached-value.ts'
import { AppError, type ErrorCode } from '#kernel/errors.ts'
import { type Cursor, type ListKey, type Page, type PageRequest, pageOf } from '#kernel/paging.ts'
import { pause } from '#kernel/pause.ts'
import { PRICES } from '#kernel/prices.ts'

/**
 * One SQL statement with bound parameters, written with drizzle's `sql` tag. `Row` is the type of
 * the rows it returns.
 */
export type Statement<Row = unknown> = SQL<Row>

type RowsOf<S extends readonly Statement[]> = {
  -readonly [K in keyof S]: S[K] extends SQL<infer Row> ? Row[] : never
}

/**
 * The database for domain code. A command is one `batch`: D1 has no interactive transactions, and a
 * batch is atomic.
 */
export interface Database {
  all<Row>(statement: Statement<Row>): Promise<Row[]>
  first<Row>(statement: Statement<Row>): Promise<Row | null>
  batch<const S extends readonly Statement[]>(statements: S): Promise<RowsOf<S>>
  /** Sends the statements as one batch, and returns the rows of the last statement. */
  lastOf<Row>(statements: readonly [...Statement[], Statement<Row>]): Promise<Row[]>
  /**
   * Reads one group, or several named groups in one batch. Each result has the name of its group.
   */
  read<Result>(group: Group<Result>): Promise<Result>
  read<A extends Asked>(asked: A): Promise<Results<A>>
}

type Source = D1Database | D1DatabaseSession

/** The subset that operators' commands can also send through Cloudflare's API. */
export type Statements = Pick<Database, 'all' | 'first' | 'batch'>

/** The rows of the last statement of a batch. */
export function last<Rows>(results: readonly [...unknown[], Rows]): Rows {
  return results.at(-1) as Rows
}

interface Options {
  /** Called after a batch has committed, with the users and posts that it affects. */
  committed?: (concern: Concern) => void
  /** The error code to throw when this database is down. */
  outage?: ErrorCode
  /**
   * Called after each round trip. The argument is true if the primary of a database with replicas
   * has run every statement of it.
   */
  served?: (byPrimary: boolean) => void
  /** Sent with the first batch that writes, before its statements. */
  firstWrite?: FirstWrite
  /**
   * Pauses after every response of the database. For the cron, whose statements would otherwise
   * delay all requests of a local site.
   */
  paced?: boolean
}

/**
 * Statements that the first batch that writes also contains. If one of them raises an error,
 * nothing of the batch is committed, and the next batch that writes contains them again.
 */
export interface FirstWrite {
  statements: readonly Statement[]
  /** Set by the database after the batch has committed. */
  hasCommitted: boolean
}

/**
 * Rows are objects with one member for each column name, so a join must give every column a name of
 * its own. Reads are retried after a transient error. Writes are never retried, because the failed
 * attempt may have committed.
 */
export function openDb(
  source: Source | (() => Source),
  meter: Meter,
  { committed, outage, served, firstWrite, paced = false }: Options = {},
): Database {
  // The first statement opens the session, because many responses need no database.
  let opened: Source | null = null
  const d1 = () => {
    opened ??= typeof source === 'function' ? source() : source
    return opened
  }
  const prepare = ({ sql, params }: Query) =>
    d1()
      .prepare(sql)
      .bind(...params)
  const run = async <Row>(
    queries: readonly Query[],
    send: () => Promise<D1Result<Row>[]>,
  ): Promise<Row[][]> => {
    try {
      const results = await withRetry(send, () => queries.every(({ sql }) => isRead(sql)))
      if (paced) await pause()
      meter.count(results)
      served?.(results.every(({ meta }) => meta.served_by_primary === true))
      return results.map((result) => result.results)
    } catch (error) {
      throw refusalOf(error) ?? (outage ? new AppError(outage, {}, { cause: error }) : error)
    }
  }
  const all = async <Row>(statement: Statement<Row>) => (await batch([statement]))[0] ?? []
  const send = (queries: readonly Query[]) => {
    const [only] = queries
    if (only === undefined) return Promise.resolve([])
    // A single statement needs no transaction.
    if (queries.length === 1) return run(queries, async () => [await prepare(only).all<unknown>()])
    return run(queries, () => d1().batch<unknown>(queries.map(prepare)))
  }
  const batch = async <const S extends readonly Statement[]>(statements: S) => {
    const queries = statements.map(toQuery)
    const isDue = firstWrite?.hasCommitted === false && !queries.every(({ sql }) => isRead(sql))
    const first = isDue ? firstWrite.statements : []
    const rows = await send([...first.map(toQuery), ...queries])
    if (isDue) firstWrite.hasCommitted = true
    const sent = [...first, ...statements]
    if (committed) for (const concern of concernsOf(sent, rows)) committed(concern)
    return rows.slice(first.length) as RowsOf<S>
  }
  function read<Result>(one: Group<Result>): Promise<Result>
  function read<A extends Asked>(several: A): Promise<Results<A>>
  async function read(asked: Group<unknown> | Asked): Promise<unknown> {
    const { statements, result } = isGroup(asked) ? asked : group(asked, (results) => results)
    return result(await batch(statements))
  }
  return {
    all,
    first: async (statement) => (await all(statement))[0] ?? null,
    batch,
    lastOf: async (statements) => last(await batch(statements)) as never,
    read,
  }
}

/**
 * Whether a statement certainly changes nothing. A read that contains a keyword in a string literal
 * counts as a write: it is not retried, which is harmless.
 */
export function isRead(sql: string): boolean {
  return (
    /^\s*(?:SELECT|WITH)\b/i.test(sql) && !/\b(?:INSERT|UPDATE|DELETE|REPLACE\s+INTO)\b/i.test(sql)
  )
}

/**
 * Statements, and a function that turns their rows into one result. A feature exports groups for
 * the pages of other features, so that a page reads everything in one batch and does not handle the
 * rows of other features. Groups can be nested: all groups of a read are one batch.
 */
export interface Group<Result> {
  statements: readonly Statement[]
  result: (rows: unknown[][]) => Result
}

/**
 * What `group` and `read` accept under each name. The result of a Group is the return value of its
 * `result` function, the result of a Statement is its rows, and the result of null is null.
 */
export type Asked = Readonly<Record<string, Group<unknown> | Statement | null>>

/** The results of `Asked`, each under the name of what was asked. */
export type Results<A extends Asked> = { [Name in keyof A]: ResultOf<A[Name]> }

export type ResultOf<Part> =
  Part extends Group<infer Result> ? Result : Part extends Statement<infer Row> ? Row[] : null

/**
 * Combines several parts into one group. The `result` functions run in the order of the names: if
 * several of them throw, the first error is thrown.
 */
export function group<A extends Asked, Result>(
  asked: A,
  result: (results: Results<A>) => Result,
): Group<Result> {
  const parts = Object.entries(asked).map(([name, part]) => ({ name, ...asGroup(part) }))
  return {
    statements: parts.flatMap(({ statements }) => statements),
    result: (rows) => {
      const rest = [...rows]
      const results = parts.map((part) => [
        part.name,
        part.result(rest.splice(0, part.statements.length)),
      ])
      return result(Object.fromEntries(results) as Results<A>)
    },
  }
}

/** Write statements that run in the same batch as reads. Their result is null. */
export function command(statements: readonly Statement[]): Group<null> {
  return { statements, result: () => null }
}

/** The first row, or null. */
export function one<Row>(statement: Statement<Row>): Group<Row | null> {
  return group({ rows: statement }, ({ rows: [row] }) => row ?? null)
}

/** The first row. Throws `not_found` if there is none. */
export function found<Row>(statement: Statement<Row>): Group<Row> {
  return group({ row: one(statement) }, ({ row }) => {
    if (row === null) throw new AppError('not_found')
    return row
  })
}

/**
 * While the cached value is younger than `age`, the group has no statement and its result is the
 * cached value. Otherwise the result of `read` becomes the cached value.
 */
export function throughCache<T>(
  cache: CachedValue<T>,
  age: number,
  read: Group<T>,
  now: Date,
): Group<T> {
  const cached = cache.youngerThan(age, now)
  if (cached !== null) return { statements: [], result: () => cached }
  const store = cache.startRead(now)
  return group({ value: read }, ({ value }) => {
    store(value)
    return value
  })
}

/** One page of a list. `rows` may have one row more than the limit of the request. */
export function pageGroup<Row, Item>(
  list: ListKey,
  request: PageRequest,
  rows: Statement<Row>,
  cursorOf: (row: Row) => Cursor,
  itemOf: (row: Row) => Item,
): Group<Page<Item>> {
  return group({ rows }, ({ rows }) => pageOf(list, rows, request, cursorOf, itemOf))
}

function asGroup(part: Asked[string]): Group<unknown> {
  if (part === null) return command([])
  return isGroup(part) ? part : { statements: [part], result: ([rows]) => rows }
}

function isGroup(asked: Group<unknown> | Statement | Asked): asked is Group<unknown> {
  return 'result' in asked && typeof asked.result === 'function'
}

/** The results of one round trip, as far as the meter reads them. */
type Counted = readonly {
  results: readonly unknown[]
  meta: { duration: number; rows_read: number; rows_written: number }
}[]

/**
 * The cost of one request: measured times, and prices of what no clock measures (kernel/prices.ts).
 * One round trip is one request to D1, with any number of statements.
 */
export class Meter {
  roundTrips = 0
  rowsRead = 0
  rowsWritten = 0
  /** Whether a Durable Object wrote for this request, on a connection of its own. */
  wroteElsewhere = false
  #ms: number = PRICES.request
  #charge: ((ms: number) => void) | null = null

  count(results: Counted): void {
    this.roundTrips += 1
    let ms: number = PRICES.roundTrip
    for (const { results: rows, meta } of results) {
      this.rowsRead += meta.rows_read
      this.rowsWritten += meta.rows_written
      ms += meta.duration + rows.length * PRICES.row
    }
    this.spend(ms)
  }

  /** Adds the cost of a Durable Object call of this request. */
  add(spent: { roundTrips: number; rowsRead: number; rowsWritten: number; ms: number }): void {
    this.roundTrips += spent.roundTrips
    this.rowsRead += spent.rowsRead
    this.rowsWritten += spent.rowsWritten
    this.wroteElsewhere ||= spent.rowsWritten > 0
    this.spend(spent.ms)
  }

  /** Adds work that has taken this time, in milliseconds. */
  spend(ms: number): void {
    this.#ms += ms
    this.#charge?.(ms)
  }

  /** The cost of the request until now, in milliseconds. */
  get ms(): number {
    return this.#ms
  }

  /** Charges the cost until now, and later each further cost, such as that of a streamed body. */
  chargeTo(charge: (ms: number) => void): void {
    charge(this.#ms)
    this.#charge = charge
  }
}

/**
 * Users whose open pages must be updated after a statement has committed: `users`, and the authors
 * of the posts `authorsOf`. `admins`: the statement queued push messages for admins.
 */
export interface Concern {
  users?: readonly number[]
  authorsOf?: readonly number[]
  admins?: boolean
}

type ByRows = (rows: readonly unknown[]) => Concern

const concerns = new WeakMap<object, ByRows>()

/**
 * Tags a statement with the users to notify after commit. `openDb` reads the tag, so commands need
 * not pass it on.
 */
export function concerning<S extends SQL>(concern: Concern | ByRows, statement: S): S {
  concerns.set(statement, typeof concern === 'function' ? concern : () => concern)
  return statement
}

/** Tags a statement with the users in the column `user_id` that it returns. */
export const concerningReturned = <S extends SQL>(statement: S): S =>
  concerning(
    (rows) => ({ users: (rows as { user_id: number }[]).map(({ user_id }) => user_id) }),
    statement,
  )

function concernsOf(statements: readonly SQL[], rows: readonly (readonly unknown[])[]): Concern[] {
  return statements.flatMap((statement, at) => concerns.get(statement)?.(rows[at] ?? []) ?? [])
}

/**
 * `column = value`, or undefined without a value: drizzle's `and(…)` skips undefined conditions.
 */
export function equals(column: SQL, value: string | number | undefined): SQL | undefined {
  return value === undefined ? undefined : sql`${column} = ${value}`
}

/**
 * A prefix match as a range, so that an index can be used. char(1114111) is the last character of
 * Unicode.
 */
export function beginsWith(column: SQL, beginning: string | SQL): SQL {
  return sql`(${column} >= ${beginning} AND ${column} < ${beginning} || char(1114111))`
}

/**
 * A condition for keyset paging by two columns in descending order: the rows after the cursor.
 * There is no condition for the first page.
 */
export function behind(
  { after }: Pick<PageRequest, 'after'>,
  key: SQL,
  id: SQL,
  order: '<' | '>' = '<',
): SQL | undefined {
  return after === null
    ? undefined
    : sql`(${key}, ${id}) ${sql.raw(order)} (${after[0]}, ${after[1]})`
}

/** Keyset paging for a list that is sorted by id only. */
export function behindId(
  { after }: Pick<PageRequest, 'after'>,
  id: SQL,
  order: '<' | '>' = '<',
): SQL | undefined {
  return after === null ? undefined : sql`${id} ${sql.raw(order)} ${after[1]}`
}

/**
 * Limits the rowids of an FTS5 table. D1 binds numbers as REAL, and FTS5 does not use a REAL bound:
 * it would scan all rows after it. The cast makes the bound an integer.
 */
export function rowidIs(order: '<' | '<=' | '>', id: number): SQL {
  return sql`rowid ${sql.raw(order)} CAST(${id} AS INTEGER)`
}

/** Counts rows, but stops at `max` + 1, so that no more rows are read. */
export function countUpTo(max: number, rows: SQL): Group<number> {
  const counted = sql<{
    count: number
  }>`SELECT COUNT(*) AS count FROM (SELECT 1 FROM ${rows} LIMIT ${max + 1})`
  return group({ counted: one(counted) }, ({ counted }) => counted?.count ?? 0)
}
