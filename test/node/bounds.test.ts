import { readFileSync } from 'node:fs'
import { getTableName } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { expect, test } from 'vitest'
import { EXPIRING_TABLES } from '#features/accounts/recovery/tokens.ts'
import { ACTIVITY_KINDS, STORAGE_KINDS } from '#features/core/storage/quotas.ts'
import { inRoot } from '../../scripts/build/paths.ts'
import { TABLES } from '../../src/db/schema/index.ts'
import { type Bound, factsOf } from '../../src/db/schema/stored.ts'
import { filesIn } from './source.ts'

const document = readFileSync(inRoot('docs/limits.md'), 'utf8')
const schema = readFileSync(inRoot('migrations/schema.sql'), 'utf8')
const code = filesIn('src', /\.ts$/)
  .map((path) => readFileSync(inRoot(path), 'utf8'))
  .join('\n')

const byName = new Map(TABLES.map((table) => [getTableName(table), table]))
const names = (tables: readonly SQLiteTable[]) => tables.map((table) => getTableName(table))

const boundsOf = (table: SQLiteTable): Exclude<Bound, string>[] =>
  [factsOf(table).bound ?? []].flat().filter((bound) => typeof bound !== 'string')

test('every limit in the bound of a table is an exported constant that docs/limits.md lists', () => {
  const limits = TABLES.flatMap(boundsOf).flatMap(({ most }) =>
    typeof most === 'string' ? most : [],
  )
  expect(limits).toContain('FOLDERS_MAX')
  expect(limits.filter((limit) => !isLimit(limit))).toEqual([])
})

const KINDS: Readonly<Record<string, readonly string[]>> = {
  STORAGE_MAX: STORAGE_KINDS,
  ACTIVITY_MAX: ACTIVITY_KINDS,
}

function isLimit(limit: string): boolean {
  const [name = '', kind] = limit.split('.')
  const isKind = kind === undefined || (KINDS[name] ?? []).includes(kind)
  return isKind && code.includes(`export const ${name}`) && document.includes(`\`${name}\``)
}

test('every bound per row of another table leads to a table that has a bound or an age', () => {
  const parents = (table: SQLiteTable): string[] =>
    boundsOf(table)
      .map(({ per }) => per)
      .filter((per) => per !== 'person' && per !== 'personAndDay')
  expect(TABLES.flatMap(parents).filter((name) => !byName.has(name))).toEqual([])

  const isInLoop = (table: SQLiteTable, path: readonly SQLiteTable[] = []): boolean =>
    path.includes(table) ||
    parents(table).some((name) => isInLoop(byName.get(name) as SQLiteTable, [...path, table]))
  expect(names(TABLES.filter((table) => isInLoop(table)))).toEqual([])
})

test('the cron or a trigger deletes the rows of every table with an age', () => {
  const jobs = readFileSync(inRoot('src/jobs.ts'), 'utf8')
  const imported = [...jobs.matchAll(/from '#(features\/.*)'/g)].map(
    ([, path = '']) => `src/${path}`,
  )
  // The job 'record the run' uses a function of state.ts.
  const files = [...imported, 'src/features/core/site/state.ts']
  const statements = `${files.map((path) => readFileSync(inRoot(path), 'utf8')).join('\n')}\n${schema}`
  const isDeleted = (table: SQLiteTable) =>
    EXPIRING_TABLES.includes(getTableName(table)) ||
    new RegExp(`DELETE FROM ${getTableName(table)}\\b`).test(statements)
  const withAge = TABLES.filter((table) => typeof factsOf(table).kept === 'object')
  expect(withAge.length).toBeGreaterThan(15)
  expect(names(withAge.filter((table) => !isDeleted(table)))).toEqual([])
})
