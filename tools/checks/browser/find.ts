import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The browsers on this machine, CHROMIUM_PATH first. They may still fail to start. */
export function browsersHere(env: NodeJS.ProcessEnv, places: string[]): string[] {
  const folders = (env.PATH ?? '').split(delimiter)
  const inPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
  const paths = new Set([env.CHROMIUM_PATH ?? '', ...inPath, ...places])
  return [...paths].filter((path) => path !== '' && isExecutable(path))
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The headless shell first: it needs half the CPU time. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
]
