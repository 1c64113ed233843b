import { readFile, rm } from 'node:fs/promises'
import { inRoot } from '../../scripts/build/paths.ts'
import { run, runInParallel } from '../../scripts/build/tools.ts'
import { type Count, countIn } from './report.ts'

/** Runs vitest and counts the results. Errors outside of a test count too. */
export function runVitest(name: string, args: string[]): Promise<Count> {
  return counted(name, (reporters) => run('vitest', ['run', ...reporters, ...args]))
}

/** Runs a project of vitest in parallel with other runs, and prints its output line by line. */
export function runVitestInParallel(project: string, args: string[] = []): Promise<Count> {
  return counted(project, (reporters) =>
    runInParallel('vitest', ['run', ...reporters, '--project', project, ...args]),
  )
}

export const REPORTER = inRoot('tools/checks/reporter.ts')

async function counted(
  name: string,
  vitest: (reporters: string[]) => Promise<number>,
): Promise<Count> {
  const report = inRoot('test-results', `${name}.json`)
  await rm(report, { force: true })
  const code = await vitest([
    '--reporter=default',
    `--reporter=${REPORTER}`,
    `--outputFile.json=${report}`,
  ])
  const count = countIn(await readFile(report, 'utf8').catch(() => '{}'))
  if (code === 0 || count.failed > 0) return count
  return {
    ...count,
    failed: 1,
    failures: [`${name}: vitest ended with ${code}, though no test failed`],
  }
}
