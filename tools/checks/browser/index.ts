import { execFile } from 'node:child_process'
import { Failure } from '../../../scripts/bootstrap/failure.mjs'
import { showProgress } from '../../../scripts/bootstrap/progress.mjs'
import { launchChromium } from './launch.ts'
import { browsersHere, type Installer, isExecutable, type Machine, thisMachine } from './machine.ts'

/**
 * The path of a browser that starts: an installed one, otherwise one that is installed now. Prints
 * each step.
 */
export async function browserForTests(machine: Machine = thisMachine()): Promise<string> {
  const { env, installers } = machine
  if (env.CHROMIUM_PATH && !isExecutable(env.CHROMIUM_PATH))
    console.log(
      `CHROMIUM_PATH is ${env.CHROMIUM_PATH}, which does not exist; looking for another browser.`,
    )
  const here = await firstThatStarts(machine)
  if (here !== null) return here
  for (const installer of installers) {
    const what = `No working browser found; installing ${installer.name}`
    const reason = await showProgress(what, () => install(installer, env))
    const installed = await firstThatStarts(machine)
    if (installed !== null) return installed
    console.log(`Still no browser: ${reason ?? 'the installer succeeded, but no browser starts'}`)
  }
  throw new Failure(WHAT_TO_DO)
}

async function firstThatStarts({ env, places }: Machine): Promise<string | null> {
  for (const path of browsersHere(env, places)) {
    try {
      const browser = await launchChromium(path)
      console.log(`Chromium ${browser.version()}: ${path}`)
      await browser.close()
      return path
    } catch (error) {
      console.log(`${path} does not start: ${reasonOf(error)}`)
    }
  }
  return null
}

/** The last error line of the browser, which is inside Playwright's message. */
function reasonOf(error: unknown): string {
  const { message } = error as Error
  const lines = message.split('\n').map((line) => line.trim())
  return (
    lines.findLast((line) => /\[err\]|error while loading|ENOENT|EACCES/.test(line)) ??
    lines[0] ??
    message
  )
}

export const WHAT_TO_DO =
  'the browser tests need a Chromium that starts, and none could be installed. Install Chromium or Chrome, or set CHROMIUM_PATH to its path, and run npm test again.'

/** Only ends an installation that hangs. */
const LONGEST_INSTALL = 30 * 60_000
const OUTPUT_MAX = 64_000_000

/**
 * Runs the commands of an installer. Returns the reason of a failure, or null. The caller checks
 * the result.
 */
async function install({ commands }: Installer, env: NodeJS.ProcessEnv): Promise<string | null> {
  let reason: string | null = null
  for (const [command, ...args] of commands) reason = (await execute(command, args, env)) ?? reason
  return reason
}

function execute(command: string, args: string[], env: NodeJS.ProcessEnv): Promise<string | null> {
  const surroundings = { ...env, DEBIAN_FRONTEND: 'noninteractive' }
  const options = { env: surroundings, timeout: LONGEST_INSTALL, maxBuffer: OUTPUT_MAX }
  return new Promise((resolve) => {
    execFile(command, args, options, (error, stdout, stderr) =>
      resolve(error && (`${stdout}${stderr}`.trim().split('\n').at(-1) || error.message)),
    )
  })
}
