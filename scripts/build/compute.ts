import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { BuildOptions } from 'esbuild'
import { unlessUnchanged } from './fingerprint.ts'
import { COMPUTE_CONFIG, inRoot } from './paths.ts'

/** The parts of `WorkerConfig` that also apply to the compute Worker. */
interface Config {
  options: { compatibilityDate?: string }
  alias: Record<string, string>
}

/** The list of files in the bundle. */
export const COMPUTE_METAFILE = inRoot('node_modules/.cache/joule/compute-metafile.json')

/** The options of esbuild for the compute Worker. Cloudflare gets the same files. */
export function computeBuild(outdir: string, { alias }: Config) {
  return {
    entryPoints: { index: inRoot('src/compute/worker.ts') },
    outdir,
    absWorkingDir: inRoot(),
    alias,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    conditions: ['workerd', 'worker', 'browser'],
    external: ['cloudflare:*', 'node:*'],
    loader: { '.wasm': 'copy' },
    logLevel: 'error',
  } satisfies BuildOptions
}

export async function bundleCompute(outdir: string, config: Config): Promise<void> {
  // Loaded on demand, because a running site loads this file too.
  const { build } = await import('esbuild')
  const options = computeBuild(outdir, config)
  const { metafile } = await build({ ...options, minify: true, metafile: true })
  await writeFile(COMPUTE_METAFILE, JSON.stringify(metafile))
  await writeComputeConfig(outdir, config)
}

/** The compute Worker of the worker tests. */
export async function bundleTestCompute(config: Config): Promise<string> {
  const folder = inRoot('dist/test-compute')
  const from = ['src/compute', 'src/kernel', 'src/import', 'package-lock.json', 'scripts/build']
  const to = [join(folder, COMPUTE_CONFIG)]
  await unlessUnchanged(
    { name: 'test-compute', saying: 'Building the compute Worker', from, to },
    async () => {
      const { build } = await import('esbuild')
      await build(computeBuild(folder, config))
      await writeComputeConfig(folder, config)
    },
  )
  return folder
}

/**
 * Writes the configuration for workerd. The Worker has one binding, its key, from an environment
 * variable of the process, and reaches no network. The port is an option of the command line.
 */
export async function writeComputeConfig(
  folder: string,
  { options: { compatibilityDate } }: Config,
): Promise<void> {
  await mkdir(folder, { recursive: true })
  const files = (await readdir(folder)).filter((name) => Object.hasOwn(KINDS, extname(name)))
  // The first module is the entry.
  const names = ['index.js', ...files.filter((name) => name !== 'index.js')]
  const modules = names.map(
    (name) => `(name = "${name}", ${KINDS[extname(name)]} = embed "${name}")`,
  )
  await writeFile(
    join(folder, COMPUTE_CONFIG),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "compute", worker = (
      modules = [${modules.join(', ')}],
      bindings = [(name = "JOULE_COMPUTE_KEY", fromEnvironment = "JOULE_COMPUTE_KEY")],
      compatibilityDate = "${compatibilityDate}",
      globalOutbound = "nothing",
    )),
    (name = "nothing", network = (allow = [])),
  ],
  sockets = [(name = "http", http = (), service = "compute")],
  v8Flags = [${HEAP.map((flag) => `"${flag}"`).join(', ')}],
);
`,
  )
}

const KINDS: Record<string, string> = { '.js': 'esModule', '.wasm': 'wasm' }

/**
 * V8 sizes its heap by the memory of the machine otherwise. At Cloudflare an isolate has 128 MB in
 * total. A job that needs more ends the process, which is replaced.
 */
const HEAP = [
  '--max-old-space-size=128',
  '--initial-old-space-size=16',
  '--heap-growing-percent=50',
  '--max-semi-space-size=4',
]
