import { expect, inject, test } from 'vitest'
import { newBrowserOf, type Person, pageOf, site } from './support/browser.ts'
import { person, post } from './support/community.ts'

test('a page is prefetched when the pointer rests on its link, and shown from the prefetch, but not after a login', async () => {
  const id = await post(await person())
  const { page, fetched } = await list(null)
  await page.hover(`.post-list a[href="/posts/${id}"]`)
  await expect.poll(fetched).toEqual([`/posts/${id}`])
  await page.click(`.post-list a[href="/posts/${id}"]`)
  await page.waitForURL(`${site}/posts/${id}`)
  await expect.poll(() => page.evaluate(deliveryType)).toBe('navigational-prefetch')

  await page.goto(`${site}/login`)
  await page.hover('.top-bar a[href="/"]')
  await expect.poll(fetched).toContain('/')
  const { email, password } = inject('owner')
  await page.fill('[name="email"]', email)
  await page.fill('[name="password"]', password)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${site}/`)
  await page.locator('.top-bar [data-menu] > summary').waitFor()
})

test('nothing is prefetched for a signed-in user or with Save-Data', async () => {
  const who = await person()
  const id = await post(who)
  for (const one of [await list(who), await list(null, true)]) {
    await one.page.hover(`.post-list a[href="/posts/${id}"]`)
    await expect.poll(() => one.page.locator('script[type=speculationrules]').count()).toBe(0)
    await one.page.click(`.post-list a[href="/posts/${id}"]`)
    await one.page.waitForURL(`${site}/posts/${id}`)
    expect(one.asked()).toEqual([])
  }
})

const deliveryType = () => Reflect.get(performance.getEntriesByType('navigation')[0] ?? {}, 'deliveryType')

/** The list of posts, its prefetch requests, and the completed ones. */
async function list(who: Person | null, savesData = false) {
  const page = who ? await pageOf(who) : await (await newBrowserOf(null)).newPage()
  if (savesData)
    await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
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
  return { page, asked: () => [...asked.values()], fetched: () => fetched }
}
