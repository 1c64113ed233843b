import { Column, getTableName, isTable, Name, SQL, StringChunk } from 'drizzle-orm'
import type { Query } from 'drizzle-orm/sql/sql'

/**
 * The text and the parameters of a statement. Drizzle's own dialect takes ten times as long. A
 * number after LIMIT is written into the text, because SQLite compiles a statement with a bound
 * LIMIT again on every run.
 */
export function toQuery(statement: SQL): Query {
  const query: Query = { sql: '', params: [] }
  append(query, statement)
  return query
}

function append(query: Query, { queryChunks }: SQL): void {
  let text = ''
  for (const chunk of queryChunks as readonly unknown[]) {
    if (chunk instanceof StringChunk) {
      text = chunk.value.join('')
      query.sql += text
    } else if (chunk instanceof SQL) append(query, chunk)
    else if (chunk instanceof Name) query.sql += `"${chunk.value}"`
    else if (typeof chunk === 'number' && text.endsWith('LIMIT ')) query.sql += wholeNumber(chunk)
    else if (Array.isArray(chunk)) appendList(query, chunk)
    else if (isTable(chunk)) query.sql += getTableName(chunk)
    else if (chunk instanceof Column) query.sql += `${getTableName(chunk.table)}."${chunk.name}"`
    else if (chunk !== undefined) appendValue(query, chunk)
  }
}

function wholeNumber(value: number): number {
  if (!Number.isSafeInteger(value)) throw new TypeError(`LIMIT ${value}`)
  return value
}

function appendList(query: Query, values: readonly unknown[]): void {
  query.sql += '('
  for (const [at, value] of values.entries()) {
    if (at > 0) query.sql += ', '
    appendValue(query, value)
  }
  query.sql += ')'
}

/** Drizzle accepts lists of statements too. No statement of the site contains one. */
function appendValue(query: Query, value: unknown): void {
  if (typeof value === 'object' && value !== null)
    throw new TypeError('a statement contains an object')
  query.sql += '?'
  query.params.push(value)
}
