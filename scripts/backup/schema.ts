import type { Query } from '../site/query.ts'

export interface Made {
  type: 'table' | 'index' | 'trigger' | 'view'
  name: string
  sql: string
}

/** Tables with those first that others refer to, then indexes, then triggers: loaded in this order no trigger fires. */
export async function schemaOf(query: Query): Promise<Made[]> {
  const made = await query<Made>(MADE)
  const references = await query<Reference>(REFERENCES)
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

interface Reference {
  child: string
  parent: string
}

// Without what SQLite and D1 keep for themselves.
const OURS = `m.sql IS NOT NULL AND m.name NOT GLOB 'sqlite_*' AND m.name NOT GLOB '_cf_*'`
const MADE = `SELECT m.type, m.name, m.sql FROM sqlite_master AS m WHERE ${OURS} ORDER BY m.rowid`
const REFERENCES = `SELECT m.name AS child, f."table" AS parent FROM sqlite_master AS m, pragma_foreign_key_list(m.name) AS f
  WHERE m.type = 'table' AND ${OURS}`

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
