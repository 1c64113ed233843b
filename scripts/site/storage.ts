import type { Miniflare } from 'miniflare'
import type { statementsWorker } from './statements.ts'

/** What operators' commands and the seed work on: the storage of a site, as the Worker sees it. */
export interface SiteStorage {
  DB: D1Database
  SEARCH: D1Database
  IMAGES: R2Bucket
  BACKUPS: R2Bucket
}

export async function storageOf(
  miniflare: Miniflare,
  statements: ReturnType<typeof statementsWorker>,
): Promise<SiteStorage> {
  const { IMAGES, BACKUPS } = await miniflare.getBindings<SiteStorage>()
  return { DB: statements.database(miniflare, 'DB'), SEARCH: statements.database(miniflare, 'SEARCH'), IMAGES, BACKUPS }
}
