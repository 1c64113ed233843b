import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import type { Statement, Statements } from '#db/client.ts'
import { DatabaseSync } from '../../../scripts/site/sqlite.ts'

/** Inserts millions of rows without durability: an incomplete file is discarded. */
export function openWithoutDurability(path: string): DatabaseSync {
  const file = new DatabaseSync(path, { enableForeignKeyConstraints: false })
  file.exec(
    'PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -1000000; PRAGMA temp_store = MEMORY',
  )
  return file
}

/** A D1Database for the domain functions, so that the index is filled and figures are checked by the site's rules. */
export function statementsOn(file: DatabaseSync): Statements {
  const prepared = new Map<string, ReturnType<DatabaseSync['prepare']>>()
  const rowsOf = <Row>(statement: Statement<Row>): Row[] => {
    const { sql, params } = dialect.sqlToQuery(statement)
    const ready = prepared.get(sql) ?? file.prepare(sql)
    prepared.set(sql, ready)
    return ready.all(...(params as (string | number | null)[])) as Row[]
  }
  return {
    all: async (statement) => rowsOf(statement),
    first: async (statement) => rowsOf(statement)[0] ?? null,
    batch: async (statements) => statements.map(rowsOf) as never,
  }
}

const dialect = new SQLiteSyncDialect()
