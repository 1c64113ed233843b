import { mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { backup } from 'node:sqlite'
import { databaseBindings } from '../../../scripts/site/database/bindings.ts'
import {
  convertV4MiniflareOptions,
  Log,
  LogLevel,
  Miniflare,
} from '../../../scripts/site/launch.ts'
import { databaseFile, withDatabase } from '../../../scripts/site/sqlite.ts'
import { statementsWorker } from '../../../scripts/site/statements.ts'
import { storageOf } from '../../../scripts/site/storage.ts'
import './cheap-passwords.ts'

/** The storage in a data folder, under the names that `npm start` uses, without the Worker. */
export async function openStorageIn(data: string) {
  const databases = databaseBindings({ DB: 'joule', SEARCH: 'joule-search' })
  const r2Buckets = { IMAGES: 'joule-images', BACKUPS: 'joule-backups' }
  const statements = statementsWorker(databases, r2Buckets)
  const options = {
    cf: false,
    log: new Log(LogLevel.ERROR),
    resourcePersistencePath: data,
    workers: [statements.worker],
  }
  const miniflare = new Miniflare(convertV4MiniflareOptions(options))
  return { storage: storageOf(miniflare, statements), stop: () => miniflare.dispose() }
}

/** Runs SQL in the main database of a data folder, whether or not its site is running. */
export async function inDatabase(data: string, sql: string): Promise<void> {
  await withDatabase(await databaseFile(data), { timeout: 60_000 }, (db) => db.exec(sql))
}

/**
 * Copies the databases of an open site. The returned function puts the copies back while workerd
 * has the databases open, which takes 5 ms. Opening another site takes half a second of CPU time.
 */
export async function restorePoint(data: string): Promise<() => Promise<void>> {
  const copies = join(data, 'restore-point')
  await mkdir(copies)
  const files = [await databaseFile(data), await databaseFile(data, 'public_texts')]
  // In one transaction: a negative rate copies all pages in one step.
  const copy = (from: string, to: string) =>
    withDatabase(from, {}, (db) => backup(db, to, { rate: -1 }))
  for (const file of files) await copy(file, join(copies, basename(file)))
  return async () => {
    for (const file of files) await copy(join(copies, basename(file)), file)
  }
}
