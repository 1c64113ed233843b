import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import type { Statement, Statements } from '#db/client.ts'
import { wranglerBatch } from './query.ts'

type Value = string | number | null

/** The deployed database for the domain's own code. Each call is one of wrangler, so it is for a few and not for many. */
export function wranglerDatabase(): Statements {
  const send = wranglerBatch('--remote', 'DB')
  const written = (statement: Statement) => {
    const { sql, params } = dialect.sqlToQuery(statement)
    return { sql, values: params as Value[] }
  }
  const all = async <Row>(statement: Statement<Row>) => {
    const [rows] = await send([written(statement)])
    return (rows ?? []) as Row[]
  }
  return {
    all,
    first: async (statement) => (await all(statement))[0] ?? null,
    batch: async (statements) => (await send(statements.map(written))) as never,
  }
}

const dialect = new SQLiteSyncDialect()
