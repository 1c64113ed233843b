import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { inRoot } from '../../../scripts/build/paths.ts'
import { chromium } from './launch.ts'

/** An installer for a browser: commands that run sequentially. */
export interface Installer {
  name: string
  commands: [string, ...string[]][]
}

/** Tests replace it. */
export interface Machine {
  env: NodeJS.ProcessEnv
  /** Paths of browsers besides those in PATH. */
  places: string[]
  /** In the order of the attempts. */
  installers: Installer[]
}

export function thisMachine(env = process.env, isRoot = process.getuid?.() === 0): Machine {
  const mayInstall = isRoot && inPath('apt-get', env)
  return {
    env,
    places: [...PLACES, chromium.executablePath()],
    installers: [...(mayInstall ? DISTRIBUTION : []), download(mayInstall)],
  }
}

const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/lib/chromium/chromium',
  '/snap/bin/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
]

/**
 * These packages also install the libraries that the browser requires. The fonts are for the
 * Chinese pages.
 */
const DISTRIBUTION: Installer[] = ['chromium-headless-shell', 'chromium'].map((name) => ({
  name: `the distribution's ${name}, by apt-get`,
  commands: [
    ['apt-get', 'update'],
    ['apt-get', 'install', '-y', '--no-install-recommends', name, 'fonts-noto-cjk'],
  ],
}))

function download(withLibraries: boolean): Installer {
  const cli = inRoot('node_modules/playwright-core/cli.js')
  const options = withLibraries ? ['--with-deps'] : []
  return {
    name: "Playwright's own Chromium",
    commands: [[process.execPath, cli, 'install', ...options, 'chromium']],
  }
}

function inPath(command: string, { PATH = '' }: NodeJS.ProcessEnv): boolean {
  return PATH.split(delimiter).some((folder) => isExecutable(join(folder, command)))
}

/**
 * The browsers on this machine, CHROMIUM_PATH first. A browser in the list may still fail to start.
 */
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

/** The headless shell is first, because it needs half the CPU time. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
]
