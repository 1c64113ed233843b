import { expect, test } from 'vitest'
import { inRoot } from '../../../scripts/build/paths.ts'
import { countIn } from '../../../scripts/checks/report.ts'

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

test('tests that a failed hook kept from running count as failed', () => {
  expect(counted(0, 0, { ...FILE, assertionResults: [SKIPPED, SKIPPED] }).failed).toBe(2)
})

test('a failure is told by its file and name, its reason without the steps inside packages, and where to look', () => {
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

test('a test that took too long is said to have', () => {
  const failureMessages = ['Error: STACK_TRACE_ERROR\n    at back.test.ts:7:3']
  const [failure] = counted(0, 1, { ...FILE, assertionResults: [{ ...FAILED, failureMessages }] }).failures
  expect(failure).toContain('Error: it took too long, and was ended\n')
})

test('a reason of many lines is cut', () => {
  const failureMessages = ['a line\n'.repeat(500)]
  const [failure] = counted(0, 1, { ...FILE, assertionResults: [{ ...FAILED, failureMessages }] }).failures
  expect(failure?.split('\n').length).toBeLessThan(30)
})
