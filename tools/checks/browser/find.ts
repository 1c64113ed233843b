import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The browsers on this machine, the one that CHROMIUM_PATH names first. Whether they start is another question. */
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

/** The one without windows first: it needs half the processor. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
]
