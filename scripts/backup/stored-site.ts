import type { Query } from '../site/query.ts'

/**
 * The storage of a site: a data folder on this machine, or Cloudflare. Both can be backed up and
 * restored.
 */
export interface StoredSite {
  /** Identifies the site, so that a backup is not resumed from another site. */
  name: string
  query: Query
  /** Runs a task while no other restore or deployment can run. */
  alone<Done>(work: () => Promise<Done>): Promise<Done>
  /** Writes a snapshot of the main database to an SQLite file. */
  snapshot(file: string): Promise<Snapshot>
  /** Null if the image does not exist. */
  image(key: string): Promise<Uint8Array | null>
  /** An object of the bucket of scheduled backups. Null if it does not exist. */
  scheduled(key: string): Promise<Uint8Array | null>
  putImage(key: string, file: string): Promise<void>
  /** Replaces the main database by these SQL files, in one transaction. */
  load(files: string[]): Promise<void>
  /**
   * Recomputes figures from their rows. A backup needs this if its tables were read one after the
   * other.
   */
  repair(): Promise<void>
  /**
   * Rebuilds derived data that a backup does not contain. Returns the steps that remain for the
   * operator.
   */
  derive(): Promise<string>
}

export interface Snapshot {
  /** The bookmark for D1's Time Travel, read just before the snapshot. Null on this machine. */
  bookmark: string | null
}
