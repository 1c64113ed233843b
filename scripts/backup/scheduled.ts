import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import {
  AGE,
  type Contents,
  MANIFEST,
  manifestIn,
  objectOf,
} from '#features/operations/backups/format.ts'
import type { FinishedBackup } from '#features/operations/backups/retention.ts'
import { Failure } from '../bootstrap/failure.mjs'
import type { Print } from '../site/control.ts'
import { concurrently } from './concurrently.ts'
import { closeBackupFolder, openFolderFor, writeAtomically } from './folder.ts'
import type { StoredSite } from './stored-site.ts'

/** The backups that the cron has made, newest first. */
export async function scheduledBackups(site: StoredSite): Promise<FinishedBackup[]> {
  const index = await site.scheduled('index.json')
  return index ? JSON.parse(new TextDecoder().decode(index)) : []
}

/**
 * Downloads a scheduled backup into a folder, as a normal backup. An interrupted download can be
 * resumed.
 */
export async function fetchScheduled(
  site: StoredSite,
  path: string,
  id: string,
  print: Print,
): Promise<Contents> {
  await openFolderFor(path, `scheduled ${id} of ${site.name}`)
  const manifest = new TextDecoder().decode(await objectFrom(site, objectOf(id, MANIFEST)))
  const contents = await manifestIn(manifest)
  if (typeof contents === 'string')
    throw new Failure(`the manifest of the scheduled backup ${id} is ${contents}`)
  const names = Object.keys(contents.files)
  let fetched = 0
  await concurrently(names, async (name) => {
    const file = join(path, name)
    if (!existsSync(file)) {
      const bytes = await objectFrom(site, objectOf(id, name))
      const isPacked = name.startsWith('database/') && !name.endsWith(AGE)
      await writeAtomically(file, isPacked ? gunzipSync(bytes) : bytes)
    }
    if (++fetched % 500 === 0) print(`${fetched} of ${names.length} files`)
  })
  await closeBackupFolder({ path }, manifest)
  return contents
}

async function objectFrom(site: StoredSite, key: string): Promise<Uint8Array> {
  const bytes = await site.scheduled(key)
  if (bytes === null) throw new Failure(`${key} is missing in the backup bucket`)
  return bytes
}
