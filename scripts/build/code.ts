import { buildApiClient } from '../api-client/index.ts'
import { Failure, inOneLine } from '../bootstrap/failure.mjs'
import { auditOffline } from '../trust/audit.ts'
import { checkLicences, writeSbom } from '../trust/licences.ts'
import { buildBrowser } from './index.ts'
import { checkSizes } from './sizes.ts'
import { runSilently } from './tools.ts'
import { bundleHash, bundleWorker, readWorkerConfig } from './worker.ts'

/** Builds the files that type checks and tests need. */
export const CODE_FOR_BROWSERS: Step[] = [
  { name: 'browser code', run: async () => void (await buildBrowser()) },
  { name: 'joule/client', run: async () => void (await buildApiClient()) },
]

/** Builds the bundle for the upload and prints its size and its hash. */
export const BUNDLE: Step = { name: 'worker bundle', run: bundle }

/** The static checks. Lint and format come first: they are quick and fail most often. */
export const CODE_CHECKS: Step[] = [
  tool('lint and format', [
    'biome',
    'ci',
    '--error-on-warnings',
    `--colors=${process.stdout.isTTY ? 'force' : 'off'}`,
  ]),
  types('worker and its tests', '.'),
  types('browser', 'src/client'),
  types('scripts', 'test/node'),
  { name: 'list of parts', run: async () => void (await writeSbom()) },
]

/** Needs the list of files in the bundle. */
export const TRUST: Step = { name: 'licences and vulnerabilities', run: trust }

async function bundle(): Promise<boolean> {
  await bundleWorker()
  console.log((await checkSizes()).join('\n'))
  console.log(`Bundle: sha256 ${await bundleHash((await readWorkerConfig()).files)}`)
  return true
}

async function trust(): Promise<boolean> {
  console.log([...(await checkLicences()), ...(await auditOffline())].join('\n'))
  return true
}

/**
 * Uses one checker, because each of several checkers repeats the work for shared types: four take
 * twice the CPU time. The garbage collector of Go takes another third of it; without the collector,
 * a check needs 0.9 GB instead of 0.75 GB.
 */
function types(of: string, project: string): Step {
  return tool(`types of the ${of}`, ['tsc', '-p', project, '--checkers', '1'], { GOGC: 'off' })
}

/** Prints the output of the tool only if it fails. */
function tool(name: string, [command = '', ...args]: string[], more?: NodeJS.ProcessEnv): Step {
  return {
    name,
    async run() {
      const { code, output } = await runSilently(command, args, more)
      if (code !== 0) console.log(output)
      return code === 0
    },
  }
}

/** `npm run build`: everything that a deployment does before the upload. */
export async function build(): Promise<void> {
  const failed = await runSteps([
    ...CODE_FOR_BROWSERS,
    { beside: [...CODE_CHECKS, BUNDLE].map((step) => [step]) },
    TRUST,
  ])
  if (failed.length > 0) throw new Failure(`the build failed: ${failed.join(', ')}`)
}

export interface Step {
  name: string
  /** Returns false or throws if the step fails. */
  run(): Promise<boolean | undefined>
}

/**
 * Runs all steps, also after a failure, and returns the names of the failed steps. The lists of
 * `beside` run in parallel; the steps of one list run sequentially.
 */
export async function runSteps(steps: (Step | { beside: Step[][] })[]): Promise<string[]> {
  const failed: string[] = []
  for (const step of steps) {
    if ('beside' in step) {
      heading(step.beside.flatMap((line) => line.map(({ name }) => name)).join(', '))
      await Promise.all(
        step.beside.map(async (line) => {
          for (const one of line) if (!(await runStep(one, `${one.name}: `))) failed.push(one.name)
        }),
      )
    } else {
      heading(step.name)
      if (!(await runStep(step))) failed.push(step.name)
    }
  }
  return failed
}

function heading(text: string): void {
  console.log(`\n── ${text} `.padEnd(80, '─'))
}

async function runStep({ run }: Step, label = ''): Promise<boolean> {
  const begun = performance.now()
  const result = await run().catch((error) => {
    console.error(inOneLine(error))
    return false
  })
  const good = result !== false
  console.log(
    `${label}${good ? 'ok' : 'FAILED'}, ${((performance.now() - begun) / 1000).toFixed(1)} s`,
  )
  return good
}
