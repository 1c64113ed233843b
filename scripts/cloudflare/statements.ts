import type { Statement, Statements } from '#db/client.ts'
import { toQuery } from '#db/query.ts'
import { withLiterals } from '../site/query.ts'
import type { RemoteDatabase } from './database.ts'

/**
 * The deployed database as a D1Database for the domain code. Each call is one request to Cloudflare's API, so use it
 * for a few statements only.
 */
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

/** Inlines the values: the API has one parameter list for all statements of a request. */
function written(statement: Statement): string {
  const { sql, params } = toQuery(statement)
  return withLiterals(sql, params as (string | number | null)[])
}
