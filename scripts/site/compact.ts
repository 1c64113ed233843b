import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { inOneLine } from '../bootstrap/failure.mjs'
import { withDatabase } from './sqlite.ts'

/**
 * Removes the text of erased accounts from the free pages of the database files. D1 permits neither secure_delete nor VACUUM, so the
 * files are rewritten before the site opens them, if an account was erased since the last time. A failure, such as a full disk, does
 * not stop the site: the next start tries again.
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
    for (const file of files) await withDatabase(file, {}, (db) => db.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)'))
    await withDatabase(main, {}, (db) => db.exec(`DELETE FROM site_state WHERE key = 'erased'`))
  } catch (error) {
    console.error(`The databases could not be compacted after an erasure: ${inOneLine(error)}`)
  }
}

function hasErased(file: string): Promise<boolean> {
  return withDatabase(file, { readOnly: true }, (db) => {
    if (db.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'site_state'`).get() === undefined) return false
    return db.prepare(`SELECT 1 FROM site_state WHERE key = 'erased'`).get() !== undefined
  })
}
