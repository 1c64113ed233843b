import { spawn } from 'node:child_process'
import { Failure } from '../../../scripts/bootstrap/failure.mjs'
import { launchChromium } from './launch.ts'
import { browsersHere, type Installer, isExecutable, type Machine, thisMachine } from './machine.ts'

/** The path of a browser that starts: an installed one, otherwise one that is installed now. Prints its steps. */
export async function browserForTests(machine: Machine = thisMachine()): Promise<string> {
  const { env, installers, say } = machine
  if (env.CHROMIUM_PATH && !isExecutable(env.CHROMIUM_PATH))
    say(`CHROMIUM_PATH is ${env.CHROMIUM_PATH}, which does not exist; looking for another browser.`)
  const here = await firstThatStarts(machine)
  if (here !== null) return here
  for (const installer of installers) {
    say(`No working browser found; installing ${installer.name} …`)
    const reason = await install(installer, machine)
    const installed = await firstThatStarts(machine)
    if (installed !== null) return installed
    say(`Still no browser: ${reason ?? 'the installer succeeded, but no browser starts'}`)
  }
  throw new Failure(WHAT_TO_DO)
}

async function firstThatStarts({ env, places, say }: Machine): Promise<string | null> {
  for (const path of browsersHere(env, places)) {
    try {
      const browser = await launchChromium(path)
      say(`Chromium ${browser.version()}: ${path}`)
      await browser.close()
      return path
    } catch (error) {
      say(`${path} does not start: ${reasonOf(error)}`)
    }
  }
  return null
}

/** The last error line of the browser in Playwright's message. */
function reasonOf(error: unknown): string {
  const { message } = error as Error
  const lines = message.split('\n').map((line) => line.trim())
  return lines.findLast((line) => /\[err\]|error while loading|ENOENT|EACCES/.test(line)) ?? lines[0] ?? message
}

export const WHAT_TO_DO =
  'the browser tests need a Chromium that starts, and none could be installed. Install Chromium or Chrome, or set CHROMIUM_PATH to its path, and run npm test again.'

/** Only bounds a hang. */
const LONGEST_INSTALL = 30 * 60_000

/**
 * Runs an installer and prints its progress. Returns the reason of a failure, or null. The caller checks the result.
 */
async function install({ commands }: Installer, machine: Machine): Promise<string | null> {
  const reasons: string[] = []
  for (const [command, ...args] of commands) {
    const reason = await execute(command, args, machine)
    if (reason !== null) reasons.push(reason)
  }
  return reasons.at(-1) ?? null
}

function execute(command: string, args: string[], { env, say, progressEvery }: Machine): Promise<string | null> {
  const begun = performance.now()
  let lastLine = ''
  const child = spawn(command, args, {
    env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LONGEST_INSTALL,
  })
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      lastLine = text.split(/[\r\n]+/).findLast((line) => line.trim() !== '') ?? lastLine
    })
  }
  const progress = setInterval(() => {
    say(`  ${Math.round((performance.now() - begun) / 1000)} s: ${lastLine.trim().slice(0, 100)}`)
  }, progressEvery)
  return new Promise((resolve) => {
    const end = (reason: string | null) => {
      clearInterval(progress)
      resolve(reason)
    }
    child.on('error', ({ message }) => end(message))
    child.on('close', (code) => end(code === 0 ? null : lastLine.trim() || `${command} failed without output`))
  })
}
