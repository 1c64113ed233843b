import { readFile } from 'node:fs/promises'
import { basename, relative } from 'node:path'
import type { Plugin } from 'esbuild'
import { inRoot } from './paths.ts'

/**
 * Two scripts are on the page before any other: that of every page, and that of every page of somebody signed in. Here each other
 * script says so by importing them. Otherwise esbuild would cut what they share with it out of them, into a dozen small files.
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
      // From the root: an absolute path would find its way into the names of files, and no two folders would build the same.
      return { path: relative(inRoot(), found.path), namespace: LATER }
    })
    build.onLoad({ filter: /./, namespace: LATER }, ({ path }) => ({
      contents: `${imports(FOR_EVERYBODY.has(path) ? [READER] : [READER, MEMBER])}export * from ${JSON.stringify(`./${path}`)}`,
      resolveDir: inRoot(),
    }))
  },
}

const LATER = 'later'
/** What is loaded later by pages of visitors too; the rest only members load. */
const FOR_EVERYBODY = new Set(['src/client/behaviors/shortcuts.ts', 'src/client/behaviors/position-toasts.ts'])
const [READER, MEMBER] = ['reader', 'member'].map((name) => inRoot(`src/client/entries/${name}.ts`)) as [string, string]

/** Those that are not for members alone. The worker is no part of a page. */
const BELOW: Record<string, string[]> = {
  'code-worker': [],
  reader: [],
  member: [READER],
  account: [READER],
  login: [READER],
}

const imports = (paths: string[]) => paths.map((path) => `import ${JSON.stringify(path)};`).join('')
