import { readFile, rm } from 'node:fs/promises'
import { inRoot } from '../build/paths.ts'
import { run, runBeside } from '../build/tools.ts'

export interface Count {
  passed: number
  failed: number
}

/** Runs vitest and counts. What fails outside a test counts too. */
export function runVitest(name: string, args: string[]): Promise<Count> {
  return counted(name, (reporters) => run('vitest', ['run', ...reporters, ...args]))
}

/** The same beside another run: a line a file, as the files are done. */
export function runVitestBeside(name: string, args: string[]): Promise<Count> {
  return counted(name, (reporters) => runBeside('vitest', ['run', ...reporters, ...args]))
}

async function counted(name: string, vitest: (reporters: string[]) => Promise<number>): Promise<Count> {
  const report = inRoot('test-results', `${name}.json`)
  await rm(report, { force: true })
  const code = await vitest(['--reporter=default', '--reporter=json', `--outputFile.json=${report}`])
  const count = countIn(await readFile(report, 'utf8').catch(() => '{}'))
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count
}

interface Report {
  numPassedTests?: number
  numFailedTests?: number
  testResults?: { status: string; assertionResults: { status: string }[] }[]
}

/** A test that did not run because its file or a hook failed counts as failed. */
export function countIn(json: string): Count {
  const { numPassedTests = 0, numFailedTests = 0, testResults = [] }: Report = JSON.parse(json)
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  // All that is in it, or the file itself.
  const notRun = brokenFiles.map(({ assertionResults: tests }) =>
    Math.max(1, tests.filter(({ status }) => status !== 'passed').length),
  )
  return { passed: numPassedTests, failed: notRun.reduce((sum, count) => sum + count, numFailedTests) }
}
