import { beforeAll, expect, test } from 'vitest'
import { auditOffline, findings, type Snapshot } from '../../../scripts/trust/audit.ts'
import { checkLicences, isPermissive } from '../../../scripts/trust/licences.ts'
import { builtSite } from '../support/built.ts'

const CLEAN: Snapshot = {
  taken_at: '2026-11-15T00:00:00.000Z',
  packages: ['one@1.0.0', 'two@2.0.0'],
  deprecated: {},
  advisories: [],
}
const HOLE = {
  package: 'two',
  severity: 'high',
  title: 'reads any file',
  url: 'https://example.com/1',
  range: '<2.0.1',
}

test('the snapshot covers every package of the lock file and has no vulnerability', async () => {
  expect((await auditOffline())[0]).toMatch(
    /^\d{3} packages, checked against the registry on \d{4}-\d\d-\d\d$/,
  )
})

test('a known vulnerability is a failure, and so is a package that was not audited', () => {
  expect(findings(CLEAN, ['one@1.0.0'])).toEqual([
    '1 packages, checked against the registry on 2026-11-15',
    'vulnerabilities: none',
  ])
  expect(() => findings({ ...CLEAN, advisories: [HOLE] }, ['two@2.0.0'])).toThrow(
    /vulnerable packages .*\ntwo <2\.0\.1: reads any file \(high, https:\/\/example\.com\/1\)$/,
  )
  expect(() => findings(CLEAN, ['one@1.0.1', 'two@2.0.0'])).toThrow('not audited: one@1.0.1;')
})

test('deprecated packages are listed, and a missing audit is not reported as "none"', () => {
  const lines = findings(
    { ...CLEAN, deprecated: { 'one@1.0.0': 'use two' }, advisories: null },
    CLEAN.packages,
  )
  expect(lines.slice(1)).toEqual([
    'deprecated: one@1.0.0: use two',
    'vulnerabilities: not checked (the registry has no audit endpoint)',
  ])
})

beforeAll(builtSite)

test('the bundle contains no copyleft package', async () => {
  expect(await checkLicences()).toEqual([
    expect.stringMatching(/^\d\d+ packages are in the bundle: \d+ MIT, /),
  ])
})

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-only)', true],
  ['Apache-2.0 AND MIT', true],
  ['Apache-2.0 AND LGPL-3.0-or-later', false],
  ['MPL-2.0', false],
  ['AGPL-3.0-only OR BUSL-1.1', false],
  ['none named', false],
])('isPermissive() of %s is %s', (expression, isTaken) => {
  expect(isPermissive(expression)).toBe(isTaken)
})
