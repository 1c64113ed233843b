import { execFileSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright-core'

/** A headless Chromium: the one that is there, else one that is fetched. */
export function launchChromium() {
  return chromium.launch({
    executablePath: findChromium() ?? installChromium(),
    args: [
      '--no-sandbox',
      '--headless',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

export function findChromium() {
  const inPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)))
  const places = [process.env.CHROMIUM_PATH ?? '', ...inPath, ...PLACES, chromium.executablePath()]
  return places.find((path) => path !== '' && isExecutable(path))
}

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge']

const PLACES = [
  '/usr/lib/chromium/chromium',
  '/snap/bin/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
]

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function installChromium() {
  // The distribution's own comes with the libraries it needs.
  if (process.getuid?.() === 0) {
    attempt('apt-get', ['update'])
    attempt('apt-get', ['install', '-y', 'chromium', 'fonts-noto-cjk'])
  }
  if (!findChromium()) attempt('npx', ['playwright-core', 'install', 'chromium'])
  const found = findChromium()
  if (!found) throw new Error('The browser tests need Chromium: install it, or name its path in CHROMIUM_PATH.')
  return found
}

/** @param {string} command @param {string[]} args */
function attempt(command, args) {
  try {
    execFileSync(command, args, { stdio: 'ignore', timeout: 180_000 })
  } catch {
    // Whether a browser is there now is looked at next.
  }
}
