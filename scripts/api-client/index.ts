import { readdirSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Failure } from '../bootstrap/failure.mjs'
import { unlessUnchanged } from '../build/fingerprint.ts'
import { inRoot } from '../build/paths.ts'
import { runSilently } from '../build/tools.ts'
import { openApiOfApp } from './document.ts'
import { typesOf } from './types.ts'

const MADE = 'api.ts'
const BUILT = inRoot('dist/client')
/** The OpenAPI document of the last build. */
export const BUILT_DOCUMENT = inRoot('node_modules/.cache/joule/openapi.json')

/** Builds `joule/client`: JavaScript and types in dist/client, without dependencies. */
export function buildApiClient(): Promise<void> {
  const written = readdirSync(inRoot('api-client')).filter((name) => name !== MADE)
  const from = [
    'src',
    ...written.map((name) => `api-client/${name}`),
    'scripts/api-client',
    'tsconfig.json',
    'package-lock.json',
  ]
  const to = [inRoot('api-client', MADE), join(BUILT, 'index.js'), join(BUILT, 'index.d.ts'), BUILT_DOCUMENT]
  return unlessUnchanged({ name: 'api-client', saying: 'Building joule/client', from, to }, async () => {
    const document = await openApiOfApp()
    await mkdir(dirname(BUILT_DOCUMENT), { recursive: true })
    await writeFile(BUILT_DOCUMENT, JSON.stringify(document))
    await writeFile(inRoot('api-client', MADE), typesOf(document))
    // Built in a temporary folder and renamed, because another process may be using the old build.
    const aside = inRoot('node_modules/.cache/joule', `api-client-${process.pid}`)
    const { code, output } = await runSilently('tsc', ['-p', 'api-client', '--outDir', aside])
    if (code !== 0) throw new Failure(`building joule/client failed.\n${output.trim()}`)
    await mkdir(inRoot('dist'), { recursive: true })
    await rm(BUILT, { recursive: true, force: true })
    await rename(aside, BUILT)
  })
}
