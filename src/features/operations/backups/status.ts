import { sql } from 'drizzle-orm'
import { type Group, group, type Statement } from '#db/client.ts'
import { remember } from '#features/core/site/state.ts'
import type { Done } from '#features/operations/backups/retention.ts'
import { HOUR } from '#kernel/clock.ts'

/** A day, and the time in which one that was cut goes on. */
export const TOO_OLD = 30 * HOUR

/** What the overview shows of scheduled backups. */
export interface BackupStatus {
  /** The newest first. */
  kept: Done[]
  /** When the one that is under way began. */
  since: string | null
  failed: { at: string; reason: string } | null
}

const NOTHING_YET: BackupStatus = { kept: [], since: null, failed: null }

/** As part of a larger read. */
export const backupStatus: Group<BackupStatus> = group(
  { rows: sql<{ value: string }>`SELECT value FROM site_state WHERE key = 'backups'` },
  ({ rows: [row] }) => (row ? (JSON.parse(row.value) as BackupStatus) : NOTHING_YET),
)

export function rememberStatus(status: BackupStatus): Statement {
  return remember('backups', JSON.stringify(status))
}
