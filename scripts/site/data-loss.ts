import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '../bootstrap/failure.mjs'
import { localQuery } from './query.ts'

/**
 * SQLite treats an emptied file, or one with a damaged journal, as a new database. The marker file records that the database
 * was not new.
 */
export async function refuseLostData(folder: string, db: D1Database): Promise<void> {
  if (!existsSync(marker(folder))) return
  const tables = await localQuery(db)(`SELECT 1 FROM sqlite_master WHERE name = 'd1_migrations'`)
  if (tables.length === 0) throw damaged(folder)
}

export async function noteSiteExists(folder: string): Promise<void> {
  if (!existsSync(marker(folder))) await writeFile(marker(folder), `${new Date().toISOString()}\n`)
}

export function damaged(folder: string): Failure {
  return new Failure(`a database in ${folder} is damaged; restore the folder from a backup, or remove it to start over`)
}

const marker = (folder: string) => join(folder, 'made-at')
