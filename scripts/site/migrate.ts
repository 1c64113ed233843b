import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '../bootstrap/failure.mjs'

/** Applies the missing migrations in the order of their names, each in one transaction. */
export async function migrate(db: D1Database, folder: string): Promise<string[]> {
  await db.prepare(BOOKKEEPING).run()
  const { pending } = await migrationsOf(db, folder)
  for (const name of pending) await apply(db, name, await readFile(join(folder, name), 'utf8'))
  return pending
}

interface Migrations {
  applied: string[]
  /** In the folder, but not applied: the database is older than the code. */
  pending: string[]
  /** Applied, but not in the folder: the database is newer than the code. */
  unknown: string[]
}

export async function migrationsOf(db: D1Database, folder: string): Promise<Migrations> {
  const applied = await appliedTo(db)
  const known = await migrationsIn(folder)
  return {
    applied,
    pending: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
  }
}

/** Read-only: whether the table exists distinguishes a new database from a lost one. */
async function appliedTo(db: D1Database): Promise<string[]> {
  if (!(await db.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'd1_migrations'`).first())) return []
  const { results } = await db.prepare('SELECT name FROM d1_migrations ORDER BY id').all<{ name: string }>()
  return results.map(({ name }) => name)
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

async function apply(db: D1Database, name: string, sql: string): Promise<void> {
  const record = db.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(name)
  try {
    // The file as one statement list: SQLite itself finds the ends of the statements.
    await db.batch([db.prepare(sql), record])
  } catch (error) {
    const reason = error instanceof Error ? error.message : error
    throw new Failure(`migration ${name} failed and was rolled back: ${reason}`, { cause: error })
  }
}
