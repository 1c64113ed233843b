import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Meter, openDb, type Statements } from '#db/client.ts'
import type { StoredSite } from '../backup/stored-site.ts'
import { Failure } from '../bootstrap/failure.mjs'
import type { Wrangler } from '../cloudflare/account.ts'
import { holderOf } from '../site/claim.ts'
import type { Print } from '../site/control.ts'
import { storeSecret } from '../site/data-folder.ts'
import { readSettings } from '../site/settings.ts'

/** The source or the target of a move: a data folder, or a site at Cloudflare. */
export interface Place {
  name: string
  /** Null at Cloudflare. */
  folder: string | null
  hasSite(): boolean
  /** Opens the site for a task and closes it. */
  use<Done>(work: (site: PlacedSite) => Promise<Done>): Promise<Done>
}

export interface PlacedSite {
  stored: StoredSite
  db: Statements
  /** Applies migrations that a restored database of an older version lacks. */
  migrate(): Promise<void>
  putSecret(secret: string): Promise<void>
}

export function cloudflarePlace(env: string | undefined, wrangler: Wrangler, print: Print): Place {
  return {
    name: env ? `Cloudflare (${env})` : 'Cloudflare',
    folder: null,
    hasSite: () => true,
    async use(work) {
      const { deployedSite } = await import('../cloudflare/deployed.ts')
      const { statementsOn } = await import('../cloudflare/database.ts')
      const { applyRemotely, migrationsToApply } = await import('../deploy/migrations.ts')
      const { putSecret } = await import('../deploy/upload.ts')
      const remote = await deployedSite(env, wrangler)
      return work({
        stored: await (await import('../backup/cloudflare.ts')).cloudflare(remote, print),
        db: statementsOn(remote.db),
        migrate: async () => applyRemotely(remote.db, (await migrationsToApply(remote.db)).pending),
        putSecret: (secret) => putSecret(remote.account, remote.worker, secret),
      })
    },
  }
}

export function folderPlace(folder: string): Place {
  return {
    name: folder,
    folder,
    hasSite: () => existsSync(join(folder, 'd1')),
    async use(work) {
      await refuseOtherFolder(folder)
      if (await holderOf(folder)) throw new Failure(`a site is running in ${folder}; stop it first`)
      const { openStorage } = await import('../site/storage.ts')
      const { storage, stop } = await openStorage({ ...readSettings(process.env), data: folder })
      try {
        return await work({
          stored: (await import('../backup/local.ts')).here(storage, folder),
          db: openDb(storage.DB, new Meter()),
          // A restore into a folder includes the migrations.
          async migrate() {},
          putSecret: (secret) => storeSecret(folder, secret),
        })
      } finally {
        await stop()
      }
    },
  }
}

/** Opening a data folder changes the permissions of its files. */
async function refuseOtherFolder(folder: string): Promise<void> {
  const names = existsSync(folder) ? await readdir(folder) : []
  // A killed command may leave hidden files only.
  if (names.some((name) => !name.startsWith('.')) && !names.includes('secret'))
    throw new Failure(`${folder} contains other files; use a new or empty folder`)
}
