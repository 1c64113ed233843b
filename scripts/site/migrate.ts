import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Applies the migrations that are missing, in the order of their names. Each one happens whole or not at all. */
export async function migrate(db: D1Database, folder: string): Promise<string[]> {
  await db.prepare(BOOKKEEPING).run()
  const { results } = await db.prepare('SELECT name FROM d1_migrations').all<{ name: string }>()
  const applied = new Set(results.map(({ name }) => name))
  const pending = (await migrationsIn(folder)).filter((name) => !applied.has(name))
  for (const name of pending) await apply(db, name, await readFile(join(folder, name), 'utf8'))
  return pending
}

// The table that `wrangler d1 migrations apply` keeps, so that both know what the other has done.
const BOOKKEEPING = `CREATE TABLE IF NOT EXISTS d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`

async function migrationsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => name.endsWith('.sql')).sort()
}

async function apply(db: D1Database, name: string, sql: string): Promise<void> {
  // Loaded only when needed: wrangler takes longer to load than all the rest of a start.
  const { unstable_splitSqlQuery } = await import('wrangler')
  const statements = unstable_splitSqlQuery(sql).map((statement) => db.prepare(statement))
  const record = db.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(name)
  try {
    await db.batch([...statements, record])
  } catch (error) {
    throw new Error(`migration ${name} failed: ${error instanceof Error ? error.message : error}`, { cause: error })
  }
}
