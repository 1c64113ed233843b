export type Row = Record<string, string | number | null>

/**
 * Inserts all rows of a table in one statement and in order, so that triggers run in that order.
 */
export function insertion(
  db: D1Database,
  table: string,
  rows: readonly Row[],
): D1PreparedStatement[] {
  const [first] = rows
  if (first === undefined) return []
  const columns = Object.keys(first)
  const values = columns.map((column) => `value ->> '${column}'`)
  return [
    db
      .prepare(
        `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${values.join(', ')} FROM json_each(?) ORDER BY key`,
      )
      .bind(JSON.stringify(rows)),
  ]
}

/** The rows in chronological order. */
export function inTime<T extends { created_at: string }>(rows: readonly T[]): T[] {
  return [...rows].sort((a, b) => {
    if (a.created_at === b.created_at) return 0
    return a.created_at < b.created_at ? -1 : 1
  })
}
