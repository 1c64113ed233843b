import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inRoot } from '../build/paths.ts'
import { CHECKSUMS, sealedChecksums } from './checksums.ts'
import { migratedDatabases } from './migrated.ts'
import { renderDatabase } from './render.ts'

export const MIGRATIONS = inRoot('migrations')
export const SCHEMA = join(MIGRATIONS, 'schema.sql')

/** `npm run schema`, after a migration was added: seals it, and writes down what all of them amount to. */
export async function writeSchema(): Promise<void> {
  await writeFile(join(MIGRATIONS, CHECKSUMS), await sealedChecksums(MIGRATIONS))
  await writeFile(SCHEMA, await schemaText())
}

export async function schemaText(): Promise<string> {
  const databases = await migratedDatabases(MIGRATIONS)
  return [HEAD, ...databases.map(renderDatabase)].join('\n')
}

const HEAD = `-- What all migrations amount to: every table with its rows, indexes and triggers. Written by "npm run schema" and
-- never by hand; nothing runs it. Changes are new files in migrations/db and migrations/search.
`
