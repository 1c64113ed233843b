import { globSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { Failure } from '../../scripts/bootstrap/failure.mjs'
import {
  BUNDLE,
  CODE_CHECKS,
  CODE_FOR_BROWSERS,
  runSteps,
  type Step,
  TRUST,
} from '../../scripts/build/code.ts'
import { inRoot } from '../../scripts/build/paths.ts'
import { browserForTests } from './browser/index.ts'
import { withFolderInMemory } from './folder-in-memory.ts'
import { printFigures } from './form/figures.ts'
import { FORM } from './form/index.ts'
import type { Count } from './report.ts'
import { runVitest, runVitestInParallel } from './vitest.ts'

/** `npm test`: everything. `npm test -- <arguments>`: only vitest, with these arguments. */
export async function test(args: string[]): Promise<void> {
  cacheCompiledCode()
  refuseUnknownFiles(args)
  if (args.length > 0) return report([], [await withFolderInMemory(() => runVitest('some', args))])
  const counts: Count[] = []
  const { promise: browser, resolve: browserIsThere } = Promise.withResolvers<void>()
  const tests: Step = {
    name: 'tests in workerd, in Node and in Chromium',
    async run() {
      const project = async (name: string, args: string[] = []) =>
        void counts.push(await runVitestInParallel(name, args))
      const inNodeThenInChromium = async () => {
        await project('node')
        await browser
        await project('browser')
      }
      const onD1ThenOnObjects = async () => {
        await project('worker')
        await project('objects')
      }
      // The worker tests and the tests in Node use one core each. The browser tests use two, so
      // they run after the tests in Node.
      await withFolderInMemory(() => Promise.all([onD1ThenOnObjects(), inNodeThenInChromium()]))
      return counts.every(({ failed }) => failed === 0)
    },
  }
  // Runs beside the first tests: on a bare machine, the installation of a browser takes as long.
  const findBrowser: Step = { ...BROWSER, run: () => BROWSER.run().finally(browserIsThere) }
  const failedSteps = await runSteps([
    ...CODE_FOR_BROWSERS,
    // The bundle comes first, because the tests start the built site. The static checks run
    // sequentially, because vitest gives its own processes only a minute to start.
    { beside: [[findBrowser], [BUNDLE, TRUST, tests], [...CODE_CHECKS, FORM]] },
  ])
  await printFigures([])
  report(failedSteps, counts)
}

/** `npm run test:long`: the long form of the tests that have one, one project after the other. */
export async function testLong(): Promise<void> {
  cacheCompiledCode()
  process.env.JOULE_LONG = '1'
  const counts: Count[] = []
  const project = (name: string, ...filter: string[]): Step => ({
    name: `tests: ${name}`,
    async run() {
      counts.push(await withFolderInMemory(() => runVitest(name, ['--project', name, ...filter])))
      return counts.at(-1)?.failed === 0
    },
  })
  const failedSteps = await runSteps([
    BROWSER,
    ...CODE_FOR_BROWSERS,
    BUNDLE,
    ...PROJECTS.map((name) => project(name, '--tags-filter=long')),
    // All worker tests, not only those with a long form: they must pass on both kinds of database.
    project('objects'),
  ])
  report(failedSteps, counts)
}

/** `npm run check`: types, lint and format. `-- --figures` only prints figures about the code. */
export async function check(args: string[]): Promise<void> {
  if (args.length > 0) return printFigures(args)
  const failed = await runSteps([...CODE_FOR_BROWSERS, ...CODE_CHECKS, FORM])
  if (failed.length > 0) throw new Failure(`failed: ${failed.join(', ')}`)
}

/**
 * Vitest runs the files whose paths contain an argument. For a misspelt path it prints its whole
 * configuration, so this is refused first.
 */
export function refuseUnknownFiles(args: string[]): void {
  const files = globSync('test/**/*.test.{ts,tsx}', { cwd: inRoot() })
  // The argument after an option may be its value, as in `-t <name>`.
  const names = args.filter((arg, at) => !arg.startsWith('-') && !args[at - 1]?.startsWith('-'))
  for (const name of names) {
    const path = relative(inRoot(), resolve(inRoot(), name))
    if (!files.some((file) => file.includes(path))) throw new Failure(`no such test: ${name}`)
  }
}

const PROJECTS = ['browser', 'node', 'worker']

/** Saves time because many processes load the same packages. */
function cacheCompiledCode(): void {
  process.env.NODE_COMPILE_CACHE ??= inRoot('node_modules/.cache/joule/compiled')
}

/** Tests read the path from JOULE_CHROMIUM. If there is no browser, they still run, and fail. */
const BROWSER: Step = {
  name: 'a browser for the tests',
  async run() {
    process.env.JOULE_CHROMIUM = ''
    process.env.JOULE_CHROMIUM = await browserForTests()
    return true
  },
}

function report(failedSteps: string[], counts: Count[]): void {
  const passed = counts.reduce((sum, count) => sum + count.passed, 0)
  const failedTests = counts.reduce((sum, count) => sum + count.failed, 0)
  const failedChecks = failedSteps.filter((name) => !name.startsWith('tests')).length
  console.log(failedSteps.length > 0 ? `\nFailed: ${failedSteps.join(', ')}` : '')
  // Again at the end, because the output of each test is far above and CI often cuts it.
  for (const failure of counts.flatMap(({ failures }) => failures)) console.log(`\n✗ ${failure}\n`)
  console.log(`${passed} passed, ${failedTests + failedChecks} failed`)
  process.exitCode = failedSteps.length > 0 || failedTests > 0 || passed === 0 ? 1 : 0
}
