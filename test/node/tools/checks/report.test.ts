import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isLong, LONG } from '#test/long.ts'
import { inRoot } from '../../../../scripts/build/paths.ts'
import { runSilently } from '../../../../scripts/build/tools.ts'
import { type Count, countIn } from '../../../../tools/checks/report.ts'
import { refuseUnknownFiles } from '../../../../tools/checks/test.ts'
import { REPORTER } from '../../../../tools/checks/vitest.ts'
import { folderWith } from '../../scripts/support/folders.ts'

const FILE = { name: inRoot('test/browser/back.test.ts'), status: 'failed', assertionResults: [] }
const PASSED = { fullName: 'goes forward', status: 'passed' }
const SKIPPED = { fullName: 'goes sideways', status: 'skipped' }
const FAILED = {
  fullName: 'goes back',
  status: 'failed',
  failureMessages: [
    '\u001b[31mError: no such button\u001b[39m\n    at press (/x/node_modules/playwright/a.js:1:1)\n    at back.test.ts:7:3',
  ],
  meta: { evidence: 'test-results/browser/back', said: ['uncaught: no'] },
}
const UNHANDLED = {
  message: 'aborted',
  stack: 'Error: aborted\n    at abortIncoming (node:_http_server:838:17)',
  VITEST_TEST_PATH: FILE.name,
  VITEST_TEST_NAME: 'goes back',
}

test('files that do not load, tests after a failed hook and errors outside of tests count as failed, and each failure has its file, reason and evidence', () => {
  const testResults = [
    { ...FILE, status: 'passed', assertionResults: [PASSED] },
    { ...FILE, assertionResults: [FAILED, SKIPPED] },
    { ...FILE, message: 'Cannot find module' },
    { ...FILE, assertionResults: [SKIPPED, SKIPPED] },
  ]
  const unhandledErrors = [UNHANDLED, { message: 'no place' }]
  const report = { numPassedTests: 1, numFailedTests: 1, testResults, unhandledErrors }
  expect(countIn(JSON.stringify(report))).toEqual({
    passed: 1,
    failed: 6,
    failures: [
      'test/browser/back.test.ts\n  Cannot find module',
      'test/browser/back.test.ts',
      'test/browser/back.test.ts > goes back\n  Error: no such button\n      at back.test.ts:7:3\n  uncaught: no\n  more in test-results/browser/back',
      'outside of any test, test/browser/back.test.ts, while or after "goes back"\n  Error: aborted\n      at abortIncoming (node:_http_server:838:17)',
      'outside of any test\n  no place',
    ],
  })
})

test.for([
  ['test/web/nothing.test.ts'],
  ['test/web/replicas.test.ts', 'test/nothing'],
  ['-t', 'a name', 'test/nothing.test.ts'],
])('npm test refuses a file that does not exist: %j', (args) => {
  expect(() => refuseUnknownFiles(args)).toThrow(`no such test: ${args.at(-1)}`)
})

test.for([['test/web'], ['report.test.ts', '-t', 'a name'], ['--project', 'worker'], ['-u']])(
  'npm test accepts folders, parts of paths and options of vitest: %j',
  (args) => {
    expect(() => refuseUnknownFiles(args)).not.toThrow()
  },
)

test.runIf(isLong)(
  'the JSON report of vitest includes errors outside of any test',
  LONG,
  async () => {
    const { code, count } = await reportOf({
      'a.test.js': `test('ends', () => void Promise.reject(new Error('not awaited')))`,
    })
    expect(code).toBe(1)
    expect({ passed: count.passed, failed: count.failed }).toEqual({ passed: 1, failed: 1 })
    expect(count.failures[0]).toContain('not awaited')
  },
)

test.runIf(isLong)('a failure in the report has the positions of onStackTrace', LONG, async () => {
  const { count } = await reportOf({
    'a.test.js': `test('fails', () => expect(1).toBe(2))`,
    // As the bundle of worker tests does (tools/checks/test-bundle.ts).
    'vitest.config.js': `
      const onStackTrace = (_, frame) => Object.assign(frame, { file: '/source.ts', line: 700 })
      export default { test: { onStackTrace } }`,
  })
  expect(count.failures[0]).toContain('/source.ts:700:')
})

/** Runs vitest in a folder with these files, with the reporter of `npm test`. */
async function reportOf(files: Record<string, string>): Promise<{ code: number; count: Count }> {
  const root = await folderWith(files)
  const report = join(root, 'report.json')
  const reporters = [`--reporter=${REPORTER}`, `--outputFile.json=${report}`]
  const { code } = await runSilently('vitest', ['run', '--root', root, '--globals', ...reporters])
  return { code, count: countIn(await readFile(report, 'utf8')) }
}
