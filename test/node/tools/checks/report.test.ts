import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isLong, LONG } from '#test/long.ts'
import { inRoot } from '../../../../scripts/build/paths.ts'
import { runSilently } from '../../../../scripts/build/tools.ts'
import { countIn } from '../../../../tools/checks/report.ts'
import { REPORTER } from '../../../../tools/checks/vitest.ts'
import { folderWith } from '../../scripts/support/folders.ts'

const FILE = { name: inRoot('test/browser/back.test.ts'), status: 'failed', assertionResults: [] }
const PASSED = { fullName: 'goes forward', status: 'passed' }
const SKIPPED = { fullName: 'goes sideways', status: 'skipped' }
const FAILED = { fullName: 'goes back', status: 'failed' }

const counted = (numPassedTests: number, numFailedTests: number, ...testResults: object[]) =>
  countIn(JSON.stringify({ numPassedTests, numFailedTests, testResults }))

test('a test file that does not load counts as a failure', () => {
  const files = [
    { ...FILE, status: 'passed', assertionResults: [PASSED] },
    { ...FILE, assertionResults: [FAILED, SKIPPED] },
    { ...FILE, message: 'Cannot find module' },
  ]
  expect(counted(1, 1, ...files)).toEqual({
    passed: 1,
    failed: 2,
    failures: ['test/browser/back.test.ts\n  Cannot find module', 'test/browser/back.test.ts > goes back'],
  })
})

test('tests that did not run because of a failed hook count as failed', () => {
  expect(counted(0, 0, { ...FILE, assertionResults: [SKIPPED, SKIPPED] }).failed).toBe(2)
})

test('an error outside of any test counts, and is reported with its file', () => {
  const unhandledErrors = [
    {
      message: 'aborted',
      stack: 'Error: aborted\n    at abortIncoming (node:_http_server:838:17)',
      VITEST_TEST_PATH: FILE.name,
      VITEST_TEST_NAME: 'goes back',
    },
    { message: 'no place' },
  ]
  expect(countIn(JSON.stringify({ numPassedTests: 3, unhandledErrors }))).toEqual({
    passed: 3,
    failed: 2,
    failures: [
      'outside of any test, test/browser/back.test.ts, while or after "goes back"\n  Error: aborted\n      at abortIncoming (node:_http_server:838:17)',
      'outside of any test\n  no place',
    ],
  })
})

test.runIf(isLong)('the JSON report of vitest includes errors outside of any test', LONG, async () => {
  const root = await folderWith({ 'a.test.js': `test('ends', () => void Promise.reject(new Error('not awaited')))` })
  const report = join(root, 'report.json')
  const reporters = [`--reporter=${REPORTER}`, `--outputFile.json=${report}`]
  const { code } = await runSilently('vitest', ['run', '--root', root, '--globals', ...reporters])
  expect(code).toBe(1)
  const { passed, failed, failures } = countIn(await readFile(report, 'utf8'))
  expect({ passed, failed }).toEqual({ passed: 1, failed: 1 })
  expect(failures[0]).toContain('not awaited')
})

test('a failure has its file and name, its reason without package frames, and the evidence folder', () => {
  const failureMessages = [
    '\u001b[31mError: no such button\u001b[39m\n    at press (/x/node_modules/playwright/a.js:1:1)\n    at back.test.ts:7:3',
  ]
  const meta = { evidence: 'test-results/browser/back', said: ['uncaught: no'] }
  expect(counted(0, 1, { ...FILE, assertionResults: [{ ...FAILED, failureMessages, meta }] }).failures).toEqual([
    [
      'test/browser/back.test.ts > goes back',
      '  Error: no such button',
      '      at back.test.ts:7:3',
      '  uncaught: no',
      '  more in test-results/browser/back',
    ].join('\n'),
  ])
})
