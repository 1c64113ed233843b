import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'esbuild'
import type { OpenApiDocument } from '../../src/web/openapi/document.ts'
import { inRoot } from '../build/paths.ts'

/** The OpenAPI document that the app generates. */
export async function openApiOfApp(): Promise<OpenApiDocument> {
  const { describe } = await exportOfApp<{ describe: () => OpenApiDocument }>(DESCRIBE)
  return describe()
}

/**
 * The exports of a module that uses the app, loaded in Node. Generating the document uses neither images nor Durable
 * Objects.
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

/** Modules that exist only in workerd. */
const withoutRuntime: Plugin = {
  name: 'without the runtime',
  setup(build) {
    const filter = /^cloudflare:|\.wasm(\?module)?$/
    build.onResolve({ filter }, ({ path }) => ({ path, namespace: 'absent' }))
    build.onLoad({ filter: /^cloudflare:/, namespace: 'absent' }, () => ({
      contents: 'export class DurableObject {}\nexport class WorkerEntrypoint {}\nexport const env = {}',
    }))
    build.onLoad({ filter: /\.wasm/, namespace: 'absent' }, () => ({ contents: `export default ${EMPTY_MODULE}` }))
  },
}

const EMPTY_MODULE = 'new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))'
