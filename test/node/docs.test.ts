import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { RUNBOOKS } from '#features/operations/admin/overview/alarms.ts'
import { inRoot } from '../../scripts/build/paths.ts'
import { addressIn, withButton } from '../../scripts/repository/button.ts'
import { MIGRATIONS } from '../../scripts/schema/index.ts'
import { migratedDatabases } from '../../scripts/schema/migrated.ts'
import { SHOTS } from '../../scripts/screenshots/shots.ts'

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
  const named = documents().flatMap((document) =>
    namesIn(readFileSync(inRoot(document), 'utf8').replace(/^```[\s\S]*?^```/gm, ''))
      .filter((name) => /^[\w.-]+(\/[\w.-]+)+\/?$/.test(name) && FOLDERS.includes(name.split('/')[0] ?? ''))
      .map((path) => ({ document, path })),
  )
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter(({ path }) => !existsSync(inRoot(path)) && !existsSync(inRoot('src', path)))).toEqual([])
})

test('every link of the documents within the project leads to a file', () => {
  const links = documents().flatMap((document) =>
    [...readFileSync(inRoot(document), 'utf8').matchAll(/\]\(([^)\s]+)\)|\bsrc="([^"]+)"/g)]
      .map(([, link, picture]) => link ?? picture ?? '')
      .filter((link) => !/^[a-z]+:|^#/.test(link))
      .map((link) => ({ document, path: join(dirname(document), link.replace(/#.*/, '')) })),
  )
  expect(links.length).toBeGreaterThan(10)
  expect(links.filter(({ path }) => !existsSync(inRoot(path)))).toEqual([])
})

test('README.md shows five pictures, and together they are light', () => {
  const shown = readFileSync(inRoot('README.md'), 'utf8').match(/docs\/pictures\/[\w-]+\.webp/g) ?? []
  expect(shown.toSorted()).toEqual(SHOTS.map(({ name }) => `docs/pictures/${name}.webp`).toSorted())
  const bytes = shown.reduce((sum, path) => sum + statSync(inRoot(path)).size, 0)
  expect(bytes).toBeLessThan(PICTURES_MAX)
})

test('the button of README.md leads to the repository that package.json names, and to how to name one until then', () => {
  const { repository } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
  const readme = readFileSync(inRoot('README.md'), 'utf8')
  expect(withButton(readme, repository?.url)).toBe(readme)
  const address = addressIn('git@github.com:somebody/their-joule.git')
  expect(withButton(readme, address)).toContain('?url=https://github.com/somebody/their-joule)')
  expect(() => addressIn('https://example.com/joule')).toThrow('no address such as')
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

const PICTURES_MAX = 600 * 1024

function documents(): string[] {
  return globSync(['*.md', 'docs/**/*.md', '.github/**/*.md'], { cwd: inRoot() })
}

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

test('every alarm names a section of docs/operations.md', () => {
  const sections = readFileSync(inRoot('docs/operations.md'), 'utf8').split('\n')
  expect(Object.values(RUNBOOKS).filter((section) => !sections.includes(`### ${section}`))).toEqual([])
})
