import type { D1Migration } from 'cloudflare:test'

/** How a database is made that has all migrations behind it, as the first file of tests has found it. */
let known: Made | undefined

interface Made {
  tables: string
  rows: { table: string; values: unknown[] }[]
  indexesAndTriggers: string
}

/** The main database of a new site. By its migrations the first time; after that as they leave it, in a sixth of the time. */
export async function makeMainDatabase(database: D1Database, migrations: D1Migration[]): Promise<void> {
  if (known) return make(database, known)
  await migrate(database, migrations)
  known = await madeOf(database)
}

/** In one batch, a migration as one text: statement by statement, as the plugin's own function does it, takes seconds for every file. */
export async function migrate(database: D1Database, migrations: D1Migration[]): Promise<void> {
  await database.exec('CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY, name TEXT UNIQUE, applied_at TEXT)')
  const record = database.prepare('INSERT INTO d1_migrations (name, applied_at) VALUES (?, CURRENT_TIMESTAMP)')
  await database.batch(
    migrations.flatMap(({ name, queries }) => [database.prepare(queries.join(';\n')), record.bind(name)]),
  )
}

/** All that can be read of a database: the text of its parts in the order in which they can be made, and its rows. */
export async function madeOf(database: D1Database): Promise<Made> {
  const { results: parts } = await database
    .prepare(`SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT GLOB '_cf_*' ORDER BY rowid`)
    .all<{ type: string; name: string; sql: string }>()
  const tables = parts.filter(({ type }) => type === 'table')
  const rows: Made['rows'] = []
  for (const { name: table } of tables) {
    const { results } = await database.prepare(`SELECT * FROM "${table}"`).all()
    rows.push(...results.map((row) => ({ table, values: Object.values(row) })))
  }
  const own = parts.filter(({ name }) => !name.startsWith('sqlite_'))
  return {
    tables: textOf(own.filter(({ type }) => type === 'table')),
    rows,
    indexesAndTriggers: textOf(own.filter(({ type }) => type !== 'table')),
  }
}

async function make(database: D1Database, { tables, rows, indexesAndTriggers }: Made): Promise<void> {
  const inserts = rows.map(({ table, values }) =>
    database.prepare(`INSERT INTO "${table}" VALUES (${values.map(() => '?').join()})`).bind(...values),
  )
  // The triggers last: what they do to rows has been done.
  await database.batch([database.prepare(tables), ...inserts, database.prepare(indexesAndTriggers)])
}

const textOf = (parts: { sql: string }[]) => parts.map(({ sql }) => sql).join(';\n')
