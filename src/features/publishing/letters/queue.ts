import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'

/** All letters leave through one provider, so the outbox sends them one after the other: a kill repeats at most one. */
export const TARGET = 'letters'

interface Row {
  /** `part`: the next subscribers of a letter. `one`: one subscriber of it, whose mail server asked to wait. */
  kind: 'confirm' | 'part' | 'one' | 'digest' | 'test'
  /** The letter. */
  ref?: number
  payload: SQL
}

/** Adds rows to the outbox: one for each row of `from`, whose columns the payload may use. Without `from`, one row. */
export function toSend({ kind, ref, payload }: Row, from: SQL | null, now: Date, at = now): Statement {
  return sql`
    INSERT INTO outbox (channel, kind, target, ref, payload, status, next_attempt_at, created_at)
    SELECT 'letter', ${kind}, ${TARGET}, ${ref ?? null}, ${payload}, 'queued', ${at.toISOString()}, ${now.toISOString()}
    ${from ? sql`FROM ${from}` : sql``}`
}
