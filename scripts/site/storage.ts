import type { Miniflare } from 'miniflare'
import type { statementsWorker } from './statements.ts'

/** What operators' commands and the seed work on: the storage of a site, as the Worker sees it. */
export interface SiteStorage {
  DB: D1Database
  SEARCH: D1Database
  IMAGES: R2Bucket
  BACKUPS: R2Bucket
  /** The bytes of an object, null if there is none. Many times faster than `get` of the bucket. */
  object(bucket: 'IMAGES' | 'BACKUPS', key: string): Promise<Uint8Array | null>
}

export async function storageOf(
  miniflare: Miniflare,
  statements: ReturnType<typeof statementsWorker>,
): Promise<SiteStorage> {
  const { IMAGES, BACKUPS } = await miniflare.getBindings<SiteStorage>()
  return {
    DB: statements.database(miniflare, 'DB'),
    SEARCH: statements.database(miniflare, 'SEARCH'),
    IMAGES,
    BACKUPS,
    object: (bucket, key) => statements.object(miniflare, bucket, key),
  }
}
