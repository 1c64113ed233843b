import type { Page, Route } from 'playwright-core'
import { site } from './browser.ts'

/**
 * Holds the responses until the test releases them, and then waits until the page has processed
 * them.
 */
export async function holdUntilReleased(page: Page, address: string) {
  const asked = page.waitForRequest(address)
  const responded = page.waitForResponse(address)
  const release = await holdResponses(page, address)
  return {
    asked: () => asked,
    async respond() {
      release()
      await (await responded).finished()
      // One more round trip, which ends after the page has processed the response.
      await page.evaluate(async () => (await fetch('/healthz')).text())
      await page.unroute(address)
    },
  }
}

/** Holds all responses until they are released. */
export async function holdResponses(page: Page, address: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** The server handles the next request to this address, and the page does not get the response. */
export async function loseResponse(page: Page, url: string): Promise<void> {
  const handle = async (route: Route) => {
    await route.fetch()
    await route.abort()
  }
  await page.route(url, handle, { times: 1 })
}

/**
 * Opens a page and waits for the first paint: the whole page is visible, and none of its scripts
 * has run.
 */
export async function openUnready(page: Page, path: string): Promise<void> {
  await page.goto(site + path, { waitUntil: 'commit' })
  await page.locator('[data-toasts]').waitFor({ state: 'attached' })
}

/**
 * Blocks all scripts until `release`, so that actions are early however slow the machine is.
 * `onlyLazy` blocks only the code that the page's own scripts load at run time.
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
