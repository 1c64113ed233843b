import type { Query } from 'drizzle-orm/sql/sql'
import type { Statement } from '#db/client.ts'

/** Statements that are sent with the first read of a request, in the same round trip. */
export interface Piggyback {
  statements: readonly Statement[]
  /** Not worth a round trip of its own: waits for a read instead of going before a command. */
  onlyWithReads?: true
  /** Gets the rows before the reader gets its own. If it throws, the read throws. */
  arrived(rows: unknown[][]): void
}

type Send = (queries: readonly Query[]) => Promise<unknown[][]>

/** Escorts go in the same batch as a read, and in a round trip before a command, so that a command is sent only after `arrived`. */
export async function sendWithPiggybacks(
  queries: readonly Query[],
  waiting: readonly Piggyback[],
  send: Send,
  toQuery: (statement: Statement) => Query,
): Promise<unknown[][]> {
  const isReading = waiting.length > 0 && areReads(queries)
  const piggybacks = waiting.filter(({ onlyWithReads }) => !onlyWithReads || isReading)
  if (piggybacks.length === 0) return send(queries)
  const first = piggybacks.flatMap(({ statements }) => statements.map(toQuery))
  const rows = await send(isReading ? [...first, ...queries] : first)
  const own = rows.splice(first.length)
  for (const piggyback of piggybacks) piggyback.arrived(rows.splice(0, piggyback.statements.length))
  return isReading ? own : send(queries)
}

export const areReads = (queries: readonly Query[]) => queries.every(({ sql }) => isRead(sql))

/** Whether a statement certainly changes nothing. A keyword in a text makes a read a command, which does no harm. */
export function isRead(sql: string): boolean {
  return /^\s*(?:SELECT|WITH)\b/i.test(sql) && !/\b(?:INSERT|UPDATE|DELETE|REPLACE\s+INTO)\b/i.test(sql)
}
