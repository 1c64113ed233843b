import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'

/** The database cost of a response, from its `server-timing` header. */
export const roundTrips = (response: { headers: Headers }) => figureOf(response, 'round trips')
export const rowsRead = (response: { headers: Headers }) => figureOf(response, 'rows read')
export const rowsWritten = (response: { headers: Headers }) => figureOf(response, 'rows written')

function figureOf({ headers }: { headers: Headers }, name: string): number {
  return Number(new RegExp(`${name}: (\\d+)`).exec(headers.get('server-timing') ?? '')?.[1])
}

export async function planOf(db: Database, statement: SQL): Promise<string> {
  const rows = await db.all(sql<{ detail: string }>`EXPLAIN QUERY PLAN ${statement}`)
  return rows.map(({ detail }) => detail).join('\n')
}
