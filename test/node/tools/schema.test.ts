import { readdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LOOK_ALIKES_FILE, lookAlikes } from '../../../tools/confusables.ts'
import {
  brokenSeals,
  CHECKSUMS,
  IF_BROKEN,
  sealedChecksums,
  unsealed,
} from '../../../tools/schema/checksums.ts'
import { DATA, dataText } from '../../../tools/schema/data.ts'
import { MIGRATIONS, SCHEMA, schemaText } from '../../../tools/schema/index.ts'
import { contentsAfter, migratedDatabases } from '../../../tools/schema/migrated.ts'
import { folderWith } from '../scripts/support/folders.ts'

test('the migrations of this repository are unchanged since they were sealed', async () => {
  expect(await brokenSeals(MIGRATIONS), IF_BROKEN).toEqual([])
})

test('the migrations of this repository are all sealed', async () => {
  expect(await unsealed(MIGRATIONS), 'run "npm run schema"').toEqual([])
})

test('the migrations of this repository produce schema.sql', async () => {
  const isFresh = (await readFile(SCHEMA, 'utf8')) === (await schemaText())
  expect(isFresh, 'migrations/schema.sql is stale: run "npm run schema"').toBe(true)
})

test('docs/data.md is up to date with src/db/schema', async () => {
  const isFresh = (await readFile(DATA, 'utf8')) === (await dataText())
  expect(isFresh, 'docs/data.md is stale: run "npm run schema"').toBe(true)
})

test('the migrations of this repository create the same databases as schema.sql', async () => {
  const parts = (await readFile(SCHEMA, 'utf8')).split(/^-- \w+ =+$/m).slice(1)
  const written = parts.map((part) => contentsAfter([part]))
  const migrated = await migratedDatabases(MIGRATIONS)
  expect(written.map(contents)).toEqual(migrated.map(contents))
})

test('every CHECK with a JSON function on a nullable column accepts NULL also in SQLite 3.40', async () => {
  const [db] = await migratedDatabases(MIGRATIONS)
  const tables = db?.objects.filter(({ type }) => type === 'table') ?? []
  expect(
    tables.flatMap(({ name, sql }) => unguardedJsonChecks(sql).map((check) => `${name}: ${check}`)),
  ).toEqual([])
  expect(
    unguardedJsonChecks('a TEXT CHECK (json_valid(a)),\n  b TEXT NOT NULL CHECK (json_valid(b))'),
  ).toHaveLength(1)
})

test("the migrations of this repository are split into whole statements by wrangler's splitter, which D1 uses too", async () => {
  // Not imported: for `import` Node scans all of its code for names, half a second.
  const { unstable_splitSqlQuery: split }: typeof import('wrangler') = createRequire(
    import.meta.url,
  )('wrangler')
  for (const folder of ['db', 'search']) {
    const names = (await readdir(join(MIGRATIONS, folder))).sort()
    const texts = await Promise.all(
      names.map((name) => readFile(join(MIGRATIONS, folder, name), 'utf8')),
    )
    expect(contents(contentsAfter(texts.flatMap((text) => split(text))))).toEqual(
      contents(contentsAfter(texts)),
    )
  }
})

test('the list of checksums gets a new migration added and refuses a changed one', async () => {
  const folder = await folderWith({ 'db/0001.sql': 'CREATE TABLE a (x);', 'schema.sql': '' })
  const seal = async () => writeFile(join(folder, CHECKSUMS), await sealedChecksums(folder))
  expect(await unsealed(folder)).toEqual(['db/0001.sql'])
  await seal()
  await writeFile(join(folder, 'db/0002.sql'), 'CREATE TABLE b (x);')
  await seal()
  expect([await unsealed(folder), await brokenSeals(folder)]).toEqual([[], []])
  await writeFile(join(folder, 'db/0001.sql'), 'CREATE TABLE a (y);')
  expect(await brokenSeals(folder)).toEqual(['db/0001.sql'])
  await expect(seal()).rejects.toThrow('db/0001.sql: changed or deleted')
})

/**
 * Lines of a CREATE TABLE with a JSON function in a CHECK, for a column that may be null and is not
 * tested for it.
 */
function unguardedJsonChecks(sql: string): string[] {
  const lines = sql.split('\n').filter((line) => /CHECK \(.*\bjson_\w+\(/.test(line))
  return lines.filter((line) => {
    const column = /\bjson_\w+\((\w+)/.exec(line)?.[1]
    const isNullable = !new RegExp(`^\\s*${column} .*NOT NULL`, 'm').test(sql)
    return isNullable && !line.includes(`${column} IS NULL OR `)
  })
}

/** The content of a database, independent of the order and spacing of its statements. */
function contents({ objects, rows }: ReturnType<typeof contentsAfter>) {
  const plain = (sql: string) => sql.replace(/--.*/g, '').replace(/\s+/g, ' ')
  return {
    objects: objects.map(({ name, sql }) => `${name}: ${plain(sql)}`).sort(),
    rows: rows.map((it) => `${it.table}: ${JSON.stringify([it.columns, it.values])}`).sort(),
  }
}

test('the confusables table is up to date with the table of Unicode', async () => {
  expect(bare(await readFile(LOOK_ALIKES_FILE, 'utf8'))).toBe(bare(await lookAlikes()))
})

/** Without formatting. */
function bare(source: string): string {
  return source.replace(/\s/g, '').replaceAll(',]', ']')
}
