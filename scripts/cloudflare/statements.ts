import type { Statement, Statements } from '#db/client.ts'
import { toQuery } from '#db/query.ts'
import type { RemoteDatabase } from './database.ts'

/** The deployed database as a D1Database for the domain code. Each call is one request to Cloudflare's API. */
export function statementsOn({ batch }: RemoteDatabase): Statements {
  const send = async (statements: readonly Statement[]) =>
    statements.length === 0 ? [] : batch(statements.map(toQuery))
  const all = async <Row>(statement: Statement<Row>) => {
    const [rows] = await send([statement])
    return (rows ?? []) as Row[]
  }
  return {
    all,
    first: async (statement) => (await all(statement))[0] ?? null,
    batch: async (statements) => (await send(statements)) as never,
  }
}
