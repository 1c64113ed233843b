import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot } from '../../scripts/build/paths.ts'
import { MIGRATIONS } from '../../scripts/schema/index.ts'
import { migratedDatabases } from '../../scripts/schema/migrated.ts'

test('docs/architecture.md says of every trigger what fires it', async () => {
  const databases = await migratedDatabases(MIGRATIONS)
  const triggers = databases.flatMap(({ objects }) => objects).filter(({ type }) => type === 'trigger')
  const fired = triggers.map(({ name, table, sql }) => `${table} ${eventOf(sql)} ${name}`)
  const told = rowsUnder('### What one statement sets off').flatMap(([table = '', events = '', names = '']) =>
    namesIn(names).map((name) => {
      const { sql = '' } = triggers.find((trigger) => trigger.name === name) ?? {}
      return `${namesIn(table)} ${events.includes(eventOf(sql)) ? eventOf(sql) : events} ${name}`
    }),
  )
  expect(told.sort()).toEqual(fired.sort())
})

test('every file that the documents name is there', () => {
  const documents = [
    'README.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'CHANGELOG.md',
    ...readdirSync(inRoot('docs'), { encoding: 'utf8', recursive: true })
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/${name}`),
  ]
  const named = documents.flatMap((document) =>
    namesIn(readFileSync(inRoot(document), 'utf8').replace(/^```[\s\S]*?^```/gm, ''))
      .filter((name) => /^[\w.-]+(\/[\w.-]+)+\/?$/.test(name) && FOLDERS.includes(name.split('/')[0] ?? ''))
      .map((path) => ({ document, path })),
  )
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter(({ path }) => !existsSync(inRoot(path)) && !existsSync(inRoot('src', path)))).toEqual([])
})

test('every defence that SECURITY.md claims names its tests by their whole path, and they are there', () => {
  const [, table = ''] = readFileSync(inRoot('SECURITY.md'), 'utf8').split('by which test\n')
  const rows = table.match(/^\|.*\|$/gm)?.slice(2) ?? []
  expect(rows.length).toBeGreaterThan(10)
  const tests = rows.map((row) => namesIn(row.split(' | ').at(-1) ?? ''))
  expect(rows.filter((_, n) => tests[n]?.length === 0)).toEqual([])
  expect(tests.flat().filter((path) => !path.startsWith('test/') || !existsSync(inRoot(path)))).toEqual([])
})

const FOLDERS =
  'src kernel db web features client docs migrations scripts static test api-client examples .github'.split(' ')

function eventOf(trigger: string): string {
  return /\b(INSERT|UPDATE|DELETE)\b/.exec(trigger)?.[1]?.toLowerCase() ?? 'nothing'
}

/** The rows of the table under a heading, cell by cell. */
function rowsUnder(heading: string): string[][] {
  const [, section = ''] = readFileSync(inRoot('docs/architecture.md'), 'utf8').split(`${heading}\n`)
  const rows = section.split(/^#/m)[0]?.match(/^\|.*\|$/gm) ?? []
  return rows.slice(2).map((row) => row.slice(1, -1).split(' | '))
}

function namesIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].flatMap(([, name]) => name ?? [])
}
