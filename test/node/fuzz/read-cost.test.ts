import { expect, test } from 'vitest'
import { fillLargeAccount } from './full-account.ts'
import { expectResponsive } from './read-cost.ts'
import { expectDescribedAnswers, newSite } from './route-cost.ts'

const EXPORTS = ['/api/settings/export', '/api/settings/export.zip']

// On one site, because its start takes as long as a test. The long tests measure every read and every large request.
test('eight of the dearest reads do not block the site, unusual requests are handled as documented, and all invariants hold', async () => {
  const { site, data } = await newSite()
  const { post, version } = await fillLargeAccount(site, data)
  const read = (path: string) => ({ method: 'GET', path })
  const revision = read(`/api/studio/posts/${post}/revisions/${version}`)
  expect(await expectResponsive(site, Array(8).fill(revision))).toEqual(Array(8).fill(200))
  const large = EXPORTS.map(read)
  expect(await expectResponsive(site, Array(4).fill(large).flat())).toEqual(Array(8).fill(202))

  await expectDescribedAnswers(site, 100)
})
