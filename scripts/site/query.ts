import { Failure } from '../bootstrap/failure.mjs'

type Value = string | number | null

/** Runs one statement on the site's database, here or at Cloudflare, and returns its rows. */
export type Query = <Row>(sql: string, ...values: Value[]) => Promise<Row[]>

export function localQuery(db: D1Database): Query {
  return async <Row>(sql: string, ...values: Value[]) => {
    const statement = db.prepare(sql).bind(...values)
    return (await statement.all<Row>()).results
  }
}

/** Writes the parameters into the statement, for interfaces that accept no parameters. */
export function withLiterals(sql: string, values: Value[]): string {
  const parts = sql.split('?')
  if (parts.length !== values.length + 1)
    throw new Error(`${parts.length - 1} parameters in "${sql}"`)
  return parts.reduce((text, part, i) => text + literal(values[i - 1] ?? null) + part)
}

function literal(value: Value): string {
  if (value === null) return 'NULL'
  if (typeof value === 'number') return String(value)
  // SQLite ends a statement at NUL, so a NUL in a string would cut the statement.
  if (value.includes('\0')) throw new Failure('a NUL character cannot be stored')
  return `'${value.replaceAll("'", "''")}'`
}
