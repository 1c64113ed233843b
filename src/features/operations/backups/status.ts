import { sql } from 'drizzle-orm'
import { type Group, group, type Statement } from '#db/client.ts'
import { remember } from '#features/core/site/state.ts'
import type { FinishedBackup } from '#features/operations/backups/retention.ts'
import { HOUR } from '#kernel/clock.ts'

/** One day plus time for an interrupted backup to finish. */
export const TOO_OLD = 30 * HOUR

/** The state of scheduled backups, for the overview. */
export interface BackupStatus {
  /** Newest first. */
  kept: FinishedBackup[]
  /** Start time of the backup in progress. */
  since: string | null
  failed: { at: string; reason: string } | null
}

const NOTHING_YET: BackupStatus = { kept: [], since: null, failed: null }

export const backupStatus: Group<BackupStatus> = group(
  { rows: sql<{ value: string }>`SELECT value FROM site_state WHERE key = 'backups'` },
  ({ rows: [row] }) => (row ? (JSON.parse(row.value) as BackupStatus) : NOTHING_YET),
)

export function rememberStatus(status: BackupStatus): Statement {
  return remember('backups', JSON.stringify(status))
}
