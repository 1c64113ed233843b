import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from '../../../scripts/site/launch.ts'
import { statementsWorker } from '../../../scripts/site/statements.ts'
import { storageOf } from '../../../scripts/site/storage.ts'
import './cheap-passwords.ts'

/** The storage in a data folder, under the names that `npm start` uses, without the Worker. */
export async function openStorageIn(data: string) {
  const d1Databases = { DB: 'joule', SEARCH: 'joule-search' }
  const r2Buckets = { IMAGES: 'joule-images', BACKUPS: 'joule-backups' }
  const statements = statementsWorker(d1Databases, r2Buckets)
  const options = {
    cf: false,
    log: new Log(LogLevel.ERROR),
    resourcePersistencePath: data,
    workers: [statements.worker],
  }
  const miniflare = new Miniflare(convertV4MiniflareOptions(options))
  return { storage: storageOf(miniflare, statements), stop: () => miniflare.dispose() }
}
