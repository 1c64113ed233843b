import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare'
import type { SiteStorage } from '../../../scripts/site/storage.ts'

/** The storage in a data folder, under the names that a start gives it, without the Worker. */
export async function openStorageIn(data: string) {
  const options = { modules: true, script: 'export default {}', cf: false, log: new Log(LogLevel.ERROR) }
  const kept = {
    d1Databases: { DB: 'joule', SEARCH: 'joule-search' },
    r2Buckets: { IMAGES: 'joule-images', BACKUPS: 'joule-backups' },
  }
  const miniflare = new Miniflare(convertV4MiniflareOptions({ ...options, ...kept, resourcePersistencePath: data }))
  return { storage: await miniflare.getBindings<SiteStorage>(), stop: () => miniflare.dispose() }
}
