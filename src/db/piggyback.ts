import type { Query } from 'drizzle-orm/sql/sql'
import type { Statement } from '#db/client.ts'

/** Statements that are sent in the same round trip as the first read of a request. */
export interface Piggyback {
  statements: readonly Statement[]
  /** The statements are optional: they wait for a read and never cause a round trip before a command. */
  onlyWithReads?: true
  /** Receives the rows before the read returns. If it throws, the read throws. */
  arrived(rows: unknown[][]): void
}

type Send = (queries: readonly Query[]) => Promise<unknown[][]>

/**
 * Sends piggybacks in the same batch as a read. Before a command they take a separate round trip, so that the command is
 * sent only after `arrived` has accepted the rows.
 */
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

/**
 * Whether a statement certainly changes nothing. A read that contains a keyword in a string literal counts as a write,
 * which is harmless.
 */
export function isRead(sql: string): boolean {
  return /^\s*(?:SELECT|WITH)\b/i.test(sql) && !/\b(?:INSERT|UPDATE|DELETE|REPLACE\s+INTO)\b/i.test(sql)
}
