import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { call, newBrowserOf, type Person, site, theOwner } from './support/browser.ts'
import { ask, person, post } from './support/community.ts'
import { advanceTimers } from './support/time.ts'

/** A page of a browser with the service worker. */
async function installed(who: Person, path: string): Promise<{ page: Page; context: BrowserContext }> {
  const context = await newBrowserOf(who)
  const page = await context.newPage()
  await page.goto(site + path)
  // The registration waits for a long timer.
  await advanceTimers(page)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  // The first page of a browser loads without the service worker.
  await page.goto(site + path)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  return { page, context }
}

/** Names of caches with this beginning, as the browser stores them. */
async function cachesNamed(page: Page, beginning: string): Promise<string[]> {
  const debug = await page.context().newCDPSession(page)
  const { caches } = await debug.send('CacheStorage.requestCacheNames', { securityOrigin: site })
  await debug.detach()
  return caches.map(({ cacheName }) => cacheName).filter((name) => name.startsWith(beginning))
}

/** The paths in all caches whose names begin so. Do not call it while a cache is deleted: the browser would not respond. */
async function pathsIn(page: Page, beginning: string): Promise<string[]> {
  const debug = await page.context().newCDPSession(page)
  const { caches } = await debug.send('CacheStorage.requestCacheNames', { securityOrigin: site })
  const found: string[] = []
  for (const { cacheId, cacheName } of caches) {
    if (!cacheName.startsWith(beginning)) continue
    const { cacheDataEntries } = await debug.send('CacheStorage.requestEntries', { cacheId })
    found.push(...cacheDataEntries.map(({ requestURL }) => new URL(requestURL).pathname))
  }
  await debug.detach()
  return found
}

const savedIn = (page: Page) => cachesNamed(page, 'joule-saved-')

test('a member saves a post with its images and reads it offline; other pages say that the browser is offline; a logout removes everything private', async () => {
  const [author, reader] = [await person(), await person()]
  const id = await post(author, { title: 'Saved <b>', body: '<p>Words to read in a train.</p>' })
  const other = await post(author, { title: 'Not saved' })
  const { page, context } = await installed(reader, `/posts/${id}`)
  await page.getByRole('button', { name: 'Read offline' }).click()
  await page.getByText('Saved for offline reading (1 of 50)').waitFor()
  expect(await pathsIn(page, `joule-saved-/posts/${id}`)).toEqual(
    expect.arrayContaining([`/posts/${id}`, expect.stringMatching(/^\/build\/reader-/)]),
  )
  const stored = await page.evaluate(
    async (path) => (await (await window.caches.match(path))?.text()) ?? '',
    `/posts/${id}`,
  )
  expect(stored).toContain('Words to read in a train')
  expect(stored, 'the copy is the page of a visitor').not.toContain('Account menu')

  await context.setOffline(true)
  await page.goto(`${site}/posts/${other}`)
  await expect.poll(() => page.textContent('h1')).toBe('You are offline')
  await page.getByRole('link', { name: 'Saved <b>' }).click()
  await page.getByText('You are reading the copy that you saved').waitFor()
  await expect.poll(() => page.locator('.prose').first().textContent()).toContain('Words to read in a train')
  expect(await page.evaluate(() => getComputedStyle(document.querySelector('.top-bar') as Element).position)).toBe(
    'sticky',
  )
  await context.setOffline(false)
  expect(await savedIn(page), 'the saved page does not look like a logout').toHaveLength(1)

  await page.goto(`${site}/posts/${id}`)
  await expect.poll(() => page.getByRole('button', { name: 'Read offline' }).getAttribute('aria-pressed')).toBe('true')
  await page.locator('.top-bar details.menu > summary').click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('link', { name: 'Log in' }).first().waitFor()
  await expect.poll(() => savedIn(page)).toEqual([])
  for (const path of await pathsIn(page, '')) expect(path).toMatch(/^\/build\//)
})

test.each(['a ban', 'the login of another user', 'the removal of the post'])('saved posts go after %s', async (why) => {
  const [author, reader] = [await person(), await person()]
  const id = await post(author)
  const { page, context } = await installed(reader, `/posts/${id}`)
  await page.getByRole('button', { name: 'Read offline' }).click()
  await expect.poll(() => savedIn(page)).toHaveLength(1)
  if (why === 'a ban')
    await ask(await theOwner(), 'PUT', `/api/admin/users/${reader.uid}/status`, { status: 'banned', reason: 'spam' })
  if (why === 'the login of another user')
    await context.addCookies((await person()).cookies.map((cookie) => ({ ...cookie, url: site })))
  if (why === 'the removal of the post') await call(author, 'DELETE', `/api/studio/posts/${id}`)
  await page.goto(`${site}/posts/${id}`)
  await expect.poll(() => savedIn(page)).toEqual([])
})
