import type { Database } from '#db/client.ts'

/** Where a backup is made from and to. */
export interface Places {
  db: Database
  /** Where D1's time travel finds the moment of the last read. */
  bookmark(): string | null
  images: R2Bucket
  backups: R2Bucket
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
