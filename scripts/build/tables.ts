import { globSync, readFileSync } from 'node:fs'
import { DatabaseSync } from '../site/sqlite.ts'
import { inRoot } from './paths.ts'

/** The rows of all tables of the main database as a TypeScript file, from the migrations. */
export function tableTypes(): string {
  const db = new DatabaseSync(':memory:')
  for (const path of globSync(inRoot('migrations/db/*.sql')).sort()) db.exec(readFileSync(path, 'utf8'))
  const tables = db.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'table' ORDER BY name").all()
  const types = tables.map(({ name, sql }) => {
    const columns = db.prepare('SELECT name, type, "notnull" OR pk > 0 AS required FROM pragma_table_info(?)')
    const lines = columns.all(String(name)).map(({ name, type, required }) => {
      const value = valuesOf(String(sql), String(name)) ?? (type === 'TEXT' ? 'string' : 'number')
      return `    ${name}: ${value}${required ? '' : ' | null'}`
    })
    return `  ${name}: {\n${lines.join('\n')}\n  }`
  })
  return `export interface Tables {\n${types.join('\n')}\n}\n`
}

/** The values of a text column as a union, from its check. */
function valuesOf(table: string, column: string): string | undefined {
  const [, check] = table.replaceAll('"', '').replaceAll('(', '( ').split(` ${column} IN (`)
  const values = check?.split(')')[0]?.split(',') ?? []
  const texts = values.map((value) => value.trim()).filter((value) => value.startsWith("'"))
  return texts.length > 0 ? texts.join(' | ') : undefined
}
