import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'esbuild'
import type { OpenApiDocument } from '../../src/web/openapi/document.ts'
import { Failure } from '../bootstrap/failure.mjs'
import { unlessUnchanged } from '../build/fingerprint.ts'
import { inRoot } from '../build/paths.ts'
import { runSilently } from '../build/tools.ts'
import { typesOf } from './types.ts'

const MADE = 'api.ts'
const BUILT = inRoot('dist/client')
/** The OpenAPI document of the last build. Tests and proofs read it. */
export const BUILT_DOCUMENT = inRoot('node_modules/.cache/joule/openapi.json')

/**
 * Builds the package `joule/client`: JavaScript and types in dist/client, without dependencies. The
 * types in api-client/api.ts are generated from the OpenAPI document.
 */
export function buildApiClient(): Promise<void> {
  const written = readdirSync(inRoot('api-client')).filter((name) => name !== MADE)
  const from = [
    'src',
    ...written.map((name) => `api-client/${name}`),
    'scripts/api-client',
    'tsconfig.json',
    'package-lock.json',
  ]
  const to = [
    inRoot('api-client', MADE),
    join(BUILT, 'index.js'),
    join(BUILT, 'index.d.ts'),
    BUILT_DOCUMENT,
  ]
  return unlessUnchanged(
    { name: 'api-client', saying: 'Building joule/client', from, to },
    async () => {
      const document = await openApiOfApp()
      await mkdir(dirname(BUILT_DOCUMENT), { recursive: true })
      await writeFile(BUILT_DOCUMENT, JSON.stringify(document))
      await writeFile(inRoot('api-client', MADE), typesOf(document))
      // Built in a temporary folder and renamed, because another process may be using the old
      // build.
      const aside = inRoot('node_modules/.cache/joule', `api-client-${process.pid}`)
      const { code, output } = await runSilently('tsc', ['-p', 'api-client', '--outDir', aside])
      if (code !== 0) throw new Failure(`building joule/client failed.\n${output.trim()}`)
      await mkdir(inRoot('dist'), { recursive: true })
      await rm(BUILT, { recursive: true, force: true })
      await rename(aside, BUILT)
    },
  )
}

/** The OpenAPI document that the app generates from its routes. */
export async function openApiOfApp(): Promise<OpenApiDocument> {
  const { describe } = await exportOfApp<{ describe: () => OpenApiDocument }>(DESCRIBE)
  return describe()
}

/**
 * Bundles a module that uses the app, loads it in Node and returns its exports. Images and Durable
 * Objects are replaced by empty modules, because the app describes itself without them.
 */
export async function exportOfApp<Exports>(contents: string): Promise<Exports> {
  const { build } = await import('esbuild')
  // A new name for each call, because Node caches modules by URL.
  const outfile = inRoot('node_modules/.cache/joule', `app-${randomUUID()}.mjs`)
  await mkdir(dirname(outfile), { recursive: true })
  await build({
    stdin: { contents, resolveDir: inRoot() },
    outfile,
    absWorkingDir: inRoot(),
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['workerd'],
    external: ['node:*'],
    logLevel: 'silent',
    plugins: [withoutRuntime],
  })
  try {
    return await import(pathToFileURL(outfile).href)
  } finally {
    await rm(outfile)
  }
}

const DESCRIBE = `
  import { createApp } from '#app'
  import { openApiDocument } from '#web/openapi/openapi.ts'
  export const describe = () => openApiDocument(createApp())
`

/** Replaces the modules that exist only in workerd. */
const withoutRuntime: Plugin = {
  name: 'without the runtime',
  setup(build) {
    const filter = /^cloudflare:|\.wasm(\?module)?$/
    build.onResolve({ filter }, ({ path }) => ({ path, namespace: 'absent' }))
    build.onLoad({ filter: /^cloudflare:/, namespace: 'absent' }, () => ({
      contents:
        'export class DurableObject {}\nexport class WorkerEntrypoint {}\nexport const env = {}',
    }))
    build.onLoad({ filter: /\.wasm/, namespace: 'absent' }, () => ({
      contents: `export default ${EMPTY_MODULE}`,
    }))
  },
}

const EMPTY_MODULE = 'new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))'
