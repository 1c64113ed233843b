/** A row of sqlite_master. */
export interface SchemaObject {
  type: 'table' | 'index' | 'trigger' | 'view'
  name: string
  sql: string
}

export interface Reference {
  child: string
  field: string
  /** 1 if the column is nullable. */
  optional: 0 | 1
  parent: string
  parent_field: string
}

// Excludes internal tables of SQLite and D1, and the deployment lock, which a restore must not change.
const OURS = `m.sql IS NOT NULL AND m.name NOT GLOB 'sqlite_*' AND m.name NOT GLOB '_cf_*' AND m.name <> 'deploy_lock'`
export const SCHEMA_OBJECTS = `SELECT m.type, m.name, m.sql FROM sqlite_master AS m WHERE ${OURS} ORDER BY m.rowid`
export const REFERENCES = `
  SELECT m.name AS child, f."from" AS field, NOT t."notnull" AS optional, f."table" AS parent, f."to" AS parent_field
  FROM sqlite_master AS m, pragma_foreign_key_list(m.name) AS f, pragma_table_info(m.name) AS t
  WHERE m.type = 'table' AND t.name = f."from" AND ${OURS}`

/** Tables (parents first), then indexes, views and triggers: no trigger fires while rows are loaded in this order. */
export function inOrder(made: SchemaObject[], references: Reference[]): SchemaObject[] {
  const tables = made.filter(({ type }) => type === 'table')
  const virtual = tables.find(({ sql }) => /^CREATE VIRTUAL/i.test(sql))
  if (virtual) throw new Error(`cannot back up the virtual table ${virtual.name} as SQL`)
  return [
    ...parentsFirst(tables, references),
    ...made.filter(({ type }) => type === 'index'),
    ...made.filter(({ type }) => type === 'view'),
    ...made.filter(({ type }) => type === 'trigger'),
  ]
}

/** Statements that drop the whole schema. */
export function droppingAll(schema: SchemaObject[]): string[] {
  return schema.toReversed().map(({ type, name }) => `DROP ${type.toUpperCase()} IF EXISTS ${quoted(name)}`)
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

function parentsFirst(tables: SchemaObject[], references: Reference[]): SchemaObject[] {
  const ordered = new Map<string, SchemaObject>()
  const waiting = new Set<string>()
  const add = (table: SchemaObject) => {
    if (ordered.has(table.name) || waiting.has(table.name)) return
    waiting.add(table.name)
    const parents = references.filter(({ child }) => child === table.name).map(({ parent }) => parent)
    for (const parent of tables.filter(({ name }) => parents.includes(name))) add(parent)
    ordered.set(table.name, table)
  }
  for (const table of tables) add(table)
  return [...ordered.values()]
}
