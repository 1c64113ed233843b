import type { z } from 'zod'
import type { BackupsShape } from '#features/operations/admin/overview/shapes.ts'
import { type BackupStatus, TOO_OLD } from '#features/operations/backups/status.ts'

export type BackupFigures = z.infer<typeof BackupsShape>

/** How scheduled backups do, and whether somebody must look. A site that has none yet is given the time of one. */
export function figuresOf({ kept, since, failed }: BackupStatus, isOn: boolean, now: Date): BackupFigures {
  const [newest] = kept
  const begun = newest?.taken_at ?? since
  const isOld = begun !== null && now.getTime() - Date.parse(begun) > TOO_OLD
  const alarm = !isOn ? 'off' : failed ? 'failed' : isOld ? 'old' : null
  return {
    alarm,
    last_at: newest?.taken_at ?? null,
    kept: kept.length,
    rows: newest?.rows ?? 0,
    images: newest?.images ?? 0,
    failed_at: failed?.at ?? null,
    reason: failed?.reason ?? null,
  }
}
