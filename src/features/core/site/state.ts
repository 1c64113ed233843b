import { sql } from 'drizzle-orm'
import type { Statement, Statements } from '#db/client.ts'

/** State of jobs and operator commands between runs. */
type StateKey =
  | 'seed'
  | 'invariants'
  | 'invariants-pass'
  | 'images-seen-row'
  | 'images-seen-file'
  | 'backups'
  | 'operations'
  | 'checklist'
  | 'move'

export async function recall(db: Statements, key: StateKey): Promise<string | null> {
  const row = await db.first(sql<{ value: string }>`SELECT value FROM site_state WHERE key = ${key}`)
  return row?.value ?? null
}

export function remember(key: StateKey, value: string): Statement {
  return sql`
    INSERT INTO site_state (key, value) VALUES (${key}, ${value})
    ON CONFLICT (key) DO UPDATE SET value = excluded.value`
}
