import type { BrowserContext, CDPSession, Page, Worker } from 'playwright-core'
import { expect, test } from 'vitest'
import { device } from '#test/push.ts'
import { call, newBrowserOf, type Person, site, theOwner } from './support/browser.ts'
import { ask, person, post } from './support/community.ts'
import { advanceTimers } from './support/time.ts'

/** A page of a browser with the service worker. */
async function installed(
  who: Person | null,
  path = '/',
): Promise<{ page: Page; worker: Worker; context: BrowserContext }> {
  const context = await newBrowserOf(who)
  const page = await context.newPage()
  await page.goto(site + path)
  const worker = await workerOf(page)
  // The first page of a browser loads without the service worker.
  await page.goto(site + path)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  return { page, worker, context }
}

/** The registration waits for a long timer. */
async function workerOf(page: Page): Promise<Worker> {
  const starting = page.context().waitForEvent('serviceworker')
  await advanceTimers(page)
  const worker = page.context().serviceWorkers()[0] ?? (await starting)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  return worker
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

test('after the owner has switched the setting off, browsers remove the service worker and its caches', async () => {
  const owner = await theOwner()
  const { page } = await installed(await person(), '/posts')
  const set = (value: boolean) => ask(owner, 'PUT', '/api/admin/site-settings', { key: 'app.enabled', value })
  await set(false)
  try {
    await page.goto(`${site}/posts`)
    await page.evaluate(async () => void (await navigator.serviceWorker.getRegistration())?.update().catch(() => {}))
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
      .toBe(0)
    await expect.poll(() => cachesNamed(page, '')).toEqual([])
    await page.goto(`${site}/posts`)
    await advanceTimers(page)
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
  } finally {
    await set(true)
  }
})

test('another build replaces the files of the build before once its pages are closed, and so does a rollback; pages come from the network', async () => {
  const { page, context } = await installed(null, '/posts')
  const filesOf = () => cachesNamed(page, 'joule-files-')
  const [first] = await filesOf()
  const text = await (await fetch(`${site}/sw.js`)).text()
  const deploy = async (build: string) => {
    await context.unrouteAll()
    await context.route('**/sw.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: text.replace(/"build":"[^"]+"/, `"build":"${build}"`) }),
    )
    await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()))
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration()
      while (registration?.installing) await new Promise((done) => setTimeout(done, 20))
    })
  }
  await deploy('other')
  const second = await context.newPage()
  await second.goto(`${site}/posts`)
  expect(await filesOf(), 'both tabs still use the first build').toContain(first)
  expect((await fetch(`${site}/posts`)).status).toBe(200)
  const away = async () => {
    await second.goto('about:blank')
    await page.goto('about:blank')
    await page.goto(`${site}/posts`)
  }
  await away()
  await expect.poll(filesOf).toEqual(['joule-files-other'])
  await deploy(String(first).replace('joule-files-', ''))
  await away()
  await expect.poll(filesOf).toEqual([first])
})

test('a push message is shown with the text of the site and a badge, and its press opens the place and marks it as read', async () => {
  const [author, reader] = [await person(), await person()]
  const { page, worker, context } = await installed(author, '/settings?tab=notifications')
  await context.grantPermissions(['notifications'], { origin: site })
  await call(author, 'PUT', '/api/push/subscription', await device())
  await ask(reader, 'POST', `/api/users/${author.uid}/follow`)
  const { items } = (await call(author, 'GET', '/api/messages')) as {
    items: { id: number; text: string; read: boolean }[]
  }
  const [notice] = items
  await deliver(await context.newCDPSession(page), { v: 1, kind: 'NotifyFollow', n: notice?.id, path: '/messages' })
  const shown = () =>
    worker.evaluate(async () => {
      const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
      return (await registration.getNotifications()).map(({ title, body, data }) => ({ title, body, data }))
    })
  await expect
    .poll(shown)
    .toEqual([{ title: 'Joule', body: notice?.text, data: { n: notice?.id, path: `/space/${reader.uid}` } }])
  // Only a press by hand may open a window, so the test records the address.
  const opened = await worker.evaluate(async () => {
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration
      clients: { openWindow(url: string): Promise<null> }
    }
    const [notification] = await scope.registration.getNotifications()
    const press = new Event('notificationclick') as Event & Record<string, unknown>
    const opens = new Promise((done) => {
      scope.clients.openWindow = async (url) => {
        done(url)
        return null
      }
    })
    let work: Promise<unknown> = Promise.resolve()
    Object.assign(press, { notification, waitUntil: (promise: Promise<unknown>) => (work = promise) })
    dispatchEvent(press)
    await work
    return opens
  })
  expect(opened).toBe(`/space/${reader.uid}`)
  await expect
    .poll(
      async () =>
        ((await call(author, 'GET', '/api/messages')) as typeof items & { items: typeof items }).items[0]?.read,
    )
    .toBe(true)
  expect(await shown()).toEqual([])

  await deliver(await context.newCDPSession(page), { v: 1, kind: 'review', n: 0, path: '/admin/posts' })
  await expect.poll(shown).toMatchObject([{ body: 'A post waits for review.', data: { path: '/admin/posts' } }])
})

async function deliver(debug: CDPSession, message: object): Promise<void> {
  const registration = new Promise<string>((done) => {
    debug.on(
      'ServiceWorker.workerRegistrationUpdated',
      ({ registrations: [found] }) => found && done(found.registrationId),
    )
  })
  await debug.send('ServiceWorker.enable')
  await debug.send('ServiceWorker.deliverPushMessage', {
    origin: site,
    registrationId: await registration,
    data: JSON.stringify(message),
  })
}
