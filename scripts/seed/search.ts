import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import { type Database, openDb, type Statement } from '#db/client.ts'
import { Meter } from '#db/meter.ts'
import { syncComments } from '#features/comments/searchable.ts'
import { syncPosts } from '#features/posts/searchable.ts'
import { localQuery, withLiterals } from '../site/query.ts'

/** Brings the index up to everything that is there. Run again, it changes nothing. */
export async function makeSearchable(main: D1Database, index: D1Database): Promise<void> {
  const [db, search] = [openDb(main, new Meter()), inOneCall(index)]
  const idsIn = async (table: string) => {
    const rows = await localQuery(main)<{ id: number }>(`SELECT id FROM ${table}`)
    return rows.map(({ id }) => id)
  }
  await syncPosts(db, search, await idsIn('posts'))
  await syncComments(db, search, await idsIn('comments'))
}

/**
 * From outside the Worker each statement costs a call to prepare it, and the index takes hundreds: more time than all the
 * rest of the seed. `exec` takes them at once, as text, one a line.
 */
function inOneCall(d1: D1Database): Database {
  return {
    ...openDb(d1, new Meter()),
    batch: async (statements) => {
      if (statements.length > 0) await d1.exec(statements.map(inOneLine).join('\n'))
      return [] as never
    },
  }
}

function inOneLine(statement: Statement): string {
  const { sql, params } = dialect.sqlToQuery(statement)
  return withLiterals(sql.replace(/\s*\n\s*/g, ' ').trim(), params as (string | number | null)[])
    .replaceAll('\n', `' || char(10) || '`)
    .concat(';')
}

const dialect = new SQLiteSyncDialect()
