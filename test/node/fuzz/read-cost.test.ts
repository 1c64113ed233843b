import { expect, test } from 'vitest'
import { fillAccount, fillSmallAccount } from './full-account.ts'
import { expectResponsive } from './read-cost.ts'
import { newSite } from './route-cost.ts'

const EXPORTS = ['/api/settings/export', '/api/settings/export.zip']

// The long test measures every read.
test('the dearest reads of full accounts, eight at once, do not block the site', async () => {
  const { site, data } = await newSite()
  const { post, version } = await fillAccount(site, data, [])
  const read = (path: string, headers = {}) => ({ method: 'GET', path, headers })
  const revision = read(`/api/studio/posts/${post}/revisions/${version}`)
  expect(await expectResponsive(site, Array(8).fill(revision))).toEqual(Array(8).fill(200))
  const large = EXPORTS.map((path) => read(path))
  expect(await expectResponsive(site, Array(4).fill(large).flat())).toEqual(Array(8).fill(202))
  const small = await fillSmallAccount(site, data, 0.2)
  const archive = read('/api/settings/export.zip', small)
  expect(await expectResponsive(site, Array(8).fill(archive))).toEqual(Array(8).fill(200))
})
