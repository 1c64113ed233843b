import { DAY } from '#kernel/clock.ts'

/** A backup that is whole. */
export interface Done {
  id: string
  taken_at: string
  rows: number
  images: number
  /** Unpacked, without images. */
  bytes: number
}

export const DAILY_KEPT = 7
export const WEEKLY_KEPT = 4

/** The newest seven, and of those before them the newest of each of the last four weeks. The newest first. */
export function toKeep(backups: Done[]): Done[] {
  const sorted = backups.toSorted((a, b) => (a.taken_at < b.taken_at ? 1 : -1))
  const older = sorted.slice(DAILY_KEPT)
  const newestOfWeek = older.filter((backup, n) => older.findIndex((other) => weekOf(other) === weekOf(backup)) === n)
  return [...sorted.slice(0, DAILY_KEPT), ...newestOfWeek.slice(0, WEEKLY_KEPT)]
}

/** Weeks begin on Monday, and 1970 began on a Thursday. */
const weekOf = ({ taken_at }: Done) => Math.floor((Date.parse(taken_at) / DAY + 3) / 7)
