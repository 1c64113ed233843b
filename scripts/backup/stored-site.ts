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
  snapshot(file: string): Promise<Snapshot>
  image(key: string): Promise<Uint8Array | null>
  scheduled(key: string): Promise<Uint8Array | null>
  putImage(key: string, file: string): Promise<void>
  load(files: string[]): Promise<void>
  /**
   * Recomputes figures from their rows. Needed if the tables of a backup were read one after the
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
  bookmark: string | null
}
