import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import {
  ACTIVITY_MAX,
  ADMIN_ACTIVITY_MAX,
  ADMIN_STORAGE_MAX,
  STORAGE_MAX,
} from '#features/core/storage/quotas.ts'
import { RUNBOOKS } from '#features/operations/admin/overview/overview.ts'
import { RATE_RULES } from '#kernel/rate-limits.ts'
import { GUARDS } from '#web/guards/table.ts'
import { inRoot } from '../../scripts/build/paths.ts'
import { addressIn, withButton } from '../../tools/repository.ts'
import { LIMITS, limitsInCode, withLimits } from '../../tools/schema/limits.ts'
import { SHOTS } from '../../tools/screenshots/shots.ts'

test('every file and folder that the documents name exists', () => {
  const names = documents().flatMap((document) =>
    namesIn(textOf(document))
      .filter((name) => PATH.test(name) || FILE_NAME.test(name))
      .map((name) => ({ document, name })),
  )
  expect(names.length).toBeGreaterThan(200)
  const fileNames = new Set(files().map((path) => basename(path)))
  const exists = (name: string) => (name.includes('/') ? isPath(name) : fileNames.has(name))
  expect(names.filter(({ name }) => !exists(name))).toEqual([])
})

// Without migrations: a sealed migration cannot be edited when a file that its comment names is
// moved.
test('every path that a comment of the code names exists', () => {
  const named = files()
    .filter((path) => /^(src|scripts|tools|test)\/.*\.(tsx?|mjs)$/.test(path))
    .flatMap((path) =>
      commentsIn(readFileSync(inRoot(path), 'utf8')).map((comment) => ({ path, comment })),
    )
    .flatMap(({ path, comment }) =>
      (comment.match(PATH_IN_TEXT) ?? []).map((name) => ({ path, name })),
    )
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter(({ name }) => !isPath(name))).toEqual([])
})

test('every symbol that the documents name is in the code', () => {
  const code = files().filter((path) => /\.(tsx?|mjs|sql|toml|yml|css)$|package\.json$/.test(path))
  const words = new Set(
    code.flatMap((path) => readFileSync(inRoot(path), 'utf8').match(/\w+/g) ?? []),
  )
  const symbols = documents().flatMap((document) =>
    namesIn(textOf(document))
      .map((name) => SYMBOL.exec(name)?.[0] ?? '')
      .filter((symbol) => /[a-z][A-Z]|\w_\w/.test(symbol))
      .map((symbol) => ({ document, symbol })),
  )
  expect(symbols.length).toBeGreaterThan(200)
  expect(symbols.filter(({ symbol }) => !words.has(symbol))).toEqual([])
})

test('every name in a TypeScript block of the documents is in the code', () => {
  const code = files().filter((path) => /\.(tsx?|mjs)$/.test(path))
  const words = new Set(
    code.flatMap((path) => readFileSync(inRoot(path), 'utf8').match(/\w+/g) ?? []),
  )
  const names = documents().flatMap((document) =>
    [...readFileSync(inRoot(document), 'utf8').matchAll(/^```tsx?\n([\s\S]*?)^```/gm)].flatMap(
      ([, block = '']) =>
        (block.replaceAll(/\/\/.*|'[^'\n]*'/g, '').match(/[A-Za-z_]\w*/g) ?? []).map((name) => ({
          document,
          name,
        })),
    ),
  )
  expect(names.length).toBeGreaterThan(50)
  expect(names.filter(({ name }) => !words.has(name))).toEqual([])
})

test('docs/limits.md has the file and the value of every exported limit (`npm run schema` writes them)', () => {
  const limits = limitsInCode()
  expect(limits.length).toBeGreaterThan(60)
  const document = readFileSync(LIMITS, 'utf8')
  expect(withLimits(document, limits)).toBe(document)
  expect(document).not.toContain('| ? |')
  expect(Object.keys(RATE_RULES).filter((rule) => !document.includes(`\`${rule}\``))).toEqual([])
  const added = { name: 'NEW_MAX', path: 'kernel/new.ts', value: '7' }
  expect(withLimits(document, [added])).toContain(
    '|\n| ? | 7 | `NEW_MAX`, `kernel/new.ts` | ? | ? |\n',
  )
  const moved = { name: 'TITLE_MAX', path: 'kernel/new.ts', value: '121' }
  expect(withLimits(document, [moved])).toContain(
    '| title | 121 characters | `TITLE_MAX`, `kernel/new.ts` |',
  )
})

test('docs/limits.md has the quotas of every level', () => {
  const lines = readFileSync(LIMITS, 'utf8').split('\n')
  const written = (bytes: number) =>
    bytes >= 2 ** 30 ? `${bytes / 2 ** 30} GB` : `${bytes / 2 ** 20} MB`
  const count = (amount: number) => amount.toLocaleString('en-US')
  for (const [level, quota] of [...STORAGE_MAX, ADMIN_STORAGE_MAX].entries()) {
    const name = level < STORAGE_MAX.length ? `Lv${level}` : 'admins'
    const counts = [quota.posts, quota.drafts, quota.revisions].map(count)
    const cells = [
      name,
      ...counts,
      written(quota.text_bytes),
      count(quota.images),
      written(quota.image_bytes),
    ]
    expect(lines).toContain(`| ${cells.join(' | ')} |`)
  }
  for (const [level, quota] of [...ACTIVITY_MAX, ADMIN_ACTIVITY_MAX].entries()) {
    const name = level < ACTIVITY_MAX.length ? `Lv${level}` : 'admins'
    const counts = [quota.comments, quota.comments_of_day, quota.moves_of_day].map(count)
    expect(lines).toContain(`| ${[name, ...counts].join(' | ')} |`)
  }
})

