import { buildApiClient } from '../api-client/index.ts'
import { buildBrowser } from '../build/index.ts'
import { inRoot } from '../build/paths.ts'
import { browserForTests } from './browser/index.ts'
import { BUNDLE, CODE_CHECKS, CODE_FOR_BROWSERS, TRUST } from './code.ts'
import { withFolderInMemory } from './folder-in-memory.ts'
import type { Count } from './report.ts'
import { runSteps, type Step } from './steps.ts'
import { runVitest, runVitestBeside } from './vitest.ts'

/** `npm test`: everything. `npm test -- <arguments>`: only vitest, with these arguments. */
export async function test(args: string[]): Promise<void> {
  // Many a process is started that loads what another has compiled before.
  process.env.NODE_COMPILE_CACHE ??= inRoot('node_modules/.cache/joule/compiled')
  const counts: Count[] = []
  const vitest = (title: string, ...runs: (() => Promise<Count>)[]): Step => ({
    name: title,
    async run() {
      const done = await withFolderInMemory(() => Promise.all(runs.map((begin) => begin())))
      counts.push(...done)
      return done.every(({ failed }) => failed === 0)
    },
  })
  const everything = [
    BROWSER,
    // Before the tests, which start the site that they make.
    ...CODE_FOR_BROWSERS,
    BUNDLE,
    // Side by side: each waits for others at times, and what is said of the code is said while the tests load it.
    {
      beside: [
        [
          vitest(
            'tests in workerd, in Node and in Chromium',
            ...PROJECTS.map((name) => () => runVitestBeside(name, ['--project', name])),
          ),
        ],
        // In a row: vitest gives up where its own processes take more than a minute to start.
        [...CODE_CHECKS, TRUST],
      ],
    },
  ]
  if (args.length > 0) {
    await buildBrowser()
    await buildApiClient()
  }
  const failedSteps = await runSteps(args.length > 0 ? [vitest('tests', () => runVitest('some', args))] : everything)
  summarize(counts, failedSteps)
}

/** The longest first. */
const PROJECTS = ['browser', 'node', 'worker']

/** What it finds is told to the tests, which only launch it. Without one they still run, and fail. */
const BROWSER: Step = {
  name: 'a browser for the tests',
  async run() {
    process.env.JOULE_CHROMIUM = ''
    process.env.JOULE_CHROMIUM = await browserForTests()
    return true
  },
}

function summarize(counts: Count[], failedSteps: string[]): void {
  const passed = counts.reduce((sum, count) => sum + count.passed, 0)
  const failedTests = counts.reduce((sum, count) => sum + count.failed, 0)
  const failedChecks = failedSteps.filter((name) => !name.startsWith('tests')).length
  console.log(failedSteps.length > 0 ? `\nFailed: ${failedSteps.join(', ')}` : '')
  // Once more, and last: what each printed of itself is far above by now, and often cut off.
  for (const failure of counts.flatMap(({ failures }) => failures)) console.log(`\n✗ ${failure}\n`)
  console.log(`${passed} passed, ${failedTests + failedChecks} failed`)
  process.exitCode = failedSteps.length > 0 || passed === 0 ? 1 : 0
}
