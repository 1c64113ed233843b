import type { BrowserContext } from 'playwright-core'
import type { Look } from './browser.ts'
import { site } from './site.ts'

/** Browsers that a test has left, by look. What they fetched is still there, as in people's own: that halves a first page. */
const left = new Map<string, BrowserContext[]>()

export function usedBrowser(look: Look): BrowserContext | undefined {
  return left.get(JSON.stringify(look))?.pop()
}

/** What a browser cannot forget belongs into one that nobody uses afterwards. */
export function refuseWhatStays(context: BrowserContext): void {
  const refuse = () => Promise.reject(new Error('this would stay for other tests: take newBrowserOf'))
  context.clock.install = refuse
  context.addInitScript = refuse
}

/** Leaves a browser to the next test with nothing of this one: no page, nobody signed in, nothing stored. */
export async function leave(context: BrowserContext, look: Look): Promise<void> {
  const [page, ...others] = context.pages()
  if (!page) return context.close()
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  for (const other of others) await other.close()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  // A page that is left may still store something.
  await page.goto('about:blank')
  const debug = await context.newCDPSession(page)
  await debug.send('Storage.clearDataForOrigin', { origin: site, storageTypes: 'all' })
  await context.clearCookies()
  await page.close()
  const key = JSON.stringify(look)
  left.set(key, [...(left.get(key) ?? []), context])
}
