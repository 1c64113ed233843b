import { DAY } from '#kernel/clock.ts'

/** A finished backup. */
export interface FinishedBackup {
  id: string
  taken_at: string
  rows: number
  images: number
  /** Size of the uncompressed SQL, without images. */
  bytes: number
}

export const DAILY_KEPT = 7
export const WEEKLY_KEPT = 4

/** The seven newest backups, and the newest backup of each of the four weeks before them. Newest first. */
export function backupsToKeep(backups: FinishedBackup[]): FinishedBackup[] {
  const sorted = backups.toSorted((a, b) => (a.taken_at < b.taken_at ? 1 : -1))
  const older = sorted.slice(DAILY_KEPT)
  const newestOfWeek = older.filter((backup, n) => older.findIndex((other) => weekOf(other) === weekOf(backup)) === n)
  return [...sorted.slice(0, DAILY_KEPT), ...newestOfWeek.slice(0, WEEKLY_KEPT)]
}

/** The number of the week. Weeks start on Monday; +3 because 1970-01-01 was a Thursday. */
const weekOf = ({ taken_at }: FinishedBackup) => Math.floor((Date.parse(taken_at) / DAY + 3) / 7)
