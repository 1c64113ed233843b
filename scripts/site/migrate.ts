import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '../bootstrap/failure.mjs'
import { localQuery, type Query, withLiterals } from './query.ts'

/**
 * Applies the missing migrations in the order of their names, each in one transaction. Returns
 * their names.
 */
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

interface Migrations {
  applied: string[]
  /** In the folder, but not applied: the database is older than the code. */
  pending: string[]
  /** Applied, but not in the folder: the database is newer than the code. */
  unknown: string[]
}

/**
 * Only reads: it must not create the table of migrations, because a missing table tells a new
 * database from one that lost its data.
 */
export async function migrationsOf(query: Query, folder: string): Promise<Migrations> {
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
 * Runs one query per migration: D1 applies all of a migration or nothing. SQLite itself finds the
 * ends of the statements.
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

/** Whether one of the migrations is from 1.0.0 or older. */
export function isBeforeBaseline(migrations: string[]): boolean {
  return migrations.some((name) => FIRST_OF_1_0_0.includes(name))
}

/** Whether the list has the last migration of 1.0.0, and with it all of them. */
export function isVersion1_0_0(migrations: string[]): boolean {
  return migrations.some((name) => LAST_OF_1_0_0.includes(name))
}

/**
 * `subject` names the data, with its verb. `option` selects the site; it is empty for a data
 * folder.
 */
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
