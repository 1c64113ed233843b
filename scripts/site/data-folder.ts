import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, lstat, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure, inOneLine, systemReason } from '../bootstrap/failure.mjs'
import { localQuery } from './query.ts'
import { withDatabase } from './sqlite.ts'

export interface DataFolder {
  path: string
  /** The local counterpart of `wrangler secret put JOULE_SECRET`. */
  secret: string
}

/** Creates the folder and its secret if they are missing. Refuses a folder without write access. */
export async function openDataFolder(path: string): Promise<DataFolder> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 })
    await restrictFiles(path)
    await proveWritable(path)
    return { path, secret: await secretIn(path) }
  } catch (error) {
    throw new Failure(`the data folder ${path} cannot be written: ${systemReason(error) ?? error}`)
  }
}

/**
 * Longer than any Durable Object needs its storage: the objects store counters of at most an hour,
 * and copies of data in D1.
 */
const IDLE_MS = 24 * 60 * 60_000
/** The folder in a data folder for the temporary files of Miniflare. */
export const TEMPORARY = 'temporary'
const OBJECT_FILE = /^[0-9a-f]{64}\.sqlite/

/**
 * Deletes the files of Durable Objects that are no longer in use, because workerd keeps a file for
 * every object that was ever called; the temporary files of a runtime that was killed; and the
 * folder in which older versions had the Cache API. Only safe while no runtime uses the folder.
 */
export async function removeIdleFiles({ path }: DataFolder, now = Date.now()): Promise<void> {
  for (const folder of [TEMPORARY, 'cache'])
    await rm(join(path, folder), { recursive: true, force: true })
  const objects = await readdir(join(path, 'do'), { recursive: true, withFileTypes: true }).catch(
    () => [],
  )
  for (const entry of objects) {
    const file = join(entry.parentPath, entry.name)
    if (OBJECT_FILE.test(entry.name) && (await lstat(file)).mtimeMs < now - IDLE_MS)
      await rm(file, { force: true })
  }
}

/** Detects a full or read-only disk before a migration begins. */
async function proveWritable(path: string): Promise<void> {
  const probe = join(path, `.probe-${process.pid}`)
  try {
    await writeFile(probe, randomBytes(256 * 1024))
  } finally {
    await rm(probe, { force: true })
  }
}

async function secretIn(folder: string): Promise<string> {
  const stored = await storedSecret(folder)
  if (stored !== '') return stored
  const secret = randomBytes(48).toString('base64url')
  await storeSecret(folder, secret)
  return secret
}

const secretFile = (folder: string) => join(folder, 'secret')

/** Empty if the folder has no secret. */
export const storedSecret = (folder: string) => readFile(secretFile(folder), 'utf8').catch(() => '')

export async function storeSecret(folder: string, secret: string): Promise<void> {
  const unfinished = join(folder, '.secret')
  await writeFile(unfinished, secret, { mode: 0o600 })
  await rename(unfinished, secretFile(folder))
}

/**
 * Restricts a data folder to its operator: existing files, and files that this process and its
 * runtime write from now on. The folder itself keeps its mode if it has other files, or if everyone
 * may write to it.
 */
export async function restrictFiles(folder: string): Promise<void> {
  process.umask(0o077)
  const names = await readdir(folder)
  const isOurs = names.length === 0 || names.includes('secret')
  const isForEverybody = ((await lstat(folder)).mode & 0o1000) !== 0
  if (isOurs && !isForEverybody) await chmod(folder, 0o700)
  for (const part of PARTS.filter((name) => names.includes(name)))
    await restrict(join(folder, part))
}

/** The folder names of Miniflare, and the copies made by upgrades. */
const PARTS = ['d1', 'do', 'r2', 'before-upgrade']

async function restrict(part: string): Promise<void> {
  await unlessGone(chmod(part, 0o700))
  for (const entry of await readdir(part, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) await unlessGone(chmod(path, 0o700))
    if (entry.isFile()) await unlessGone(chmod(path, 0o600))
  }
}

/** The runtime of a killed process may still delete files. The next start ends it. */
async function unlessGone(change: Promise<void>): Promise<void> {
  await change.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
}

/**
 * SQLite treats an emptied file, or one with a damaged journal, as a new database. The marker file
 * records that the database was not new.
 */
export async function refuseLostData(folder: string, db: D1Database): Promise<void> {
  if (!existsSync(marker(folder))) return
  const tables = await localQuery(db)(`SELECT 1 FROM sqlite_master WHERE name = 'd1_migrations'`)
  if (tables.length === 0) throw damaged(folder)
}

/** Writes the marker file of `refuseLostData`. */
export async function noteSiteExists(folder: string): Promise<void> {
  if (!existsSync(marker(folder))) await writeFile(marker(folder), `${new Date().toISOString()}\n`)
}

export function damaged(folder: string): Failure {
  return new Failure(
    `a database in ${folder} is damaged; restore the folder from a backup, or remove it to start over`,
  )
}

const marker = (folder: string) => join(folder, 'made-at')

/**
 * D1 permits neither secure_delete nor VACUUM, so free pages of the file keep erased texts. This
 * rewrites the files after an erasure, while no runtime uses them. A failure does not stop the
 * site.
 */
export async function compactAfterErasures(data: string): Promise<void> {
  const folder = join(data, 'd1/miniflare-D1DatabaseObject')
  const names = await readdir(folder).catch(() => [])
  const files = names
    .filter((name) => name.endsWith('.sqlite') && name !== 'metadata.sqlite')
    .map((name) => join(folder, name))
  try {
    const erased = await Promise.all(files.map(hasErased))
    const main = files[erased.indexOf(true)]
    if (main === undefined) return
    for (const file of files)
      await withDatabase(file, {}, (db) => db.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)'))
    await withDatabase(main, {}, (db) => db.exec(`DELETE FROM site_state WHERE key = 'erased'`))
  } catch (error) {
    console.error(`The databases could not be compacted after an erasure: ${inOneLine(error)}`)
  }
}

function hasErased(file: string): Promise<boolean> {
  return withDatabase(file, { readOnly: true }, (db) => {
    if (db.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'site_state'`).get() === undefined)
      return false
    return db.prepare(`SELECT 1 FROM site_state WHERE key = 'erased'`).get() !== undefined
  })
}
