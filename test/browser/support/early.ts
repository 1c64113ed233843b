import type { Page } from 'playwright-core'
import { site } from './browser.ts'

/** Opens a page and waits for the first paint: the whole page is visible, and none of its scripts has run. */
export async function openUnready(page: Page, path: string): Promise<void> {
  await page.goto(site + path, { waitUntil: 'commit' })
  await page.locator('[data-toasts]').waitFor({ state: 'attached' })
}

/**
 * Blocks all scripts until `release`, so that actions are early however slow the machine is. `onlyLazy` blocks only the
 * code that the page's own scripts load at run time.
 */
export async function blockScripts(page: Page, onlyLazy = false): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let isReady = false
  page.on('domcontentloaded', () => {
    isReady = true
  })
  await page.route('**/build/*.js', async (route) => {
    if (isReady || !onlyLazy) await released
    await route.continue().catch(() => {})
  })
  return release
}
