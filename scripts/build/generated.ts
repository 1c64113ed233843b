import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from '../site/sqlite.ts'
import type { Assets } from './client.ts'
import { FIRST_SCRIPTS, readFirstScript } from './first-script.ts'
import { CLIENT_BUILD, GENERATED, inRoot, TABLE_TYPES } from './paths.ts'

/**
 * Writes the build data for the Worker (the URLs of its assets and the migrations that it expects)
 * and the types of its tables.
 */
export async function writeGenerated(): Promise<void> {
  const assets: Assets = JSON.parse(await readFile(join(CLIENT_BUILD, 'manifest.json'), 'utf8'))
  const firstScripts = {
    reading: await readFirstScript(FIRST_SCRIPTS.reading),
    whole: await readFirstScript(FIRST_SCRIPTS.whole),
    worker: await readFirstScript(FIRST_SCRIPTS.worker),
  }
  const info = {
    // Changes with every file that pages refer to or contain.
    id: createHash('sha256')
      .update(JSON.stringify([assets, firstScripts]))
      .digest('base64url')
      .slice(0, 12),
    assets,
    migrations: { db: await newestMigration('db'), search: await newestMigration('search') },
    firstScripts,
    staticNames: (await readdir(inRoot('static'))).sort(),
  }
  await writeIfChanged(GENERATED, `${JSON.stringify(info, null, 2)}\n`)
  await writeIfChanged(TABLE_TYPES, tableTypes())
}

/** An equal file is not written again, because `npm run dev` reloads after every change. */
async function writeIfChanged(path: string, text: string): Promise<void> {
  if ((await readFile(path, 'utf8').catch(() => '')) === text) return
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}

async function newestMigration(database: string): Promise<string | null> {
  const names = await readdir(inRoot('migrations', database)).catch(() => [])
  return (
    names
      .filter((name) => name.endsWith('.sql'))
      .sort()
      .at(-1) ?? null
  )
}

/** A TypeScript interface for the tables after all migrations, in an in-memory database. */
export function tableTypes(): string {
  const db = new DatabaseSync(':memory:')
  for (const path of globSync(inRoot('migrations/db/*.sql')).sort())
    db.exec(readFileSync(path, 'utf8'))
  const tables = db
    .prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .all()
  const types = tables.map(({ name, sql }) => {
    const columns = db.prepare(
      'SELECT name, type, "notnull" OR pk > 0 AS required FROM pragma_table_info(?)',
    )
    const lines = columns.all(String(name)).map(({ name, type, required }) => {
      const value = valuesOf(String(sql), String(name)) ?? (type === 'TEXT' ? 'string' : 'number')
      return `    ${name}: ${value}${required ? '' : ' | null'}`
    })
    return `  ${name}: {\n${lines.join('\n')}\n  }`
  })
  return `export interface Tables {\n${types.join('\n')}\n}\n`
}

/** The texts that a CHECK of the form `column IN ('a', 'b')` allows, as a union type. */
function valuesOf(table: string, column: string): string | undefined {
  const [, check] = table.replaceAll('"', '').replaceAll('(', '( ').split(` ${column} IN (`)
  const values = check?.split(')')[0]?.split(',') ?? []
  const texts = values.map((value) => value.trim()).filter((value) => value.startsWith("'"))
  return texts.length > 0 ? texts.join(' | ') : undefined
}
