import type { BrowserContext, Page, ViewportSize } from 'playwright-core'
import { type Look, site } from './browser.ts'

/** Browsers of finished tests, by look. Their HTTP cache halves the cost of a first page. */
const left = new Map<string, BrowserContext[]>()
/** The open page of each browser. A new page would start a renderer, which costs twice as much as the page. */
const empty = new WeakSet<Page>()

export function usedBrowser(look: Look): BrowserContext | undefined {
  return left.get(JSON.stringify(look))?.pop()
}

/** The viewport for pages of `tabIn`. A browser of another look would be a new one, which costs three page loads. */
const viewports = new WeakMap<BrowserContext, ViewportSize>()

export function setViewport(context: BrowserContext, viewport: ViewportSize): void {
  viewports.set(context, viewport)
}

/** The page that the last test left in this browser, or a new page. */
export async function tabIn(context: BrowserContext): Promise<Page> {
  const page = context.pages().find((page) => empty.delete(page)) ?? (await context.newPage())
  const [size, wanted] = [page.viewportSize(), viewports.get(context)]
  if (wanted && (size?.width !== wanted.width || size.height !== wanted.height)) await page.setViewportSize(wanted)
  return page
}

const refuse = () => Promise.reject(new Error('this would stay for other tests: use newBrowserOf'))

/** Refuses changes that `leave` cannot undo. */
export function refusePersistentChanges(context: BrowserContext): BrowserContext {
  context.clock.install = refuse
  context.addInitScript = refuse
  context.on('page', (page) => {
    page.addInitScript = refuse
  })
  return context
}

/** Prepares a browser for the next test: one empty page, no cookies, no stored data. */
export async function leave(context: BrowserContext, look: Look): Promise<void> {
  const [page, ...others] = context.pages()
  if (!page) return context.close()
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  for (const other of others) await other.close()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  // A page may store data when it unloads, so clear the storage afterwards. Same origin, so that the renderer is
  // reused.
  await page.goto(`${site}/robots.txt`, { waitUntil: 'commit' })
  await page.mouse.move(0, 0)
  await page.evaluate(() => sessionStorage.clear())
  const debug = await context.newCDPSession(page)
  await debug.send('Storage.clearDataForOrigin', { origin: site, storageTypes: 'all' })
  await debug.detach()
  await context.clearCookies()
  empty.add(page)
  const key = JSON.stringify(look)
  left.set(key, [...(left.get(key) ?? []), context])
}
