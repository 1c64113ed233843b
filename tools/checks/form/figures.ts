import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { inRoot, ROOT } from '../../../scripts/build/paths.ts'
import { runSilently } from '../../../scripts/build/tools.ts'
import { widthOf } from './comments.ts'
import { CODE_FOLDERS, codeFiles } from './index.ts'

/** `npm run check -- --figures [--against <commit>]`: the form of the code in figures. */
export async function printFigures(args: string[]): Promise<void> {
  const options = { figures: { type: 'boolean' }, against: { type: 'string' } } as const
  const { against } = parseArgs({ args, options }).values
  const columns: [name: string, figures: Figures][] = []
  if (against) columns.push([against, await atCommit(against, figuresOf)])
  columns.push(['now', await figuresOf(ROOT)])
  console.log(tableOf(columns))
}

type Figures = Record<string, string | number>

export function tableOf(columns: readonly (readonly [name: string, figures: Figures])[]): string {
  const names = Object.keys(columns[0]?.[1] ?? {})
  const rows = names.map((name) => [name, ...columns.map(([, figures]) => figures[name] ?? '')])
  const lines = [
    ['', ...columns.map(([name]) => name)],
    ['---', ...columns.map(() => '---:')],
  ]
  return [...lines, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

async function figuresOf(root: string): Promise<Figures> {
  const files = codeFiles(root, CODE_FOLDERS.slice(0, 4))
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const texts = files.map((path) => ({ path, text: read(path) }))
  const found = await findingsOfBiome(root)
  return { ...figuresIn(texts), ...found }
}

interface File {
  path: string
  text: string
}

/** The figures that need no parser. Types and tests are found by the layout of formatted code. */
export function figuresIn(files: readonly File[]): Figures {
  const inFolder = (folder: string) => files.filter(({ path }) => path.startsWith(`${folder}/`))
  const lines = files.flatMap(({ text }) => text.split('\n').slice(0, -1))
  const widths = lines.map(widthOf)
  const all = (pattern: RegExp, from = files) =>
    from.flatMap(({ text }) => [...text.matchAll(pattern)].map(([match]) => match))
  const above = (most: number) => widths.filter((width) => width > most).length
  const tests = all(TEST, inFolder('test'))
  const expects = (test: string) => test.match(/\bexpect(?:\.\w+)?\(/g)?.length ?? 0
  return {
    'characters per line': (
      widths.reduce((sum, width) => sum + width, 0) / Math.max(1, widths.length)
    ).toFixed(1),
    'lines over 100 / 120 / 140 columns': [100, 120, 140].map(above).join(' / '),
    'comment lines': lines.filter((line) => /^\s*(?:\/\/|\/\*|\*(?:\s|\/|$))/.test(line)).length,
    'doc blocks of several lines': all(/^\s*\/\*\*\s*\n/gm).length,
    'exported types `= ReturnType<typeof f>`': all(
      /^export type .+=\s*(?:Awaited<)?ReturnType<\s*typeof/gm,
    ).length,
    '`as unknown as` in src': all(/\bas unknown as\b/g, inFolder('src')).length,
    'tests with more than 8 expects / over 40 lines': [
      tests.filter((test) => expects(test) > 8).length,
      tests.filter((test) => test.split('\n').length > 40).length,
    ].join(' / '),
    'exported functions without a named result': all(
      /^export (?:async )?function\*? [\s\S]*?\)(?=: |\s*\{\n)(?:: [^\n]*)?/gm,
      inFolder('src'),
    ).filter((head) => !/\): \S/.test(head)).length,
  }
}

/** A test at the top level or in a `describe`, up to its last line. */
const TEST = /^( *)(?:test|it)(?:\.\w+(?:\([^\n]*\))?)*\([\s\S]*?^\1\}\)$/gm

const KINDS = {
  'Give a ternary inside a ternary': 'nested ternaries on one line',
  'Write the content of this literal': 'spreads of a literal',
}

/** Counts the diagnostics of the plugin, also in a commit that did not have it. */
export async function findingsOfBiome(root: string): Promise<Figures> {
  const config = await mkdtemp(join(tmpdir(), 'joule-figures-'))
  const plugin = inRoot('tools/checks/form/expressions.grit')
  writeFileSync(
    join(config, 'biome.json'),
    JSON.stringify({ root: true, linter: { rules: { recommended: false } }, plugins: [plugin] }),
  )
  const { output } = await runSilently('biome', [
    'lint',
    `--config-path=${config}`,
    '--reporter=github',
    '--max-diagnostics=none',
    ...CODE_FOLDERS.slice(0, 4).map((folder) => join(root, folder)),
  ])
  rmSync(config, { recursive: true })
  const count = (message: string) => output.split('\n').filter((line) => line.includes(message))
  return Object.fromEntries(
    Object.entries(KINDS).map(([message, name]) => [name, count(message).length]),
  )
}

/** Runs `work` with a copy of a commit. */
async function atCommit<T>(commit: string, work: (root: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'joule-commit-'))
  try {
    const tar = execFileSync('git', ['archive', commit, ...CODE_FOLDERS.slice(0, 4)], {
      cwd: ROOT,
      maxBuffer: 500_000_000,
    })
    execFileSync('tar', ['-x', '-C', folder], { input: tar })
    execFileSync('git', ['init', '-q'], { cwd: folder })
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
