import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { SourceMap } from 'node:module'
import { basename, join, relative } from 'node:path'
import { type BuildOptions, build } from 'esbuild'
import type { Plugin } from 'vite'
import type { ViteUserConfig } from 'vitest/config'
import { buildApiClient } from '../../scripts/api-client/index.ts'
import { buildBrowser } from '../../scripts/build/index.ts'
import { inRoot } from '../../scripts/build/paths.ts'
import { parseWranglerConfig } from '../../scripts/build/worker.ts'
import { stopWarmWorker } from './warm-pool.ts'

/**
 * Serves `src` to worker tests as one module. Loading its 800 files one by one through Vite takes most of the time of a test
 * file; esbuild bundles them in a second. Each file stays importable: it re-exports its names from the bundle, so tests and the
 * app share module state. Packages that tests import too come from the bundle for the same reason.
 */
export function sourceBundle() {
  let made: Promise<Bundle> | undefined
  const bundle = () => {
    made ??= makeBundle()
    return made
  }
  return {
    /** Starts before the first import, while workerd starts. */
    begin: () => void bundle().catch(() => {}),
    plugin: pluginFor(bundle, () => {
      made = undefined
    }),
  }
}

function pluginFor(bundle: () => Promise<Bundle>, drop: () => void): Plugin {
  return {
    name: 'joule:source-bundle',
    enforce: 'pre',
    config: {
      // After the Workers plugin, which lets Vite transform every module. workerd loads the bundle itself.
      order: 'post',
      handler(config) {
        const { test } = config as ViteUserConfig
        if (test?.server?.deps) test.server.deps = { inline: [NOT_THE_BUNDLE], external: [THE_BUNDLE] }
      },
    },
    resolveId: {
      order: 'pre',
      async handler(id, importer) {
        const { exportsOf } = await bundle()
        if (exportsOf.has(id)) return PART + id
        const found = await this.resolve(id, importer, { skipSelf: true })
        const name = found && relative(inRoot(), found.id)
        return name && exportsOf.has(name) ? PART + name : found
      },
    },
    async load(id) {
      if (id.startsWith(inRoot('test/api-client/'))) await buildApiClient()
      if (!id.startsWith(PART)) return null
      const { path, exportsOf } = await bundle()
      const names = (exportsOf.get(id.slice(PART.length)) ?? []).map(({ name, inBundle }) => `${inBundle} as ${name}`)
      return `export { ${names.join(', ')} } from '${path}'`
    },
    configureVitest({ vitest, project }) {
      project.config.onStackTrace = (_, frame) => toSource(frame)
      vitest.vite.watcher.on('all', (_, file) => {
        if (!file.startsWith(inRoot('src/')) || file.startsWith(inRoot('src/client/'))) return
        drop()
        for (const { moduleGraph } of Object.values(project.vite.environments)) moduleGraph.invalidateAll()
        void stopWarmWorker()
      })
    },
  }
}

/** Moves a stack frame from the bundle to the source file. */
function toSource(frame: { file: string; line: number; column: number }): void {
  // workerd names modules without the leading slash, so the path in front of FOLDER varies.
  if (!frame.file.includes(FOLDER)) return
  const path = join(FOLDER, basename(frame.file))
  maps.set(path, maps.get(path) ?? new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8'))))
  const entry = maps.get(path)?.findEntry(frame.line - 1, frame.column - 1)
  if (!entry || !('originalSource' in entry)) return
  const { originalSource, originalLine, originalColumn } = entry
  Object.assign(frame, { file: join(FOLDER, originalSource), line: originalLine + 1, column: originalColumn + 1 })
}

const maps = new Map<string, SourceMap>()

const FOLDER = inRoot('dist/test/')
const THE_BUNDLE = /\/dist\/test\/[0-9a-f]{16}\.mjs$/
const NOT_THE_BUNDLE = /^(?!.*\/dist\/test\/[0-9a-f]{16}\.mjs$)/
const PART = '\0joule:'
const SHARED_PACKAGES = ['drizzle-orm', 'drizzle-orm/sqlite-core', 'hono', 'zod']

interface Bundle {
  path: string
  /** By path of the source file or name of the package. */
  exportsOf: Map<string, { name: string; inBundle: string }[]>
}

async function makeBundle(): Promise<Bundle> {
  // The bundle includes src/generated.
  await buildBrowser()
  const { alias } = await parseWranglerConfig()
  const options = {
    absWorkingDir: inRoot(),
    alias,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    conditions: ['workerd', 'worker', 'browser'],
    external: ['cloudflare:*', 'node:*', '*.wasm'],
    // The Workers plugin replaces "import.meta.url" in the text of a module, also where a package assigns to it.
    define: { 'import.meta': 'importMeta' },
    banner: { js: 'const importMeta = {}' },
    outdir: FOLDER,
    write: false,
    logLevel: 'error',
  } satisfies BuildOptions
  const exportsOf = await findExports(options)
  const contents = [...exportsOf].map(([source, names]) => {
    const from = source.startsWith('src/') ? `./${source}` : source
    return `export { ${names.map(({ name, inBundle }) => `${name} as ${inBundle}`).join(', ')} } from '${from}'`
  })
  const stdin = { contents: contents.join('\n'), resolveDir: inRoot() }
  const { outputFiles } = await build({ ...options, stdin, sourcemap: 'external' })
  const [map, code] = outputFiles.map(({ contents }) => contents)
  if (!map || !code) throw new Error('esbuild wrote no bundle')
  // A new name for new content: workerd caches modules by name.
  const path = join(FOLDER, `${createHash('sha256').update(code).digest('hex').slice(0, 16)}.mjs`)
  await mkdir(FOLDER, { recursive: true })
  await removeOldBundles()
  await writeFile(`${path}.map`, map)
  await writeFile(path, code)
  return { path, exportsOf }
}

/** Another run in this checkout may still use a recent bundle. */
async function removeOldBundles(): Promise<void> {
  for (const name of await readdir(FOLDER)) {
    const path = join(FOLDER, name)
    const { mtimeMs } = await stat(path)
    if (mtimeMs < Date.now() - 3_600_000) await rm(path, { force: true })
  }
}

async function findExports(options: BuildOptions): Promise<Bundle['exportsOf']> {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: inRoot(), exclude: ['src/client/**', '**/*.d.ts'] }).sort()
  const { alias, external, bundle, ...alone } = options
  const [own, packages] = await Promise.all([
    build({ ...alone, entryPoints: files, outbase: inRoot(), metafile: true }),
    build({ ...options, entryPoints: SHARED_PACKAGES, metafile: true }),
  ])
  const named = (names: (readonly [string, string[]])[], prefix: string) =>
    names.map(([source, exports], n) => {
      return [source, exports.map((name) => ({ name, inBundle: `${prefix}${n}_${name}` }))] as const
    })
  const ofFiles = Object.values(own.metafile.outputs).map(
    ({ entryPoint = '', exports }) => [entryPoint, exports] as const,
  )
  const ofPackages = Object.values(packages.metafile.outputs).map(
    ({ exports }, n) => [SHARED_PACKAGES[n] ?? '', exports] as const,
  )
  return new Map([...named(ofFiles, 'file'), ...named(ofPackages, 'package')])
}
