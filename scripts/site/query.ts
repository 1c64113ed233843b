import { Failure } from '../bootstrap/failure.mjs'
import { runSilently } from '../build/tools.ts'

type Value = string | number | null

/** Runs one statement on the site's database, here or at Cloudflare, and returns its rows. */
export type Query = <Row>(sql: string, ...values: Value[]) => Promise<Row[]>

export function localQuery(db: D1Database): Query {
  return async <Row>(sql: string, ...values: Value[]) => {
    const statement = db.prepare(sql).bind(...values)
    return (await statement.all<Row>()).results
  }
}

/** Through wrangler: `--remote` is the deployed database, `--local` the one of `wrangler dev`. */
export function wranglerQuery(place: '--remote' | '--local', database: 'DB' | 'SEARCH' = 'DB'): Query {
  const batch = wranglerBatch(place, database)
  return async <Row>(sql: string, ...values: Value[]) => {
    const [rows] = await batch([{ sql, values }])
    return (rows ?? []) as Row[]
  }
}

/** Several statements in one call of wrangler, which D1 carries out all or not at all. */
export function wranglerBatch(place: '--remote' | '--local', database: 'DB' | 'SEARCH') {
  return async (statements: { sql: string; values: Value[] }[]): Promise<unknown[][]> => {
    const command = statements.map(({ sql, values }) => withLiterals(sql, values)).join(';\n')
    const args = ['d1', 'execute', database, place, '--yes', '--json', `--command=${command}`]
    const { code, output } = await runSilently('wrangler', args)
    if (code !== 0) throw new Failure(`wrangler could not ask the database: ${errorIn(output)}`)
    const results = JSON.parse(output.slice(output.indexOf('[\n'))) as { results: unknown[] }[]
    return results.map((result) => result.results)
  }
}

/** `wrangler d1 execute` takes no parameters, so they are written into the statement. */
export function withLiterals(sql: string, values: Value[]): string {
  const parts = sql.split('?')
  if (parts.length !== values.length + 1) throw new Error(`${parts.length - 1} parameters in "${sql}"`)
  return parts.reduce((text, part, i) => text + literal(values[i - 1] ?? null) + part)
}

function literal(value: Value): string {
  if (value === null) return 'NULL'
  if (typeof value === 'number') return String(value)
  // SQLite ends a statement at NUL, so one in a string would cut it in two.
  if (value.includes('\0')) throw new Failure('a NUL character cannot be stored')
  return `'${value.replaceAll("'", "''")}'`
}

// With `--json`, wrangler reports errors as JSON too, and may say other things around it.
function errorIn(output: string): string {
  return /"text": "(.*)"/.exec(output)?.[1] ?? output.trim()
}
