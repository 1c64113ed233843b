import { Failure } from '../../../scripts/bootstrap/failure.mjs'
import { install } from './install.ts'
import { launchChromium } from './launch.ts'
import { browsersHere, isExecutable, type Machine, thisMachine } from './machine.ts'
import { WHAT_TO_DO } from './what-to-do.ts'

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
