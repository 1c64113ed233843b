import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '../bootstrap/failure.mjs'
import { localQuery, type Query, withLiterals } from './query.ts'

export async function migrate(db: D1Database, folder: string): Promise<string[]> {
  const query = localQuery(db)
  const { pending } = await migrationsOf(query, folder)
  await applyMigrations(
    query,
    folder,
    pending,
    (name, reason) => `${name} failed and was rolled back: ${reason}`,
  )
  return pending
}

/** Read-only: whether the table exists distinguishes a new database from a lost one. */
export async function migrationsOf(query: Query, folder: string) {
  const [bookkeeping] = await query(`SELECT 1 FROM sqlite_master WHERE name = 'd1_migrations'`)
  const rows = bookkeeping
    ? await query<{ name: string }>('SELECT name FROM d1_migrations ORDER BY id')
    : []
  const applied = rows.map(({ name }) => name)
  const known = await migrationsIn(folder)
  return {
    applied,
    pending: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
  }
}

// The table that `wrangler d1 migrations apply` uses, so that both are compatible.
export const BOOKKEEPING = `CREATE TABLE IF NOT EXISTS d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`

export async function migrationsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => name.endsWith('.sql')).sort()
}

/**
 * One query per migration: D1 applies all of it or nothing. SQLite itself finds the ends of the
 * statements.
 */
export async function applyMigrations(
  query: Query,
  folder: string,
  pending: string[],
  failure: (name: string, reason: string) => string,
): Promise<void> {
  await query(BOOKKEEPING)
  for (const name of pending) {
    const sql = await readFile(join(folder, name), 'utf8')
    await query(
      `${sql}\n${withLiterals('INSERT INTO d1_migrations (name) VALUES (?);', [name])}`,
    ).catch((error) => {
      const reason = error instanceof Error ? error.message : String(error)
      throw new Failure(`migration ${failure(name, reason)}`, { cause: error })
    })
  }
}

// Joule 1.0.0 had many migrations for each database. One baseline replaced them; it creates the
// same schema.
const FIRST_OF_1_0_0 = ['0001_accounts.sql', '0001_posts.sql']
const LAST_OF_1_0_0 = ['0049_no_likes_across_a_block.sql', '0006_languages_and_dates.sql']

export function isBeforeBaseline(migrations: string[]): boolean {
  return migrations.some((name) => FIRST_OF_1_0_0.includes(name))
}

export function isVersion1_0_0(migrations: string[]): boolean {
  return migrations.some((name) => LAST_OF_1_0_0.includes(name))
}

/** `subject` names the data, with its verb. `option` selects the site: empty for a data folder. */
export function refusalBeforeBaseline(subject: string, option: '' | ' --remote'): Failure {
  return new Failure(
    `${subject} from Joule 1.0.0 or older, which this version cannot upgrade; back the site up with the version that \
created it (npm run joule -- backup <folder>${option}), then restore it with this one (npm run joule -- restore <folder> \
--replace${option})`,
  )
}

const LAST = LAST_OF_1_0_0.map((name) => `'${name}'`).join(', ')

/**
 * For a restore: records the baseline instead of the migrations of 1.0.0. Does nothing in a newer
 * database.
 */
export const ADOPT_BASELINE = `DELETE FROM d1_migrations WHERE id < (SELECT id FROM d1_migrations WHERE name IN (${LAST}));
UPDATE d1_migrations SET name = '0001_baseline.sql' WHERE name IN (${LAST});
`
