import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Encryption } from '#features/operations/backups/encryption.ts'
import {
  AGE,
  bytesOf,
  type Contents,
  type FileMark,
  imageFile,
  manifestText,
  sqlFileName,
  sqlFiles,
} from '#features/operations/backups/format.ts'
import type { Print } from '../site/control.ts'
import { type DatabaseSync, withDatabase } from '../site/sqlite.ts'
import { concurrently } from './concurrently.ts'
import { countRows, queryOf, schemaOf, statementsOf } from './dump.ts'
import { type FolderEncryption, KEY_FILE } from './encryption.ts'
import {
  type BackupFolder,
  closeBackupFolder,
  markOf,
  openBackupFolder,
  writeAtomically,
} from './folder.ts'
import type { StoredSite } from './stored-site.ts'

/** The maximum number of characters in one SQL file. */
const PAGE = 1_000_000

/**
 * Backs a site up: first it writes a snapshot of the database, then it copies the images that the
 * snapshot names. Images never change and are stored before their rows, so the images match the
 * snapshot, however long the copying takes. An interrupted backup continues with its snapshot.
 */
export async function backUp(
  site: StoredSite,
  path: string,
  print: Print,
  now: Date,
  encryption: FolderEncryption | null = null,
): Promise<Contents> {
  const name = encryption ? `${site.name}, encrypted for ${encryption.recipients}` : site.name
  const folder = await openBackupFolder(path, { ...site, name }, now)
  if (folder.resumed) print(`Continuing the backup of ${folder.taken.taken_at}.`)
  return withDatabase(folder.snapshot, { readOnly: true }, async (db) => {
    const key = encryption?.keyFile ? await writeKey(folder, encryption.keyFile) : {}
    const pages = await writePages(db, folder, encryption)
    const { files, missing } = await copyImages(site, keysIn(db), folder, encryption, print)
    const contents: Contents = {
      format: 1,
      taken_at: folder.taken.taken_at,
      bookmark: folder.taken.bookmark,
      ...(encryption && { encryption: 'age' }),
      migrations: db
        .prepare('SELECT name FROM d1_migrations ORDER BY name')
        .all()
        .map(({ name }) => String(name)),
      tables: await rowCounts(db),
      images: Object.keys(files).length,
      missing_images: missing,
      files: { ...key, ...pages, ...files },
    }
    await closeBackupFolder(folder, await manifestText(contents))
    return contents
  })
}

/** The number of rows of each table. */
export async function rowCounts(db: DatabaseSync): Promise<Record<string, number>> {
  const tables = (await schemaOf(queryOf(db))).filter(({ type }) => type === 'table')
  return Object.fromEntries(tables.map(({ name }) => [name, countRows(db, name)]))
}

async function writeKey(
  { path }: BackupFolder,
  key: Uint8Array,
): Promise<Record<string, FileMark>> {
  await writeAtomically(join(path, KEY_FILE), key)
  return { [KEY_FILE]: await markOf(join(path, KEY_FILE)) }
}

/**
 * Writes the database as SQL files. A resumed backup writes them again, because the same snapshot
 * gives the same statements.
 */
async function writePages(
  db: DatabaseSync,
  { path }: BackupFolder,
  encryption: Encryption | null,
): Promise<Record<string, FileMark>> {
  await rm(join(path, 'database'), { recursive: true, force: true })
  const files: Record<string, FileMark> = {}
  for await (const text of sqlFiles(statementsOf(db), PAGE)) {
    const name = sqlFileName(files) + endingOf(encryption)
    await writeAtomically(
      join(path, name),
      encryption ? await encryption.encrypt(bytesOf(text)) : text,
    )
    files[name] = await markOf(join(path, name))
  }
  return files
}

const keysIn = (db: DatabaseSync) =>
  db
    .prepare('SELECT key FROM images ORDER BY key')
    .all()
    .map(({ key }) => String(key))

const endingOf = (encryption: Encryption | null) => (encryption ? AGE : '')

/**
 * Returns a mark for each image that was copied, and the keys of the images that the site lacks.
 * Images that an interrupted run has already copied are not read from the site again.
 */
async function copyImages(
  site: StoredSite,
  keys: string[],
  { path }: BackupFolder,
  encryption: Encryption | null,
  print: Print,
) {
  const nameOf = (key: string) => imageFile(key) + endingOf(encryption)
  const files = new Map<string, FileMark>()
  const missing: string[] = []
  await removeOthers(join(path, imageFile('')), new Set(keys.map((key) => join(path, nameOf(key)))))
  await concurrently(keys, async (key) => {
    const name = nameOf(key)
    const file = join(path, name)
    const bytes = existsSync(file) ? null : await site.image(key)
    if (bytes !== null)
      await writeAtomically(file, encryption ? await encryption.encrypt(bytes) : bytes)
    if (!existsSync(file)) return void missing.push(key)
    files.set(name, await markOf(file))
    if (files.size % 500 === 0) print(`${files.size} of ${keys.length} images`)
  })
  const inOrder = keys.map(nameOf).flatMap((name) => {
    const mark = files.get(name)
    return mark ? [[name, mark] as const] : []
  })
  return { files: Object.fromEntries(inOrder), missing: missing.sort() }
}

/** An interrupted backup that was restarted may have images that the new snapshot does not name. */
async function removeOthers(folder: string, named: Set<string>): Promise<void> {
  const names = existsSync(folder) ? await readdir(folder) : []
  const others = names.map((name) => join(folder, name)).filter((file) => !named.has(file))
  for (const file of others) await rm(file)
}
