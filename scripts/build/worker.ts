import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, extname, join, relative } from 'node:path'
import type { Plugin } from 'esbuild'
import type { V4ModuleDefinition, V4WorkerOptionsShape } from 'miniflare'
import { Failure } from '../bootstrap/failure.mjs'
import { bundleCompute, computeBuild } from './compute.ts'
import { unlessUnchanged } from './fingerprint.ts'
import { COMPUTE, inRoot, WORKER_BUNDLE } from './paths.ts'

/** The content of wrangler.toml, cached: loading wrangler takes seconds. */
export interface WorkerConfig {
  options: V4WorkerOptionsShape
  /** The folder of the static files. */
  files: string
  /** A folder with these files and those of earlier builds (scripts/site/kept-builds.ts). */
  served?: string
  vars: Record<string, string>
  databases: { binding: string; name: string; migrations: string }[]
  crons: string[]
  /** Modules that replace packages. */
  alias: Record<string, string>
}

type WranglerDatabase = { binding: string; database_name?: string; migrations_dir?: string }

/** The file with the `WorkerConfig` in the folder of a bundle. */
export const CONFIG = 'worker.json'
/** The list of files in the bundle. */
export const WORKER_METAFILE = inRoot('node_modules/.cache/joule/worker-metafile.json')

/**
 * Builds the files that are uploaded. With `splitting`, code behind an `import()` is a file of its
 * own, which workerd parses when it is first used. wrangler would put it into the entry.
 */
export function bundleWorker(): Promise<void> {
  const from = [
    'src',
    'wrangler.toml',
    'tsconfig.json',
    'package.json',
    'package-lock.json',
    'scripts/build',
  ]
  const to = [join(WORKER_BUNDLE, CONFIG), WORKER_METAFILE]
  return unlessUnchanged({ name: 'worker', saying: 'Building the Worker', from, to }, async () => {
    const { build } = await import('esbuild')
    const config = await parseWranglerConfig()
    // Built in a temporary folder and renamed, because another start may be reading the bundle.
    const aside = inRoot('node_modules/.cache/joule', `bundle-${process.pid}`)
    await rm(aside, { recursive: true, force: true })
    const { metafile } = await build({
      ...computeBuild(aside, config),
      entryPoints: { index: START },
      splitting: true,
      chunkNames: 'chunk-[hash]',
      plugins: [startInOneFile],
      minify: true,
      charset: 'utf8',
      legalComments: 'none',
      sourcemap: 'external',
      metafile: true,
      logLevel: 'silent',
    }).catch((error) => {
      throw new Failure(`building the Worker failed.\n${error.message}`)
    })
    await writeFile(join(aside, CONFIG), JSON.stringify(config, null, 2))
    await writeFile(WORKER_METAFILE, JSON.stringify(metafile))
    await bundleCompute(join(aside, COMPUTE), config)
    await rm(WORKER_BUNDLE, { recursive: true, force: true })
    await mkdir(dirname(WORKER_BUNDLE), { recursive: true })
    await rename(aside, WORKER_BUNDLE)
  })
}

const START = './src/index.ts'

/**
 * Makes every file that is loaded lazily import the start of the Worker, which is loaded by then.
 * esbuild puts code into one file if the same entries need it: without this import, it splits the
 * start into a file for each combination of lazy files.
 */
const startInOneFile: Plugin = {
  name: 'start in one file',
  setup(build) {
    build.onResolve({ filter: /./ }, async ({ kind, path, pluginData, ...from }) => {
      if (kind !== 'dynamic-import') return undefined
      const found = await build.resolve(path, { ...from, kind: 'import-statement' })
      // Relative to the root: an absolute path would change the hash of the bundle between folders.
      return { path: relative(inRoot(), found.path), namespace: LATER }
    })
    build.onLoad({ filter: /./, namespace: LATER }, ({ path }) => ({
      contents: `import ${JSON.stringify(START)}; export * from ${JSON.stringify(`./${path}`)}`,
      resolveDir: inRoot(),
    }))
  },
}

