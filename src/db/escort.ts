import type { Statement } from '#db/client.ts'

/** Statements that travel with the first read of a request, in the same round trip. */
export interface Escort {
  statements: readonly Statement[]
  /** Not worth a round trip of its own: it does not go before a command, but waits for the next read. */
  onlyWithReads?: true
  /** Told their rows before the reader gets its own; what it throws, the reader gets instead. */
  arrived(rows: unknown[][]): void
}

/** Nothing is changed on trust: a command waits until the escort has arrived by itself. */
export function isRead(sql: string): boolean {
  return !/\b(?:INSERT|UPDATE|DELETE)\b/i.test(sql)
}