test('docs/decisions/README.md lists every record, and a record has three parts and at most 40 lines', () => {
  const records = globSync('docs/decisions/[0-9]*.md', { cwd: inRoot() }).toSorted()
  expect(records.length).toBeGreaterThan(10)
  const index = readFileSync(inRoot('docs/decisions/README.md'), 'utf8')
  expect([...index.matchAll(/\((\d{4}-[\w-]+\.md)\)/g)].map(([, name]) => name)).toEqual(
    records.map((path) => basename(path)),
  )
  for (const record of records) {
    const lines = readFileSync(inRoot(record), 'utf8').trimEnd().split('\n')
    expect(lines.length, record).toBeLessThanOrEqual(40)
    expect(
      lines.filter((line) => line.startsWith('## ')),
      record,
    ).toEqual(['## Context', '## Decision', '## Consequences'])
  }
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

test('README.md shows five images with a small total size', () => {
  const shown =
    readFileSync(inRoot('README.md'), 'utf8').match(/docs\/pictures\/[\w-]+\.webp/g) ?? []
  expect(shown.toSorted()).toEqual(SHOTS.map(({ name }) => `docs/pictures/${name}.webp`).toSorted())
  const bytes = shown.reduce((sum, path) => sum + statSync(inRoot(path)).size, 0)
  expect(bytes).toBeLessThan(PICTURES_MAX)
})

test('the button of README.md links to the repository of package.json, or to the instructions for setting one', () => {
  const { repository } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
  const readme = readFileSync(inRoot('README.md'), 'utf8')
  expect(withButton(readme, repository?.url)).toBe(readme)
  const address = addressIn('git@github.com:ada/her-joule.git')
  expect(withButton(readme, address)).toContain('?url=https://github.com/ada/her-joule)')
  expect(() => addressIn('https://example.com/joule')).toThrow('is not an address like')
})

test('every defence in SECURITY.md names existing tests by their full path', () => {
  const [, table = ''] = readFileSync(inRoot('SECURITY.md'), 'utf8').split('by which test\n')
  const rows = table.match(/^\|.*\|$/gm)?.slice(2) ?? []
  expect(rows.length).toBeGreaterThan(10)
  const tests = rows.map((row) => namesIn(row.split(' | ').at(-1) ?? ''))
  expect(rows.filter((_, n) => tests[n]?.length === 0)).toEqual([])
  expect(
    tests.flat().filter((path) => !path.startsWith('test/') || !existsSync(inRoot(path))),
  ).toEqual([])
})

/** A path below the root or below `src`. Generated files and site data are not checked. */
const PATH =
  /^(src|kernel|db|web|features|client|docs|migrations|scripts|tools|static|test|api-client|examples|\.github)(\/[\w.-]+)+\/?$/
const PATH_IN_TEXT =
  /(?<![\w/.#@-])(?:src|kernel|db|web|features|client|behaviors|docs|scripts|tools|test)(?:\/[\w-]+)+\.(?:tsx?|md|mjs|sql)\b/g
const FILE_NAME = /^[\w.-]+\.(tsx?|mjs|sql|md|toml|yml)$/
const SYMBOL = /^[A-Za-z_]\w*(?=$|\(|\.\w)/

const PICTURES_MAX = 600 * 1024

function documents(): string[] {
  return globSync(['*.md', 'docs/**/*.md', '.github/**/*.md'], { cwd: inRoot() })
}

/** Without code blocks. */
function textOf(document: string): string {
  return readFileSync(inRoot(document), 'utf8').replace(/^```[\s\S]*?^```/gm, '')
}

function files(): string[] {
  const folders = '{src,api-client,scripts,tools,test,migrations,docs,examples,.github}'
  return globSync(['*.*', `${folders}/**/*.*`, 'static/css/**'], { cwd: inRoot() }).filter(
    (path) => !path.includes('generated'),
  )
}

function isPath(name: string): boolean {
  return existsSync(inRoot(name)) || existsSync(inRoot('src', name))
}

function commentsIn(code: string): string[] {
  return code.match(/(?<![:'"`\w])\/\/.*|\/\*[\s\S]*?\*\/|^--.*/gm) ?? []
}

function namesIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].flatMap(([, name]) => name ?? [])
}

test('every alarm names a section of docs/operations.md', () => {
  const sections = readFileSync(inRoot('docs/operations.md'), 'utf8').split('\n')
  expect(Object.values(RUNBOOKS).filter((section) => !sections.includes(`### ${section}`))).toEqual(
    [],
  )
})

test('CONTRIBUTING.md has the table of guards', () => {
  const rows = Object.entries(GUARDS).map(
    ([name, { viewer, use }]) => `| \`${name}\` | ${viewer} | ${use} |`,
  )
  expect(textOf('CONTRIBUTING.md')).toContain(['|---|---|---|', ...rows, ''].join('\n'))
})
