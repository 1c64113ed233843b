import { readFile, rm } from 'node:fs/promises'
import { inRoot } from '../build/paths.ts'
import { run, runSilently } from '../build/tools.ts'

export interface Count {
  passed: number
  failed: number
}

/** Runs vitest and counts. Whatever fails outside a test, such as a file that does not load, counts as one failure. */
export function runVitest(name: string, args: string[]): Promise<Count> {
  return counted(name, (reporters) => run('vitest', ['run', ...reporters, ...args]))
}

/** The same beside something else: what it has to say is printed when it is done. */
export function runVitestBeside(name: string, args: string[]): Promise<Count> {
  return counted(name, async (reporters) => {
    const { code, output } = await runSilently('vitest', ['run', ...reporters, ...args])
    console.log(output)
    return code
  })
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

export function countIn(json: string): Count {
  const { numPassedTests = 0, numFailedTests = 0, testResults = [] }: Report = JSON.parse(json)
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  return { passed: numPassedTests, failed: numFailedTests + brokenFiles.length }
}
