import type { Page } from 'playwright-core'

/** Holds the responses until the test releases them, and then waits until the page has processed them. */
export async function holdUntilReleased(page: Page, address: string) {
  const asked = page.waitForRequest(address)
  const answered = page.waitForResponse(address)
  const release = await holdResponses(page, address)
  return {
    asked: () => asked,
    async answer() {
      release()
      await (await answered).finished()
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
