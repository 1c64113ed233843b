import { readFile } from 'node:fs/promises'
import { Meter, openDb } from '#db/client.ts'
import { typeOfKey } from '#features/core/images/files.ts'
import { repairAll } from '#features/operations/admin/overview/invariants.ts'
import { droppingAll, textLiteral } from '#features/operations/backups/dump.ts'
import { inRoot } from '../build/paths.ts'
import { reindexHere } from '../commands/reindex.ts'
import { ADOPT_BASELINE, BOOKKEEPING, migrate } from '../site/migrate.ts'
import { localQuery } from '../site/query.ts'
import { databaseFile, withDatabase } from '../site/sqlite.ts'
import type { SiteStorage } from '../site/storage.ts'
import { schemaOf } from './dump.ts'
import type { StoredSite } from './stored-site.ts'
import { execPages } from './verify.ts'

/**
 * A data folder on this machine. A backup also works while its site is running, because SQLite lets
 * a second process read committed data.
 */
export function here(storage: SiteStorage, data: string): StoredSite {
  const query = localQuery(storage.DB)
  return {
    name: data,
    query,
    // A restore has claimed the data folder.
    alone: (work) => work(),
    async snapshot(file) {
      const database = await databaseFile(data)
      await withDatabase(database, { readOnly: true }, (db) =>
        db.exec(`VACUUM INTO ${textLiteral(file)}`),
      )
      return { bookmark: null }
    },
    image: (key) => bytesIn(storage.IMAGES, key),
    scheduled: (key) => bytesIn(storage.BACKUPS, key),
    async putImage(key, file) {
      const contentType = typeOfKey(key)
      const options = contentType ? { httpMetadata: { contentType } } : {}
      await storage.IMAGES.put(key, await readFile(file), options)
    },
    async load(files) {
      await migrateBoth(storage)
      const before = droppingAll(await schemaOf(query))
      await withDatabase(await databaseFile(data), {}, (db) => execPages(db, files, before))
    },
    async repair() {
      await repairAll(openDb(storage.DB, new Meter()), new Date())
    },
    async derive() {
      await migrateBoth(storage)
      const { posts, comments } = await reindexHere(storage)
      return `Restored. ${posts} posts and ${comments} comments are searchable again.`
    },
  }
}

async function bytesIn(bucket: R2Bucket, key: string): Promise<Uint8Array | null> {
  const object = await bucket.get(key)
  return object && new Uint8Array(await object.arrayBuffer())
}

async function migrateBoth({ DB, SEARCH }: SiteStorage): Promise<void> {
  for (const [db, folder] of [
    [DB, 'migrations/db'] as const,
    [SEARCH, 'migrations/search'] as const,
  ]) {
    await db.batch([db.prepare(BOOKKEEPING), db.prepare(ADOPT_BASELINE)])
    await migrate(db, inRoot(folder))
  }
}
