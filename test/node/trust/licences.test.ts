import { beforeAll, expect, test } from 'vitest'
import { checkLicences, isPermissive } from '../../../scripts/trust/licences.ts'
import { builtSite } from '../support/built.ts'

beforeAll(builtSite)

test('the bundle contains no copyleft package', async () => {
  expect(await checkLicences()).toEqual([expect.stringMatching(/^\d\d+ packages are in the bundle: \d+ MIT, /)])
})

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-only)', true],
  ['Apache-2.0 AND MIT', true],
  ['Apache-2.0 AND LGPL-3.0-or-later', false],
  ['MPL-2.0', false],
  ['AGPL-3.0-only OR BUSL-1.1', false],
  ['none named', false],
])('%s is permissive: %s', (expression, isTaken) => {
  expect(isPermissive(expression)).toBe(isTaken)
})
