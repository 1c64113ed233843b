import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Contents, imageFile } from '#features/operations/backups/format.ts'
import { Failure } from '../bootstrap/failure.mjs'
import { inRoot } from '../build/paths.ts'
import type { Print } from '../site/control.ts'
import { isBeforeBaseline, isVersion1_0_0 } from '../site/migrate.ts'
import { backUp } from './back-up.ts'
import { concurrently } from './concurrently.ts'
import type { FolderEncryption } from './encryption.ts'
import type { StoredSite } from './stored-site.ts'
import { pagesOf, verify } from './verify.ts'

/** What to restore, and how. */
interface Wish {
  folder: string
  /** Allows replacing the data of a site that is not empty, after a backup of them. */
  replace: boolean
  /** The backup of the replaced data goes beside this path. By default, beside the folder. */
  beside?: string
  /** Encrypts the backup of the replaced data. Null or omitted: not encrypted. */
  encryption?: FolderEncryption | null
  /** SQL files that run after the backup, in the same transaction. */
  last?: string[]
}

/**
 * Restores a backup: uploads the images first, then replaces the database in one transaction, then
 * rebuilds derived data. After an interruption it can be run again.
 */
export async function restore(
  site: StoredSite,
  wish: Wish,
  print: Print,
  now: Date,
): Promise<void> {
  const contents = await verify(wish.folder)
  await refuseOtherVersions(contents)
  await site.alone(() => fill(site, contents, wish, print, now))
}

async function fill(site: StoredSite, contents: Contents, wish: Wish, print: Print, now: Date) {
  const { folder, replace, beside = folder, encryption = null, last = [] } = wish
  if (!(await isEmpty(site))) {
    if (!replace)
      throw new Failure(
        'this site is not empty; --replace backs it up beside the folder and replaces it',
      )
    const before = `${beside}-replaced-${now.toISOString().replaceAll(/[:.]/g, '-')}`
    await backUp(site, before, print, now, encryption)
    print(`The replaced site is backed up in ${before}.`)
  }
  const images = Object.keys(contents.files).filter((name) => name.startsWith('images/'))
  await concurrently(images, (file) => site.putImage(keyOf(file), join(folder, file)))
  await site.load([...pagesOf(folder, contents), ...last])
  try {
    const advice = await site.derive()
    if (contents.paged) await site.repair()
    print(advice)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    throw new Failure(
      `the site is restored, but rebuilding its derived data failed: ${error.message}. ${HOW_TO_REPAIR}`,
    )
  }
}

const HOW_TO_REPAIR = 'Fix the cause and run "npm run joule -- check --repair"'

/** A site is empty if it has no users. */
export async function isEmpty({ query }: StoredSite): Promise<boolean> {
  const tables = await query(`SELECT 1 FROM sqlite_master WHERE name = 'users'`)
  return tables.length === 0 || (await query('SELECT 1 FROM users LIMIT 1')).length === 0
}

const keyOf = (file: string) => decodeURIComponent(file.slice(imageFile('').length))

/**
 * Refuses backups from before 1.0.0 and backups of newer versions. Backups since 1.0.0 are migrated
 * after the restore.
 */
async function refuseOtherVersions({ migrations }: Contents): Promise<void> {
  if (isVersion1_0_0(migrations)) return
  if (isBeforeBaseline(migrations))
    throw new Failure(
      'the backup is of a version before 1.0.0; restore it with 1.0.0 and create a new backup with that version',
    )
  const folder = inRoot('migrations/db')
  const known = existsSync(folder) ? await readdir(folder) : []
  const newer = migrations.find((name) => !known.includes(name))
  if (newer)
    throw new Failure(
      `the backup is of a newer version of Joule: it has ${newer}, which this version does not have`,
    )
}
