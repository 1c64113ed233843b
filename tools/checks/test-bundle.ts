import { readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { SourceMap } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { build, type Plugin as EsbuildPlugin } from 'esbuild'
import type { Plugin } from 'vite'
import type { ViteUserConfig } from 'vitest/config'
import type { TestProject } from 'vitest/node'
import { buildApiClient } from '../../scripts/api-client/index.ts'
import { buildBrowser } from '../../scripts/build/index.ts'
import { inRoot } from '../../scripts/build/paths.ts'
import { parseWranglerConfig } from '../../scripts/build/worker.ts'

/**
 * Bundles `src` and the worker tests of a run. workerd loads the bundle itself, because loading
 * each file through Vite takes longer than most test files. Modules that tests and the app share
 * become chunks, so that they share their state too.
 */
export function testBundle(): Plugin {
  let outputs: Promise<Outputs> | undefined
  let run = 0
  return {
    name: 'joule:test-bundle',
    enforce: 'pre',
    config: {
      // After the Workers plugin, which lets Vite transform every module.
      order: 'post',
      handler(config) {
        const { test } = config as ViteUserConfig
        if (test?.server?.deps)
          test.server.deps = { inline: [NOT_THE_BUNDLE], external: [THE_BUNDLE] }
      },
    },
    async resolveId(id, importer = '/') {
      return (await outputs)?.get(resolve(dirname(importer), id))
    },
    configureVitest({ vitest, project }) {
      project.config.onStackTrace = (_, frame) => toSource(frame, project)
      vitest.config.reporters.push({
        onTestRunStart(specifications) {
          const tests = specifications
            .filter((one) => one.project === project)
            .map(({ moduleId }) => moduleId)
          if (tests.length === 0) return
          run++
          outputs = makeBundle(tests, run)
          // Vitest reports the error when it imports a test file.
          outputs.catch(() => {})
          // Vite caches the path of the bundle in the setup file.
          for (const { moduleGraph } of Object.values(project.vite.environments))
            moduleGraph.invalidateAll()
        },
      })
    },
  }
}

/** The file in the bundle, by path of the source file. */
type Outputs = Map<string, string>

const BUNDLES = inRoot('dist/test')
// Another process in this checkout may write its bundle at the same time.
const FOLDER = join(BUNDLES, String(process.pid))
const THE_BUNDLE = /\/dist\/test\/\d+\/[^/]+\.mjs$/
const NOT_THE_BUNDLE = /^(?!.*\/dist\/test\/\d+\/[^/]+\.mjs$)/

const APP = inRoot('src/index.ts')
const SETUP = inRoot('test/support/migrate.ts')
/** The namespace of entry points that load the app first. */
const AFTER_APP = 'after-app'

async function makeBundle(tests: string[], run: number): Promise<Outputs> {
  // The bundle includes src/generated.
  await buildBrowser()
  if (tests.some((path) => path.startsWith(inRoot('test/api-client/')))) await buildApiClient()
  const { alias } = await parseWranglerConfig()
  if (run === 1) await removeOldBundles()
  const { metafile } = await build({
    entryPoints: [APP, ...[SETUP, ...tests].map((path) => `${AFTER_APP}:${path}`)],
    outdir: FOLDER,
    // workerd caches modules by name: a run evaluates each test file again, and a chunk only if it
    // has changed.
    entryNames: `${run}-[name]-[hash]`,
    outExtension: { '.js': '.mjs' },
    absWorkingDir: inRoot(),
    alias,
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    conditions: ['workerd', 'worker', 'browser'],
    external: ['cloudflare:*', 'node:*', 'vitest'],
    loader: { '.wasm': 'copy' },
    plugins: [appFirst, rawTexts],
    // The Workers plugin replaces "import.meta.url" in the text of a module, also where a package
    // assigns to it.
    define: { 'import.meta': 'importMeta' },
    banner: { js: 'const importMeta = {}' },
    sourcemap: 'external',
    sourcesContent: false,
    metafile: true,
    logLevel: 'error',
  })
  const entries = Object.entries(metafile.outputs).filter(([, { entryPoint }]) => entryPoint)
  return new Map(entries.map(([path, { entryPoint = '' }]) => [sourceOf(entryPoint), inRoot(path)]))
}

const sourceOf = (entryPoint: string) => resolve(inRoot(), entryPoint.replace(`${AFTER_APP}:`, ''))

/**
 * Makes the app one chunk, and keeps the order in which its modules are evaluated in production.
 */
const appFirst: EsbuildPlugin = {
  name: 'app-first',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^after-app:/ }, ({ path }) => ({
      path: sourceOf(path),
      namespace: AFTER_APP,
    }))
    onLoad({ filter: /./, namespace: AFTER_APP }, ({ path }) => {
      return {
        contents: `import ${JSON.stringify(APP)}\nexport * from ${JSON.stringify(path)}`,
        resolveDir: inRoot(),
      }
    })
  },
}

/** `import text from './file?raw'`, as in Vite. */
const rawTexts: EsbuildPlugin = {
  name: 'raw-texts',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\?raw$/ }, ({ path, resolveDir }) => {
      return { path: join(resolveDir, path.replace('?raw', '')), namespace: 'raw' }
    })
    onLoad({ filter: /./, namespace: 'raw' }, async ({ path }) => ({
      contents: await readFile(path),
      loader: 'text',
    }))
  },
}

/** Deletes the bundles of processes that have ended. */
async function removeOldBundles(): Promise<void> {
  await mkdir(BUNDLES, { recursive: true })
  const names = await readdir(BUNDLES)
  const old = names.filter((name) => !isOtherProcess(Number(name)))
  await Promise.all(old.map((name) => rm(join(BUNDLES, name), { recursive: true, force: true })))
}

function isOtherProcess(pid: number): boolean {
  try {
    return pid !== process.pid && process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Replaces the position of a stack frame in the bundle by the position in the source file. */
function toSource(
  frame: { file: string; line: number; column: number },
  project: TestProject,
): void {
  // workerd names modules without the leading slash, so the path in front of FOLDER varies.
  if (!frame.file.includes(FOLDER)) return
  const path = join(FOLDER, basename(frame.file))
  maps.set(path, maps.get(path) ?? new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8'))))
  const entry = maps.get(path)?.findEntry(frame.line - 1, frame.column - 1)
  if (!entry || !('originalSource' in entry)) return
  const { originalSource, originalLine, originalColumn } = entry
  const file = join(FOLDER, originalSource)
  Object.assign(frame, { file, line: originalLine + 1, column: originalColumn + 1 })
  // Vitest shows the code of files that Vite has transformed.
  const { moduleGraph } = project.vite.environments.ssr
  moduleGraph.createFileOnlyEntry(file).transformResult = { code: ' ', map: null }
}

const maps = new Map<string, SourceMap>()
