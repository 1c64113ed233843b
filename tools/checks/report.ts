import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { JsonAssertionResult, JsonTestResult, JsonTestResults } from 'vitest/node'
import { inRoot } from '../../scripts/build/paths.ts'

/** The result of a vitest run. */
export interface Count {
  passed: number
  failed: number
  /**
   * The details of each failure. They are printed again at the end, because some readers see only
   * the end of the output.
   */
  failures: string[]
}

/** The evidence of a failed browser test. */
export interface Evidence {
  /** The folder with the pages, the console and the log. */
  evidence?: string
  /**
   * The last console lines of its pages, because in CI the folder is often deleted with the
   * machine.
   */
  said?: string[]
}

type Report = Partial<JsonTestResults> & { unhandledErrors?: UnhandledError[] }

/** An error outside of any test, as vitest reports it. */
export interface UnhandledError {
  message: string
  stack?: string
  VITEST_TEST_PATH?: string
  /** The last test that ran, if there is one. */
  VITEST_TEST_NAME?: string
}

/**
 * A test that did not run because its file or a hook failed counts as failed, and so does an error
 * outside of any test.
 */
export function countIn(json: string): Count {
  const {
    numPassedTests = 0,
    numFailedTests = 0,
    testResults = [],
    unhandledErrors = [],
  }: Report = JSON.parse(json)
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some(hasFailed),
  )
  // All tests of the file, or the file itself.
  const notRun = brokenFiles.map(({ assertionResults: tests }) =>
    Math.max(1, tests.filter(({ status }) => status !== 'passed').length),
  )
  return {
    passed: numPassedTests,
    failed: notRun.reduce((sum, count) => sum + count, numFailedTests + unhandledErrors.length),
    failures: [
      ...brokenFiles.map(ofFile),
      ...testResults.flatMap(ofTests),
      ...unhandledErrors.map(ofUnhandled),
    ],
  }
}

const hasFailed = ({ status }: JsonAssertionResult) => status === 'failed'

const ofFile = ({ name, message = '' }: JsonTestResult) => described(pathOf(name), message)

function ofTests({ name, assertionResults }: JsonTestResult): string[] {
  return assertionResults.filter(hasFailed).map(({ fullName, failureMessages, meta }) => {
    const failure = described(`${pathOf(name)} > ${fullName}`, failureMessages?.join('\n') ?? '')
    const more = [...(meta?.said ?? []), ...(meta?.evidence ? [`more in ${meta.evidence}`] : [])]
    return [failure, ...more].join('\n  ')
  })
}

function ofUnhandled({
  message,
  stack,
  VITEST_TEST_PATH: file,
  VITEST_TEST_NAME: name,
}: UnhandledError): string {
  const place = [file && pathOf(file), name && `while or after "${name}"`].filter(Boolean)
  return described(['outside of any test', ...place].join(', '), stack ?? message)
}

const pathOf = (file: string) => relative(inRoot(), file)

const LINES_MAX = 20

/** The error of a test that exceeded its time limit, as vitest reports it. */
const TIMED_OUT = 'STACK_TRACE_ERROR'

/** Leaves out stack frames inside packages. */
function described(title: string, message: string): string {
  const lines = stripVTControlCharacters(message)
    .replace(TIMED_OUT, 'the test timed out')
    .split('\n')
    .filter((line) => line.trim() && !/node_modules|\(<anonymous>\)/.test(line))
  return [title, ...lines.slice(0, LINES_MAX).map((line) => `  ${line}`)].join('\n')
}
