import { randomUUID } from 'node:crypto'
import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { typeOfKey } from '#features/core/images/files.ts'
import { repairAll } from '#features/operations/admin/overview/invariants.ts'
import { droppingAll } from '#features/operations/backups/dump.ts'
import { Failure } from '../bootstrap/failure.mjs'
import { inTemporaryFolder } from '../build/paths.ts'
import { bookmarkOf, lockDeployment, statementsOn, undoCommand } from '../cloudflare/database.ts'
import type { Deployed } from '../cloudflare/deployed.ts'
import { exportTo, importFrom } from '../cloudflare/transfer.ts'
import { reindexRemotely } from '../commands/reindex.ts'
import type { Print } from '../site/control.ts'
import { ADOPT_BASELINE } from '../site/migrate.ts'
import { readExport } from './d1-export.ts'
import { schemaOf } from './dump.ts'
import type { StoredSite } from './stored-site.ts'

/** The deployed site, through Cloudflare's API and the account that wrangler is logged in to. */
export async function cloudflare(site: Deployed, print: Print): Promise<StoredSite> {
  const { account, worker, db } = site
  const { query } = db
  // Looked up now, so that a missing permission or bucket is reported before any work.
  const [search, images, backups] = [await site.search(), await site.images(), await site.backups()]
  return {
    name: `${worker} at Cloudflare, account ${account.id}`,
    query,
    async alone(work) {
      const unlock = await lockDeployment(db, new Date())
      return work().finally(unlock)
    },
    async snapshot(file) {
      for (let tries = 0; tries < TRIES; tries++) {
        // The bookmark is read before the export, so that it is never newer than the export.
        const bookmark = await bookmarkOf(account, db)
        const isWhole = await inTemporaryFolder(async (folder) => {
          await exportTo(account, db, join(folder, 'export.sql'))
          return readExport(join(folder, 'export.sql'), file, query)
        })
        if (isWhole) return { bookmark }
      }
      throw new Failure(
        'texts were edited during every export; try again when the site is less busy',
      )
    },
    image: images.get,
    scheduled: backups.get,
    putImage: async (key, file) =>
      images.put(key, new Uint8Array(await readFile(file)), typeOfKey(key) ?? undefined),
    load: (files) =>
      inTemporaryFolder(async (folder) => {
        const whole = join(folder, 'restore.sql')
        // A random first line: D1 skips a file whose hash it has already imported.
        const before = ['PRAGMA defer_foreign_keys = TRUE', ...droppingAll(await schemaOf(query))]
        await writeFile(
          whole,
          [`-- ${randomUUID()}\n`, ...before.map((statement) => `${statement};\n`)].join(''),
        )
        for (const file of files) await appendFile(whole, await readFile(file))
        await appendFile(whole, ADOPT_BASELINE)
        print(`To undo: ${undoCommand(db, await bookmarkOf(account, db))}`)
        await importFrom(account, db, whole)
      }),
    async repair() {
      await repairAll(statementsOn(db), new Date())
    },
    async derive() {
      await search.query(ADOPT_BASELINE)
      await reindexRemotely(search)
      return 'Restored. Now run "npm run deploy", which brings the database up to date; the cron rebuilds the search index.'
    },
  }
}

/** The number of exports, because a text that changes during an export makes it useless. */
const TRIES = 3
