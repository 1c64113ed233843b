import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { browserWithBackCache, goBack, site } from './support/browser.ts'
import { member } from './support/member.ts'

declare global {
  interface Window {
    wasKept?: boolean
  }
}

const shown = (page: Page) => page.evaluate(() => [location.pathname, document.querySelector('.me-email') !== null])

test('after a logout the Back button shows nothing private, even with the back/forward cache', async () => {
  const { context, keeps } = await browserWithBackCache(await member())
  await context.addInitScript(() =>
    addEventListener('pageshow', ({ persisted }) => {
      window.wasKept = persisted
    }),
  )
  const page = await context.newPage()
  for (const path of ['/', '/posts', '/settings']) await page.goto(site + path)
  expect(await shown(page)).toEqual(['/settings', true])

  await page.click('details[data-menu] > summary')
  await page.click('form[data-api="POST /api/auth/logout"] button')
  await page.waitForURL(`${site}/`)
  await expect.poll(() => shown(page)).toEqual(['/', false])
  await goBack(page)
  await expect.poll(() => shown(page)).toEqual(['/login', false])
  for (const path of ['/posts', '/']) {
    await goBack(page)
    await expect.poll(() => page.evaluate(() => location.pathname)).toBe(path)
    await expect.poll(() => shown(page)).toEqual([path, false])
  }

  // Proves that this browser has a back/forward cache: a page that had loaded comes from it.
  await expect.poll(() => page.evaluate(() => document.readyState)).toBe('complete')
  await page.goto(`${site}/help`)
  await goBack(page)
  await expect.poll(() => page.evaluate(() => [location.pathname, window.wasKept])).toEqual(['/', keeps])
})
