import { buildBrowser } from '../build/index.ts'
import { checkSizes } from '../build/sizes.ts'
import { run } from '../build/tools.ts'
import { bundleWorker } from '../build/worker.ts'
import type { Step } from './steps.ts'

const tool = (name: string, command: string, ...args: string[]): Step => ({
  name,
  run: async () => (await run(command, args)) === 0,
})

/** What can be said of the code without running it. */
export const CODE_CHECKS: Step[] = [
  { name: 'browser code', run: async () => void (await buildBrowser()) },
  tool('types: worker and its tests', 'tsc', '-p', '.'),
  tool('types: browser', 'tsc', '-p', 'src/client'),
  tool('types: scripts', 'tsc', '-p', 'test/node'),
  tool('lint and format', 'biome', 'ci', '--error-on-warnings', `--colors=${process.stdout.isTTY ? 'force' : 'off'}`),
]

/** The bundle as it would be uploaded, and its size. */
export const BUNDLE_CHECK: Step = {
  name: 'worker bundle',
  async run() {
    await bundleWorker()
    for (const line of await checkSizes()) console.log(line)
    return true
  },
}
