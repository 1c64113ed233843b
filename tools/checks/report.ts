import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { inRoot } from '../../scripts/build/paths.ts'

/** What came of a run of vitest. */
export interface Count {
  passed: number
  failed: number
  /** Of each failure what a reader needs who sees only the end of the output. */
  failures: string[]
}

/** What a failed test in a browser left behind. */
export interface Evidence {
  /** The folder it is in. */
  evidence?: string
  /** The last of what its pages said: where the tests run the folder is often gone with the machine. */
  said?: string[]
}

interface Report {
  numPassedTests?: number
  numFailedTests?: number
  testResults?: TestFile[]
  unhandledErrors?: UnhandledError[]
}

/** What was thrown where no test waited for it, in vitest's words. */
export interface UnhandledError {
  message: string
  stack?: string
  VITEST_TEST_PATH?: string
  /** The last test that ran, if any did. */
  VITEST_TEST_NAME?: string
}

interface TestFile {
  name: string
  status: string
  /** Why the file did not load, or its hook failed. */
  message?: string
  assertionResults: Test[]
}

interface Test {
  fullName: string
  status: string
  failureMessages?: string[] | null
  meta?: Evidence
}

/** A test that did not run because its file or a hook failed counts as failed, and so does what failed outside of any. */
export function countIn(json: string): Count {
  const { numPassedTests = 0, numFailedTests = 0, testResults = [], unhandledErrors = [] }: Report = JSON.parse(json)
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some(hasFailed),
  )
  // All that is in it, or the file itself.
  const notRun = brokenFiles.map(({ assertionResults: tests }) =>
    Math.max(1, tests.filter(({ status }) => status !== 'passed').length),
  )
  return {
    passed: numPassedTests,
    failed: notRun.reduce((sum, count) => sum + count, numFailedTests + unhandledErrors.length),
    failures: [...brokenFiles.map(ofFile), ...testResults.flatMap(ofTests), ...unhandledErrors.map(ofUnhandled)],
  }
}

const hasFailed = ({ status }: Test) => status === 'failed'

const ofFile = ({ name, message = '' }: TestFile) => described(pathOf(name), message)

function ofTests({ name, assertionResults }: TestFile): string[] {
  return assertionResults.filter(hasFailed).map(({ fullName, failureMessages, meta }) => {
    const failure = described(`${pathOf(name)} > ${fullName}`, failureMessages?.join('\n') ?? '')
    const more = [...(meta?.said ?? []), ...(meta?.evidence ? [`more in ${meta.evidence}`] : [])]
    return [failure, ...more].join('\n  ')
  })
}

function ofUnhandled({ message, stack, VITEST_TEST_PATH: file, VITEST_TEST_NAME: name }: UnhandledError): string {
  const place = [file && pathOf(file), name && `while or after "${name}"`].filter(Boolean)
  return described(['outside of any test', ...place].join(', '), stack ?? message)
}

const pathOf = (file: string) => relative(inRoot(), file)

const LINES_MAX = 20

/** What vitest calls the error of a test that was ended because it took too long. */
const TIMED_OUT = 'STACK_TRACE_ERROR'

/** Without the steps inside packages, which lead nowhere. */
function described(title: string, message: string): string {
  const lines = stripVTControlCharacters(message)
    .replace(TIMED_OUT, 'it took too long, and was ended')
    .split('\n')
    .filter((line) => line.trim() && !/node_modules|\(<anonymous>\)/.test(line))
  return [title, ...lines.slice(0, LINES_MAX).map((line) => `  ${line}`)].join('\n')
}
