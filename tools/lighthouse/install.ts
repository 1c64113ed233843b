import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '../../scripts/bootstrap/failure.mjs'
import { showProgress } from '../../scripts/bootstrap/progress.mjs'
import { inRoot } from '../../scripts/build/paths.ts'
import { npm } from '../../scripts/trust/registry.ts'

export const VERSION = '13.5.0'
const FOLDER = inRoot('node_modules/.cache/joule/lighthouse', VERSION)
const PROGRAM = join(FOLDER, 'node_modules/lighthouse/cli/index.js')

/**
 * The path of Lighthouse. It is not in package.json, because it has a hundred dependencies, and is installed on first
 * use.
 */
export async function lighthouse(): Promise<string> {
  if (existsSync(PROGRAM)) return PROGRAM
  await mkdir(FOLDER, { recursive: true })
  await showProgress(`Installing Lighthouse ${VERSION}`, () =>
    npm('install', '--no-audit', '--no-fund', '--prefix', FOLDER, `lighthouse@${VERSION}`),
  )
  if (!existsSync(PROGRAM))
    throw new Failure(`Lighthouse ${VERSION} cannot be installed; check the connection to the npm registry`)
  return PROGRAM
}
