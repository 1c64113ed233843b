/** What a database is made of, as SQLite keeps it in sqlite_master. */
export interface Made {
  type: 'table' | 'index' | 'trigger' | 'view'
  name: string
  sql: string
}

export interface Reference {
  child: string
  field: string
  /** A row may be without it. */
  optional: 0 | 1
  parent: string
  parent_field: string
}

// Without what SQLite and D1 keep for themselves, and without the lock of deployments, which outlives what is restored.
const OURS = `m.sql IS NOT NULL AND m.name NOT GLOB 'sqlite_*' AND m.name NOT GLOB '_cf_*' AND m.name <> 'deploy_lock'`
export const MADE = `SELECT m.type, m.name, m.sql FROM sqlite_master AS m WHERE ${OURS} ORDER BY m.rowid`
export const REFERENCES = `
  SELECT m.name AS child, f."from" AS field, NOT t."notnull" AS optional, f."table" AS parent, f."to" AS parent_field
  FROM sqlite_master AS m, pragma_foreign_key_list(m.name) AS f, pragma_table_info(m.name) AS t
  WHERE m.type = 'table' AND t.name = f."from" AND ${OURS}`

/** Tables with those first that others refer to, then indexes, then triggers: loaded in this order no trigger fires. */
export function inOrder(made: Made[], references: Reference[]): Made[] {
  const tables = made.filter(({ type }) => type === 'table')
  const virtual = tables.find(({ sql }) => /^CREATE VIRTUAL/i.test(sql))
  if (virtual) throw new Error(`the virtual table ${virtual.name} cannot be backed up as SQL`)
  return [
    ...parentsFirst(tables, references),
    ...made.filter(({ type }) => type === 'index'),
    ...made.filter(({ type }) => type === 'view'),
    ...made.filter(({ type }) => type === 'trigger'),
  ]
}

/** Statements that leave a database with nothing in it. */
export function droppingAll(schema: Made[]): string[] {
  return schema.toReversed().map(({ type, name }) => `DROP ${type.toUpperCase()} IF EXISTS ${quoted(name)}`)
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

function parentsFirst(tables: Made[], references: Reference[]): Made[] {
  const ordered = new Map<string, Made>()
  const waiting = new Set<string>()
  const add = (table: Made) => {
    if (ordered.has(table.name) || waiting.has(table.name)) return
    waiting.add(table.name)
    const parents = references.filter(({ child }) => child === table.name).map(({ parent }) => parent)
    for (const parent of tables.filter(({ name }) => parents.includes(name))) add(parent)
    ordered.set(table.name, table)
  }
  for (const table of tables) add(table)
  return [...ordered.values()]
}
