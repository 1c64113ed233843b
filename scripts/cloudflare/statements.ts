import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import type { Statement, Statements } from '#db/client.ts'
import { withLiterals } from '../site/query.ts'
import type { RemoteDatabase } from './database.ts'

/** The deployed database for the domain's own code. Each call is a request of Cloudflare's API, so it is for a few and not for many. */
export function statementsOn({ run }: RemoteDatabase): Statements {
  const all = async <Row>(statement: Statement<Row>) => {
    const [rows] = await run(written(statement))
    return (rows ?? []) as Row[]
  }
  return {
    all,
    first: async (statement) => (await all(statement))[0] ?? null,
    batch: async (statements) => (await run(statements.map(written).join(';\n'))) as never,
  }
}

/** With its values in it: parameters of several statements in one request are not told apart. */
function written(statement: Statement): string {
  const { sql, params } = dialect.sqlToQuery(statement)
  return withLiterals(sql, params as (string | number | null)[])
}

const dialect = new SQLiteSyncDialect()
