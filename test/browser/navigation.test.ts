import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { browserWithBackCache, goBack, newBrowserOf, pageOf, site } from './support/browser.ts'
import { person, post } from './support/community.ts'
import { member, submitLogin } from './support/member.ts'

declare global {
  interface Window {
    wasKept?: boolean
  }
}

const shown = (page: Page) =>
  page.evaluate(() => [location.pathname, document.querySelector('.me-name') !== null])

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
  await expect
    .poll(() => page.evaluate(() => [location.pathname, window.wasKept]))
    .toEqual(['/', keeps])
})

test('a post is prefetched when the pointer rests on its link and shown from the prefetch, but not for a signed-in user or with Save-Data', async () => {
  const who = await person()
  const id = await post(who)
  const page = await (await newBrowserOf(null)).newPage()
  const { fetched } = await list(page)
  await page.hover(`.post-list a[href="/posts/${id}"]`)
  await expect.poll(fetched).toEqual([`/posts/${id}`])
  await page.click(`.post-list a[href="/posts/${id}"]`)
  await page.waitForURL(`${site}/posts/${id}`)
  await expect.poll(() => page.evaluate(deliveryType)).toBe('navigational-prefetch')

  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  )
  // Another post, which the browser has not seen.
  const other = await post(who)
  for (const one of [page, await pageOf(who)]) {
    const { asked } = await list(one)
    await one.hover(`.post-list a[href="/posts/${other}"]`)
    await expect.poll(() => one.locator('script[type=speculationrules]').count()).toBe(0)
    await one.click(`.post-list a[href="/posts/${other}"]`)
    await one.waitForURL(`${site}/posts/${other}`)
    expect(asked()).toEqual([])
  }
})

test('a page that was prefetched for a visitor is not shown after a login', async () => {
  const page = await pageOf(null)
  const { fetched } = await list(page)
  await page.goto(`${site}/login`)
  await page.hover('.top-bar a[href="/"]')
  await expect.poll(fetched).toContain('/')
  await submitLogin(page, await member())
  await page.waitForURL(`${site}/`)
  await page.locator('.top-bar [data-menu] > summary').waitFor()
})

const deliveryType = () =>
  Reflect.get(performance.getEntriesByType('navigation')[0] ?? {}, 'deliveryType')

/** Opens the list of posts. Returns its prefetch requests, and the completed ones. */
async function list(page: Page) {
  const asked = new Map<string, string>()
  const fetched: string[] = []
  const debug = await page.context().newCDPSession(page)
  await debug.send('Network.enable')
  debug.on('Network.requestWillBeSent', ({ request, requestId, type }) => {
    const { pathname } = new URL(request.url)
    if (type === 'Prefetch' || 'Sec-Purpose' in request.headers) asked.set(requestId, pathname)
  })
  // A click during a prefetch waits for a second at most, then requests the page again.
  debug.on('Network.loadingFinished', ({ requestId }) => {
    const path = asked.get(requestId)
    if (path) fetched.push(path)
  })
  await page.goto(`${site}/posts`, { waitUntil: 'load' })
  return { asked: () => [...asked.values()], fetched: () => fetched }
}
