import type { Statement } from '#db/client.ts'

/** Statements that travel with the first read of a request, in the same round trip. */
export interface Escort {
  statements: readonly Statement[]
  /** Not worth a round trip of its own: it does not go before a command, but waits for the next read. */
  onlyWithReads?: true
  /** Told their rows before the reader gets its own; what it throws, the reader gets instead. */
  arrived(rows: unknown[][]): void
}

/** Whether a statement surely changes nothing. A word too many, in a text, makes a read a command, which does no harm. */
export function isRead(sql: string): boolean {
  return /^\s*(?:SELECT|WITH)\b/i.test(sql) && !/\b(?:INSERT|UPDATE|DELETE|REPLACE\s+INTO)\b/i.test(sql)
}