const LATER = 'later'

export async function readWorkerConfig(bundle = WORKER_BUNDLE): Promise<WorkerConfig> {
  return JSON.parse(await readFile(join(bundle, CONFIG), 'utf8'))
}

/** The files of the bundle as Miniflare modules, the entry first. */
export async function workerModules(bundle = WORKER_BUNDLE): Promise<V4ModuleDefinition[]> {
  const names = await readdir(bundle)
  const others = names.filter(
    (name) => name !== 'index.js' && Object.hasOwn(MODULE_TYPES, extname(name)),
  )
  return Promise.all(
    ['index.js', ...others].map(async (name) => ({
      type: MODULE_TYPES[extname(name)] ?? 'Data',
      path: join(bundle, name),
      contents: await readFile(join(bundle, name)),
    })),
  )
}

export const MODULE_TYPES: Record<string, V4ModuleDefinition['type']> = {
  '.js': 'ESModule',
  '.wasm': 'CompiledWasm',
  '.txt': 'Text',
  '.html': 'Text',
  '.sql': 'Text',
  '.bin': 'Data',
}

const PARSED_CONFIG = inRoot('node_modules/.cache/joule/wrangler.json')

/** The configuration without a bundle. Cached, because loading wrangler takes seconds. */
export async function parseWranglerConfig(): Promise<WorkerConfig> {
  const from = ['wrangler.toml', 'package-lock.json', 'scripts/build/worker.ts']
  const step = { name: 'wrangler', saying: 'Reading wrangler.toml', from, to: [PARSED_CONFIG] }
  await unlessUnchanged(step, async () => {
    await mkdir(dirname(PARSED_CONFIG), { recursive: true })
    await writeFile(PARSED_CONFIG, JSON.stringify(await readWranglerConfig()))
  })
  return JSON.parse(await readFile(PARSED_CONFIG, 'utf8'))
}

async function readWranglerConfig(): Promise<WorkerConfig> {
  // Suppresses messages about .dev.vars, which `npm start` does not use.
  process.env.WRANGLER_LOG ??= 'error'
  const { unstable_getMiniflareWorkerOptions, unstable_readConfig } = await import('wrangler')
  const config = unstable_readConfig({ config: inRoot('wrangler.toml') })
  const { workerOptions } = unstable_getMiniflareWorkerOptions(inRoot('wrangler.toml'))
  // Without `email`: a local site sends mail by SMTP, or not at all; its owner reads it at
  // /admin/mail.
  const { modulesRules, email, assets, serviceBindings, ...options } = workerOptions
  return {
    options: { ...options, name: config.name },
    files: inRoot(config.assets?.directory ?? 'static'),
    vars: config.vars,
    databases: config.d1_databases.map(
      ({ binding, database_name, migrations_dir }: WranglerDatabase) => ({
        binding,
        name: database_name ?? binding,
        migrations: inRoot(migrations_dir ?? 'migrations'),
      }),
    ),
    crons: config.triggers.crons ?? [],
    alias: config.alias ?? {},
  }
}

/**
 * One hash of all uploaded files: the modules of the Worker and the static files, one `sha256sum`
 * line each, sorted by name. The same sources give the same hash in every folder.
 */
export async function bundleHash(files: string, bundle = WORKER_BUNDLE): Promise<string> {
  const modules = (await filesIn(bundle)).filter((name) =>
    Object.hasOwn(MODULE_TYPES, extname(name)),
  )
  const lines = [
    ...(await Promise.all(modules.map((name) => lineOf(bundle, name, 'worker')))),
    ...(await Promise.all((await filesIn(files)).map((name) => lineOf(files, name, 'static')))),
  ]
  return sha256(lines.join(''))
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .sort()
}

const lineOf = async (folder: string, name: string, part: string) =>
  `${sha256(await readFile(join(folder, name)))}  ${part}/${name}\n`

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
