import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Contents } from '#features/operations/backups/format.ts'
import { Failure } from '../bootstrap/failure.mjs'
import { inTemporaryFolder } from '../build/paths.ts'
import { type DatabaseSync, withDatabase } from '../site/sqlite.ts'
import { rowCounts } from './back-up.ts'
import { checkFiles, readManifest } from './folder.ts'

/**
 * Reads every byte of a backup and loads its database into a temporary file. Throws at the first
 * difference from the manifest.
 */
export async function verify(folder: string): Promise<Contents> {
  const contents = await readManifest(folder)
  await checkFiles(folder, contents)
  await loadTemporarily(folder, contents)
  return contents
}

/** The SQL files of a backup, in the order in which they must run. */
export function pagesOf(folder: string, { files }: Contents): string[] {
  const names = Object.keys(files).filter((name) => name.startsWith('database/'))
  return names.sort().map((name) => join(folder, name))
}

/**
 * Runs SQL files in one transaction, after the statements of `before`. Foreign keys are deferred,
 * because rows may refer to later rows.
 */
export async function execPages(
  db: DatabaseSync,
  pages: string[],
  before: string[] = [],
): Promise<void> {
  db.exec('BEGIN IMMEDIATE; PRAGMA defer_foreign_keys = TRUE')
  try {
    for (const statement of before) db.exec(statement)
    for (const page of pages) db.exec(await readFile(page, 'utf8'))
    db.exec('COMMIT')
  } catch (error) {
    db.exec('ROLLBACK')
    throw error
  }
}

/**
 * A paged backup may have lost rows, because a row without its parent is left out. A manifest of
 * 1.0.0 counts the rows of the deployment lock, but the backup does not contain this table.
 */
function fits(found: number | undefined, count: number, { paged }: Contents): boolean {
  if (found === undefined) return count === 0
  return found === count || (paged === true && found < count)
}

function loadTemporarily(folder: string, contents: Contents): Promise<void> {
  return inTemporaryFolder((aside) =>
    withDatabase(join(aside, 'loaded.sqlite'), {}, async (db) => {
      await execPages(db, pagesOf(folder, contents))
      const counts = await rowCounts(db)
      const wrong = Object.entries(contents.tables).find(
        ([table, count]) => !fits(counts[table], count, contents),
      )
      if (wrong)
        throw new Failure(`${wrong[0]} has ${counts[wrong[0]]} rows instead of ${wrong[1]}`)
    }),
  )
}
