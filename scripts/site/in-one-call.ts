import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import { type Database, openDb, type Statement } from '#db/client.ts'
import { Meter } from '#db/meter.ts'
import { withLiterals } from './query.ts'

/**
 * From outside the Worker each statement costs several calls before it runs, and the index takes hundreds: more time than all
 * the rest of a seed or a restore. `exec` takes those that only write at once, as text, one a line.
 */
export function inOneCall(d1: D1Database): Database {
  const db = openDb(d1, new Meter())
  return {
    ...db,
    batch: async (statements) => {
      const lines = statements.map(inOneLine)
      if (lines.some((line) => line === null)) return db.batch(statements)
      if (lines.length > 0) await d1.exec(lines.join('\n'))
      return lines.map(() => []) as never
    },
  }
}

/** As D1 limits it, in bytes. */
const STATEMENT_MAX = 100_000

/** Null for what answers with rows, or cannot be written as a text. */
function inOneLine(statement: Statement): string | null {
  const { sql, params } = dialect.sqlToQuery(statement)
  if (/^\s*(?:SELECT|WITH)\b|\bRETURNING\b/i.test(sql)) return null
  if (params.some((value) => typeof value === 'string' && value.includes('\0'))) return null
  const line = withLiterals(sql.replace(/\s*\n\s*/g, ' ').trim(), params as (string | number | null)[])
    .replaceAll('\n', `' || char(10) || '`)
    .concat(';')
  return Buffer.byteLength(line) > STATEMENT_MAX ? null : line
}

const dialect = new SQLiteSyncDialect()
