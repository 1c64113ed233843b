import { sql } from 'drizzle-orm'
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import type { Statement } from '#db/client.ts'
import { theSite } from './browser.ts'

const dialect = new SQLiteSyncDialect()

/** Sets the exp of a user directly in the database. */
export async function setExp(uid: number, exp: number): Promise<void> {
  await batch([sql`UPDATE users SET exp = ${exp} WHERE uid = ${uid}`])
}

/** Runs one batch on the database of the running site. Returns the rows of each statement. */
export async function batch(statements: Statement[]): Promise<unknown[][]> {
  const body = JSON.stringify(statements.map((statement) => dialect.sqlToQuery(statement)))
  const response = await fetch(theSite.database, { method: 'POST', body })
  if (!response.ok) throw new Error(await response.text())
  return response.json() as Promise<unknown[][]>
}
