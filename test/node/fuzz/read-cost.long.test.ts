import { expect, test } from 'vitest'
import { fillAccount, fillSmallAccount } from './full-account.ts'
import { expectCheapReads, expectLimited, expectResponsive } from './read-cost.ts'
import { newSite } from './route-cost.ts'

test('every read of an account at its limits is cheap or limited, and eight of the dearest do not block the site', async () => {
  const { site, data } = await newSite()
  const expensive = await expectCheapReads(site, await fillAccount(site, data))
  expect(expensive.length).toBeGreaterThan(0)
  for (const path of expensive.slice(0, 3)) await expectResponsive(site, Array(8).fill({ method: 'GET', path }))
  for (const path of expensive) await expectLimited(site, path)
})

test('eight exports of the longest text that is exported in one request do not block the site', async () => {
  const { site, data } = await newSite()
  const headers = await fillSmallAccount(site, data, 0.95)
  const archive = { method: 'GET', path: '/api/settings/export.zip', headers }
  expect(await expectResponsive(site, Array(8).fill(archive))).toEqual(Array(8).fill(200))
})
