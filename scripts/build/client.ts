import { globSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join, relative } from 'node:path'
import type { BuildOptions, Metafile, Plugin } from 'esbuild'
import { Failure } from '../bootstrap/failure.mjs'
import { unlessUnchanged } from './fingerprint.ts'
import { buildFirstScripts, FIRST_SCRIPTS } from './first-script.ts'
import { CLIENT_BUILD, inRoot } from './paths.ts'

/** Maps a logical name (`site.js`) to its URL (`/build/site-3KQ7XW2A.js`). */
export type Assets = Record<string, string>

const MANIFEST = join(CLIENT_BUILD, 'manifest.json')
/** esbuild's list of inputs and outputs. */
export const METAFILE = inRoot('node_modules/.cache/joule/client-metafile.json')

export function buildClient(): Promise<void> {
  const to = [MANIFEST, METAFILE, ...Object.values(FIRST_SCRIPTS)]
  return unlessUnchanged(
    { name: 'client', saying: 'Building the browser code', from: sources(), to },
    async () => {
      const { build } = await import('esbuild')
      const options = await clientBuildOptions()
      await buildFirstScripts(options).catch(refuse)
      const { metafile } = await build(options).catch(refuse)
      await finish(metafile)
    },
  )
}

/**
 * Builds the browser code now, and again when a source changes. Calls `afterwards` after each
 * build.
 */
export async function watchClient(afterwards: () => Promise<void>): Promise<void> {
  const { context } = await import('esbuild')
  const onEnd: Plugin = {
    name: 'finish',
    setup: (build) =>
      build.onEnd(async ({ metafile, errors }) => {
        if (!metafile || errors.length > 0) return
        await buildFirstScripts(options)
        await finish(metafile)
        await afterwards()
      }),
  }
  const options = await clientBuildOptions()
  const watching = await context({
    ...options,
    logLevel: 'warning',
    plugins: [...options.plugins, onEnd],
  })
  await watching.watch()
}

/**
 * Of the features, only the hooks files: test/node/architecture.test.ts prevents other imports in
 * browser code.
 */
const sources = () => [
  'src/client',
  'src/kernel',
  'src/import',
  'api-client/refusal.ts',
  ...globSync('src/features/**/hooks.ts', { cwd: inRoot() }).sort(),
  'static/css',
  'package-lock.json',
  'scripts/build',
]

async function clientBuildOptions() {
  return {
    entryPoints: await entries(),
    outdir: CLIENT_BUILD,
    entryNames: '[name]-[hash]',
    chunkNames: 'chunk-[hash]',
    assetNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    metafile: true,
    write: true,
    absWorkingDir: inRoot(),
    logLevel: 'silent',
    loader: { '.svg': 'file', '.woff2': 'file' },
    plugins: [layers, pureHooks],
  } satisfies BuildOptions
}

async function entries(): Promise<string[]> {
  const scripts = await filesIn('src/client/entries', '.ts')
  const styles = await filesIn('static/css/entries', '.css')
  return [...scripts, ...styles, 'static/css/site.css', 'static/css/reader.css']
}

async function filesIn(folder: string, extension: string): Promise<string[]> {
  const names = await readdir(inRoot(folder)).catch(() => [])
  return names.filter((name) => name.endsWith(extension)).map((name) => `${folder}/${name}`)
}

async function finish(metafile: Metafile): Promise<void> {
  await mkdir(CLIENT_BUILD, { recursive: true })
  await removeUnusedHelpers(metafile)
  await mkdir(dirname(METAFILE), { recursive: true })
  await writeFile(MANIFEST, `${JSON.stringify(manifestOf(metafile), null, 2)}\n`)
  await writeFile(METAFILE, JSON.stringify(metafile))
  await removeOldFiles(metafile)
}

/**
 * esbuild makes every file import its helpers for CommonJS packages, although only the editor and
 * the code worker use them. Removes these imports, because each costs the page one more request.
 */
