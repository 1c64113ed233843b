import { setPasswordCost } from '#kernel/crypto/passwords.ts'
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from '../../../scripts/site/launch.ts'
import { statementsWorker } from '../../../scripts/site/statements.ts'
import { storageOf } from '../../../scripts/site/storage.ts'

// As in the other test projects: a hash of the usual cost takes 0.1 s of CPU time, and each login as much.
setPasswordCost(4)

/**
 * The storage in a data folder, under the names that `npm start` uses, without the Worker. In memory if no folder is
 * given.
 */
export async function openStorageIn(data?: string) {
  const d1Databases = { DB: 'joule', SEARCH: 'joule-search' }
  const r2Buckets = { IMAGES: 'joule-images', BACKUPS: 'joule-backups' }
  const statements = statementsWorker(d1Databases, r2Buckets)
  const options = {
    cf: false,
    log: new Log(LogLevel.ERROR),
    ...(data && { resourcePersistencePath: data }),
    workers: [statements.worker],
  }
  const miniflare = new Miniflare(convertV4MiniflareOptions(options))
  return { storage: storageOf(miniflare, statements), stop: () => miniflare.dispose() }
}
