import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import type { Statement, Statements } from '#db/client.ts'
import { DatabaseSync } from '../../../scripts/site/sqlite.ts'

/** The file of a Miniflare database, found by one of its tables: its name is a hash. */
export async function fileWith(table: string, folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true })
  for (const name of names.filter((file) => file.endsWith('.sqlite'))) {
    const file = new DatabaseSync(join(folder, name))
    const found = file.prepare('SELECT 1 FROM sqlite_master WHERE name = ?').get(table)
    file.close()
    if (found) return join(folder, name)
  }
  throw new Error(`no database in ${folder} has the table ${table}`)
}

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
