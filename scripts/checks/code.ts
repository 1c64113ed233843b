import { buildApiClient } from '../api-client/index.ts'
import { buildBrowser } from '../build/index.ts'
import { checkSizes } from '../build/sizes.ts'
import { runSilently } from '../build/tools.ts'
import { bundleWorker } from '../build/worker.ts'
import type { Step, Steps } from './steps.ts'

/** What can be said of the code without running it, and the bundle as it would be uploaded, with its size. */
export const CODE_CHECKS: (Step | Steps)[] = [
  { name: 'browser code', run: async () => void (await buildBrowser()) },
  { name: 'joule/client', run: async () => void (await buildApiClient()) },
  {
    beside: [
      tool('types of the worker and its tests', 'tsc', '-p', '.'),
      tool('types of the browser', 'tsc', '-p', 'src/client'),
      tool('types of the scripts', 'tsc', '-p', 'test/node'),
      tool(
        'lint and format',
        'biome',
        'ci',
        '--error-on-warnings',
        `--colors=${process.stdout.isTTY ? 'force' : 'off'}`,
      ),
      { name: 'worker bundle', run: bundle },
    ],
  },
]

async function bundle(): Promise<boolean> {
  await bundleWorker()
  console.log((await checkSizes()).join('\n'))
  return true
}

/** Says nothing when all is well. */
function tool(name: string, command: string, ...args: string[]): Step {
  return {
    name,
    async run() {
      const { code, output } = await runSilently(command, args)
      if (code !== 0) console.log(output)
      return code === 0
    },
  }
}