async function removeUnusedHelpers({ outputs }: Metafile): Promise<void> {
  const [helpers] = Object.entries(outputs).find(([, output]) => isOfNoSource(output)) ?? []
  if (helpers === undefined) return
  for (const [path, output] of Object.entries(outputs)) {
    if (!output.imports.some((imported) => imported.path === helpers)) continue
    const text = await readFile(inRoot(path), 'utf8')
    const without = text.replace(`import"./${basename(helpers)}";`, '')
    if (without === text) continue
    await writeFile(inRoot(path), without)
    output.imports = output.imports.filter((imported) => imported.path !== helpers)
  }
}

/** The file with esbuild's own helpers is the only output without a source. */
function isOfNoSource({ entryPoint, inputs }: Metafile['outputs'][string]): boolean {
  return entryPoint === undefined && Object.keys(inputs).length === 0
}

export function manifestOf(metafile: Metafile): Assets {
  const assets: Assets = {}
  for (const [path, { entryPoint }] of Object.entries(metafile.outputs)) {
    if (entryPoint === undefined || !NAMED.test(entryPoint)) continue
    const name = basename(entryPoint, extname(entryPoint))
    assets[name + extname(path)] = `/${relative('static', holderOf(entryPoint, metafile) ?? path)}`
  }
  return Object.fromEntries(Object.entries(assets).sort())
}

/** The entries that pages refer to by name, without lazily loaded code. */
const NAMED = /^(?:src\/client\/entries|static\/css)\//

/**
 * esbuild moves an entry that others import (`layers`) to a shared file. Pages load that file, not
 * the one that only imports it.
 */
function holderOf(entryPoint: string, { outputs }: Metafile): string | undefined {
  return Object.keys(outputs).find(
    (path) => outputs[path]?.entryPoint === undefined && outputs[path]?.inputs[entryPoint],
  )
}

/** Deletes the files of earlier builds, whose names have other hashes. */
async function removeOldFiles(metafile: Metafile): Promise<void> {
  const current = new Set([
    basename(MANIFEST),
    ...Object.keys(metafile.outputs).map((path) => basename(path)),
  ])
  const names = await readdir(CLIENT_BUILD)
  await Promise.all(
    names.filter((name) => !current.has(name)).map((name) => rm(join(CLIENT_BUILD, name))),
  )
}

function refuse(error: unknown): never {
  throw new Failure(
    `building the browser code failed. ${error instanceof Error ? error.message : error}`,
  )
}

/**
 * Marks hooks files as free of side effects, so that esbuild removes the hooks that a page does not
 * use.
 */
const pureHooks: Plugin = {
  name: 'pure hooks',
  setup: (build) =>
    build.onLoad({ filter: /\/src\/.*\/hooks\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      return { loader: 'ts', contents: text.replace(/\b(?:hook|maybe)\(/g, '/* @__PURE__ */ $&') }
    }),
}

/**
 * Two scripts load before all others: `reader` on every page, `member` on every page of a signed-in
 * user. Every other script imports them here, so that esbuild does not split their shared code into
 * many small files.
 */
const layers: Plugin = {
  name: 'layers',
  setup(build) {
    build.onLoad({ filter: /\/src\/client\/entries\/[\w-]+\.ts$/ }, async ({ path }) => {
      const below = BELOW[basename(path, '.ts')] ?? [READER, MEMBER]
      return { loader: 'ts', contents: imports(below) + (await readFile(path, 'utf8')) }
    })
    build.onResolve({ filter: /^#/ }, async ({ kind, path, pluginData, ...from }) => {
      if (kind !== 'dynamic-import') return undefined
      const found = await build.resolve(path, { ...from, kind: 'import-statement' })
      // Relative to the root: an absolute path would change the names of the output files between
      // folders.
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
    'behaviors/append-items',
    'behaviors/posts/keep-place',
    'behaviors/posts/zoom',
    'behaviors/posts/author-preview',
    'behaviors/posts/embed-frame',
    'app/standalone',
    'app/forget',
  ].map((name) => `src/client/${name}.ts`),
)
const [READER, MEMBER] = ['reader', 'member'].map((name) =>
  inRoot(`src/client/entries/${name}.ts`),
) as [string, string]

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
