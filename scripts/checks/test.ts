import { buildBrowser } from '../build/index.ts'
import { BUNDLE_CHECK, CODE_CHECKS } from './code.ts'
import { runSteps, type Step } from './steps.ts'
import { type Count, runVitest } from './vitest.ts'

/** `npm test`: everything. `npm test -- <arguments>`: only vitest, with these arguments. */
export async function test(args: string[]): Promise<void> {
  const counts: Count[] = []
  const vitest = (name: string, title: string, ...rest: string[]): Step => ({
    name: title,
    async run() {
      const count = await runVitest(name, rest)
      counts.push(count)
      return count.failed === 0
    },
  })
  const everything = [
    ...CODE_CHECKS,
    // Before the tests: those of the scripts start the site that it makes.
    BUNDLE_CHECK,
    vitest('unit', 'tests in workerd and Node', '--project', 'worker', '--project', 'node'),
    vitest('browser', 'tests in Chromium', '--project', 'browser'),
  ]
  if (args.length > 0) await buildBrowser()
  const failedSteps = await runSteps(args.length > 0 ? [vitest('some', 'tests', ...args)] : everything)
  summarize(counts, failedSteps)
}

function summarize(counts: Count[], failedSteps: string[]): void {
  const passed = counts.reduce((sum, count) => sum + count.passed, 0)
  const failedTests = counts.reduce((sum, count) => sum + count.failed, 0)
  const failedChecks = failedSteps.filter((name) => !name.startsWith('tests')).length
  console.log(failedSteps.length > 0 ? `\nFailed: ${failedSteps.join(', ')}` : '')
  console.log(`${passed} passed, ${failedTests + failedChecks} failed`)
  process.exitCode = failedSteps.length > 0 || passed === 0 ? 1 : 0
}
