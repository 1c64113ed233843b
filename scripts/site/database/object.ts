import { DurableObject } from 'cloudflare:workers'

/** A value of SQLite, as it crosses between the Worker and the object. */
export type Value = string | number | null | ArrayBuffer

/** A statement and its values. */
export type Query = readonly [sql: string, values: readonly (Value | Uint8Array)[]]

export interface QueryResult {
  columns: string[]
  rows: Value[][]
  meta: D1Result['meta']
}

/** An error of SQLite is returned, because an error that crosses a call costs more than a value. */
export type Answer = { results: QueryResult[] } | { error: string }

/** The figures of a connection that the `meta` of a result compares. */
interface Figures {
  /** The rows that the connection has changed since it was opened. */
  changes: number
  lastRowId: number
  /** The bytes of the database. */
  size: number
}

/**
 * A database of a site on one machine. Miniflare's D1 is the same kind of object, over the same
 * file: only the way of the statements is different (docs/decisions/0027-database-by-rpc.md).
 */
export class DatabaseObject extends DurableObject {
  /** Null if unknown. A read does not change them, so they are not read again for it. */
  #figures: Figures | null = null

  /** Runs the statements in one transaction. */
  query(queries: readonly Query[]): Answer {
    const statements = queries.filter(([sql]) => hasStatement(sql))
    if (statements.length === 0) return { error: 'No SQL statements detected.' }
    try {
      const run = (query: Query) => this.#run(query)
      const results = this.ctx.storage.transactionSync(() => statements.map(run))
      return { results }
    } catch (error) {
      // The rollback changes the size, but not the other figures.
      this.#figures = null
      return { error: error instanceof Error ? error.message : String(error) }
    }
  }

  #run([sql, values]: Query): QueryResult {
    const begun = performance.now()
    const before = this.#figures ?? this.#readFigures()
    const cursor = this.ctx.storage.sql.exec(sql, ...values)
    const columns = cursor.columnNames
    const rows = [...cursor.raw()] as Value[][]
    const after = isRead(sql) ? before : this.#readFigures()
    this.#figures = after
    return {
      columns,
      rows,
      meta: {
        served_by: 'joule',
        duration: performance.now() - begun,
        changes: after.changes - before.changes,
        last_row_id: after.lastRowId,
        changed_db:
          after.changes !== before.changes ||
          after.lastRowId !== before.lastRowId ||
          after.size !== before.size,
        size_after: after.size,
        rows_read: cursor.rowsRead,
        rows_written: cursor.rowsWritten,
      },
    }
  }

  #readFigures(): Figures {
    const { sql } = this.ctx.storage
    const { changes, lastRowId } = sql
      .exec<{ changes: number; lastRowId: number }>(
        'SELECT total_changes() AS changes, last_insert_rowid() AS lastRowId',
      )
      .one()
    return { changes, lastRowId, size: sql.databaseSize }
  }
}

/** Whether a text is certainly one statement that changes nothing. */
function isRead(sql: string): boolean {
  return /^\s*(?:SELECT|WITH)\b/i.test(sql) && !/;|\b(?:INSERT|UPDATE|DELETE|REPLACE)\b/i.test(sql)
}

/** Miniflare's D1 skips texts without a statement, by the same expression. */
function hasStatement(sql: string): boolean {
  return /^\s*\w/.test(sql) || sql.replace(/^\s+--.*/gm, '').trim().length > 0
}

export default {}
