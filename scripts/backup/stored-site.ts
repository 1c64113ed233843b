import type { Query } from '../site/query.ts'

/** Where a site keeps its things: a data folder of this machine, or Cloudflare. What can be backed up can be restored to. */
export interface StoredSite {
  /** Tells one site from another, so that a backup that was cut is not gone on with from elsewhere. */
  name: string
  query: Query
  /** Does something while nobody else restores or deploys here. */
  alone<Done>(work: () => Promise<Done>): Promise<Done>
  /** Writes the main database, as it is at one moment, to an SQLite file. */
  snapshot(file: string): Promise<Snapshot>
  /** Null if there is no such image. */
  image(key: string): Promise<Uint8Array | null>
  /** An object of the bucket of scheduled backups, null if there is none. */
  scheduled(key: string): Promise<Uint8Array | null>
  putImage(key: string, file: string): Promise<void>
  /** Runs these SQL files on the main database: all of them or none. */
  load(files: string[]): Promise<void>
  /** Makes figures anew from their rows, after a backup whose tables were read one after the other. */
  repair(): Promise<void>
  /** Makes anew what a backup does not hold, because it follows from the rest. Says what remains to be done by hand. */
  derive(): Promise<string>
}

export interface Snapshot {
  /** Where D1's time travel finds the same moment. */
  bookmark: string | null
}
