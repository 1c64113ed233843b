import { readFile } from 'node:fs/promises'
import { basename, relative } from 'node:path'
import type { Plugin } from 'esbuild'
import { inRoot } from './paths.ts'

/**
 * Two scripts load before all others: one on every page, one on every page of a signed-in user. Every other script
 * imports them here, so that esbuild does not split their shared code into many small files.
 */
export const layers: Plugin = {
  name: 'layers',
  setup(build) {
    build.onLoad({ filter: /\/src\/client\/entries\/[\w-]+\.ts$/ }, async ({ path }) => {
      const below = BELOW[basename(path, '.ts')] ?? [READER, MEMBER]
      return { loader: 'ts', contents: imports(below) + (await readFile(path, 'utf8')) }
    })
    build.onResolve({ filter: /^#/ }, async ({ kind, path, pluginData, ...from }) => {
      if (kind !== 'dynamic-import') return undefined
      const found = await build.resolve(path, { ...from, kind: 'import-statement' })
      // Relative to the root: an absolute path would change the names of the output files between folders.
      return { path: relative(inRoot(), found.path), namespace: LATER }
    })
    build.onLoad({ filter: /./, namespace: LATER }, ({ path }) => ({
      contents: `${imports(FOR_EVERYBODY.has(path) ? [READER] : [READER, MEMBER])}export * from ${JSON.stringify(`./${path}`)}`,
      resolveDir: inRoot(),
    }))
  },
}

const LATER = 'later'
/** Code that pages of visitors load lazily; all other lazy code is only for members. */
const FOR_EVERYBODY = new Set(
  [
    'behaviors/shortcuts',
    'behaviors/position-toasts',
    'behaviors/posts/keep-place',
    'behaviors/posts/zoom',
    'behaviors/posts/author-preview',
    'app/standalone',
    'app/forget',
  ].map((name) => `src/client/${name}.ts`),
)
const [READER, MEMBER] = ['reader', 'member'].map((name) => inRoot(`src/client/entries/${name}.ts`)) as [string, string]

/** Entries that visitors load too. The workers are not part of a page. */
const BELOW: Record<string, string[]> = {
  'code-worker': [],
  'challenge-worker': [],
  reader: [],
  history: [READER],
  member: [READER],
  account: [READER],
  challenge: [READER],
  login: [READER],
  reference: [READER],
}

const imports = (paths: string[]) => paths.map((path) => `import ${JSON.stringify(path)};`).join('')
