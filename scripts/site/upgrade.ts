import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '../bootstrap/failure.mjs'
import { showProgress } from '../bootstrap/progress.mjs'
import { isBeforeBaseline, migrationsOf, refusalBeforeBaseline } from './migrate.ts'
import { localQuery } from './query.ts'
import type { Settings } from './settings.ts'
import type { SiteStorage, StorageRuntime } from './storage.ts'

/**
 * Opens the storage. If the data are of an older version, copies them first; then `goBack` restores
 * this copy, after the storage was closed.
 */
export async function openWithCopy(
  open: () => Promise<StorageRuntime>,
  folder: string,
  databases: Databases,
): Promise<StorageRuntime & { goBack?: () => Promise<void> }> {
  const runtime = await open()
  const older = await isOlder(runtime.storage, folder, databases).catch(async (error) => {
    await runtime.stop()
    throw error
  })
  if (!older) return runtime
  // The files of a database are consistent only while no process has it open.
  await runtime.stop()
  const copy = await showProgress('Copying the databases before the upgrade', () =>
    copyDatabases(folder, new Date()),
  )
  console.log(`Upgrading data of an older version. A copy of the old data is in ${copy}`)
  return { ...(await open()), goBack: () => restoreCopy(folder, copy) }
}

/**
 * Necessary after a failed upgrade even if each migration is rolled back: an earlier migration may
 * have succeeded, and the old code would refuse the database.
 */
async function restoreCopy(folder: string, copy: string): Promise<void> {
  const at = (name: string) => join(folder, name)
  for (const left of ['d1.restored', 'd1.failed'])
    await rm(at(left), { recursive: true, force: true })
  await cp(join(copy, 'd1'), at('d1.restored'), { recursive: true })
  await rename(at('d1'), at('d1.failed'))
  await rename(at('d1.restored'), at('d1'))
  await rm(at('d1.failed'), { recursive: true })
  console.error(`joule: the upgrade failed; the old data were restored`)
}

type Databases = NonNullable<Settings['databases']>

/**
 * Whether the data are of an older version, so that migrations will run. Refuses data of a newer
 * version, and data from before the baseline.
 */
async function isOlder(
  storage: SiteStorage,
  folder: string,
  databases: Databases,
): Promise<boolean> {
  const states = await Promise.all(
    databases.map(({ binding, migrations }) =>
      migrationsOf(localQuery(storage[binding as 'DB' | 'SEARCH']), migrations),
    ),
  )
  if (states.some(({ applied }) => isBeforeBaseline(applied)))
    throw refusalBeforeBaseline(`the data in ${folder} are`, '')
  const newer = states.flatMap(({ unknown }) => unknown).at(-1)
  if (newer)
    throw new Failure(
      `the data in ${folder} are of a newer version than this code, which does not have their migration ${newer}; \
update the code, or use another folder with JOULE_DATA=<another folder>`,
    )
  return states.some(({ applied, pending }) => applied.length > 0 && pending.length > 0)
}

const COPIES = 'before-upgrade'
const COPIES_KEPT = 3

/** Copies the files of both databases, and deletes all but the newest few copies. */
export async function copyDatabases(folder: string, now: Date): Promise<string> {
  const copies = join(folder, COPIES)
  const copy = join(copies, now.toISOString().replace(/\W/g, '-'))
  const unfinished = `${copy}.unfinished`
  await mkdir(copies, { recursive: true, mode: 0o700 })
  await cp(join(folder, 'd1'), join(unfinished, 'd1'), { recursive: true })
  await rename(unfinished, copy)
  const names = (await readdir(copies)).sort()
  const whole = names.filter((name) => !name.endsWith('.unfinished'))
  const old = names.filter((name) => !whole.slice(-COPIES_KEPT).includes(name))
  for (const name of old) await rm(join(copies, name), { recursive: true })
  return copy
}
