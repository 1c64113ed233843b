import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inRoot } from '../../../../scripts/build/paths.ts'
import { unexplainedCasts, wideComments } from '../../../../tools/checks/form/comments.ts'
import { figuresIn, findingsOfBiome, tableOf } from '../../../../tools/checks/form/figures.ts'
import { CODE_FOLDERS } from '../../../../tools/checks/form/index.ts'

const NESTED = 'nested ternaries on one line'
const SPREADS = 'spreads of a literal'

test.each([
  ['{ ...{ b: 1 }, c: 2 }', { [SPREADS]: 1, [NESTED]: 0 }],
  ['[...[1, 2], 3]', { [SPREADS]: 1, [NESTED]: 0 }],
  ['(b: number) => (b > 1 ? 1 : b > 0 ? 2 : 3)', { [SPREADS]: 0, [NESTED]: 1 }],
  ['(b: number) => (b > 1 ? (b > 2 ? 1 : 2) : 3)', { [SPREADS]: 0, [NESTED]: 1 }],
  ['(b: number) => ({ ...(b > 0 && { b }), c: b > 1 ? 1 : 2 })', { [SPREADS]: 0, [NESTED]: 0 }],
])('the plugin of Biome judges the expression %s', async (expression, expected) => {
  const root = await mkdtemp(join(tmpdir(), 'joule-form-'))
  for (const folder of CODE_FOLDERS) mkdirSync(join(root, folder))
  writeFileSync(join(root, 'src/example.ts'), `export const a = ${expression}\n`)
  expect(await findingsOfBiome(root)).toEqual(expected)
  rmSync(root, { recursive: true })
})

test('npm run check uses the plugin', () => {
  const { plugins } = JSON.parse(readFileSync(inRoot('biome.json'), 'utf8'))
  expect(plugins).toContain('./tools/checks/form/expressions.grit')
})

test('a comment wider than 100 columns is found, also behind code', () => {
  const words = 'word '.repeat(19).trim()
  const text = [
    `// ${words}`,
    `// ${words} end`,
    `const text = '${words} and more'`,
    ` * ${words} end`,
    `call(1) // ${words}`,
    `// https://example.com/${'a'.repeat(90)}`,
  ].join('\n')
  expect(wideComments(text)).toEqual([2, 4, 5])
})

test('a cast through unknown needs a comment above it', () => {
  const text = `const a = b as unknown as C\n\n\n\n// The library types it wrongly.\nconst d = b as unknown as C`
  expect(unexplainedCasts(text)).toEqual([1])
})

test('the figures count lines, types, tests and functions', () => {
  const expects = '  expect(1).toBe(1)\n'.repeat(9)
  const figures = figuresIn([
    { path: 'test/a.test.ts', text: `test('a', () => {\n${expects}})\n` },
    {
      path: 'src/a.ts',
      text: [
        '/**',
        ' * Two lines.',
        ' */',
        'export function a(b: number) {',
        '  return b as unknown as string',
        '}',
        'export function c(): void {',
        '}',
        'export type A = ReturnType<typeof a>',
        `const long = '${'x'.repeat(120)}'`,
        '',
      ].join('\n'),
    },
  ])
  expect(figures).toMatchObject({
    'lines over 100 / 120 / 140 columns': '1 / 1 / 0',
    'comment lines': 3,
    'doc blocks of several lines': 1,
    'exported types `= ReturnType<typeof f>`': 1,
    '`as unknown as` in src': 1,
    'tests with more than 8 expects / over 40 lines': '1 / 0',
    'exported functions without a named result': 1,
  })
  const columns = [['before', { lines: 1 }] as const, ['now', { lines: 2 }] as const]
  expect(tableOf(columns)).toBe('|  | before | now |\n| --- | ---: | ---: |\n| lines | 1 | 2 |')
})
