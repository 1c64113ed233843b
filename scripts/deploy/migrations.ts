import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '../bootstrap/failure.mjs'
import type { RemoteDatabase } from '../cloudflare/database.ts'
import { BOOKKEEPING, isBeforeBaseline, migrationsIn, refusalBeforeBaseline } from '../site/migrate.ts'
import { withLiterals } from '../site/query.ts'

/**
 * The applied migrations, and those that this code adds. Refuses a database that is newer than the code or older than
 * the baseline.
 */
export async function migrationsToApply({ name, migrations, query }: RemoteDatabase) {
  const [bookkeeping] = await query(`SELECT 1 FROM sqlite_master WHERE name = 'd1_migrations'`)
  const rows = bookkeeping ? await query<{ name: string }>('SELECT name FROM d1_migrations ORDER BY id') : []
  const known = await migrationsIn(migrations)
  if (isBeforeBaseline(rows.map((row) => row.name))) throw refusalBeforeBaseline(`the database ${name} is`, ' --remote')
  const newer = rows.find((row) => !known.includes(row.name))
  if (newer)
    throw new Failure(`the database ${name} is newer than this code, which does not have its migration ${newer.name}`)
  return { applied: rows.length, pending: known.filter((file) => !rows.some((row) => row.name === file)) }
}

/** Like `wrangler d1 migrations apply`, with one request per migration: D1 applies all of it or nothing. */
export async function applyRemotely({ name, migrations, query }: RemoteDatabase, pending: string[]): Promise<void> {
  await query(BOOKKEEPING)
  for (const file of pending) {
    const sql = await readFile(join(migrations, file), 'utf8')
    await query(`${sql}\n${withLiterals('INSERT INTO d1_migrations (name) VALUES (?);', [file])}`).catch((error) => {
      const reason = error instanceof Failure ? error.message : String(error)
      throw new Failure(`migration ${file} of ${name} failed: ${reason}. ${STATE}`)
    })
  }
}

const STATE = 'It was rolled back; earlier migrations stay, and the site still runs the old code'
