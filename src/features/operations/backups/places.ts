import { type Database, openDb } from '#db/client.ts'
import { Meter } from '#db/meter.ts'

/** Where a backup is made from and to. */
export interface Places {
  db: Database
  /** Where D1's time travel finds the moment of the last read. */
  bookmark(): string | null
  images: R2Bucket
  backups: R2Bucket
}

interface Storage {
  DB: D1Database
  IMAGES: R2Bucket
  BACKUPS: R2Bucket
}

/** In a D1 session of its own, whose bookmark names the moment that the backup has read. */
export function backupPlaces({ DB, IMAGES, BACKUPS }: Storage): Places {
  const session = DB.withSession('first-primary')
  const bookmark = () => session.getBookmark()
  return { db: openDb(session, new Meter()), bookmark, images: IMAGES, backups: BACKUPS }
}

/** What one run may take of a Worker's memory, time and requests. */
export interface Limits {
  /** Bytes of the first page of each table: forty of them are in memory at once. */
  firstPage: number
  /** Bytes of one page of a table. */
  page: number
  /** Each costs at most about a hundred requests (a step of images) or 100 ms of processor time (a page of rows). */
  steps: number
}

export const A_RUN: Limits = { firstPage: 250_000, page: 1_000_000, steps: 60 }
