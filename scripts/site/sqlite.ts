import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '../bootstrap/failure.mjs'

// Suppresses the warning that node:sqlite is experimental: the Node version is pinned and the tests
// use it.
const { emitWarning } = process
process.emitWarning = () => {}
export const { DatabaseSync } = await import('node:sqlite')
process.emitWarning = emitWarning

export type DatabaseSync = import('node:sqlite').DatabaseSync
export type { SQLOutputValue } from 'node:sqlite'

type DatabaseSyncOptions = import('node:sqlite').DatabaseSyncOptions

/** Closes the database afterwards, also after an error. */
export async function withDatabase<Done>(
  file: string,
  options: DatabaseSyncOptions,
  work: (db: DatabaseSync) => Done | Promise<Done>,
): Promise<Done> {
  const db = new DatabaseSync(file, options)
  try {
    return await work(db)
  } finally {
    db.close()
  }
}

/** The database file that has this table. Miniflare names its files by a hash. */
export async function databaseFile(data: string, table = 'users'): Promise<string> {
  const folder = join(data, 'd1/miniflare-D1DatabaseObject')
  const names = (await readdir(folder)).filter(
    (name) => name.endsWith('.sqlite') && name !== 'metadata.sqlite',
  )
  const hasTable = (db: DatabaseSync) =>
    db.prepare('SELECT 1 FROM sqlite_master WHERE name = ?').get(table) !== undefined
  const files: string[] = []
  for (const file of names.map((name) => join(folder, name)))
    if (await withDatabase(file, { readOnly: true }, hasTable)) files.push(file)
  const [file, another] = files
  if (file === undefined || another !== undefined)
    throw new Failure(
      `${files.length} databases in ${folder} contain ${table}; expected exactly one`,
    )
  return file
}
