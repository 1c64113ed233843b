import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { device } from '#test/push.ts'
import { call, newBrowserOf, type Person, site, theOwner } from './support/browser.ts'
import { ask, person, post, say, uploadImage } from './support/community.ts'
import { listening } from './support/server.ts'
import { advanceTimers } from './support/time.ts'
import { newcomer, stored, WritePage } from './support/writing.ts'

/** A page of a browser with the service worker. */
async function installed(who: Person | null, path: string, origin = site) {
  const context = await newBrowserOf(who)
  const page = await context.newPage()
  await page.goto(origin + path)
  // The registration waits for a long timer.
  await advanceTimers(page)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  // The first page of a browser loads without the service worker.
  await page.goto(origin + path)
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null))
    .toBe(true)
  return { page, context }
}

/** Names of caches with this beginning. */
function cachesNamed(page: Page, beginning: string): Promise<string[]> {
  return page.evaluate(
    async (start) => (await window.caches.keys()).filter((name) => name.startsWith(start)),
    beginning,
  )
}

/**
 * The paths in all caches whose names begin with this text. Do not call it while a cache is
 * deleted, because the browser would not respond.
 */
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
  const image = await uploadImage(author)
  const id = await post(author, {
    title: 'Saved <b>',
    body: `<p>Words to read in a train.</p><img src="${image}">`,
  })
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
  await expect
    .poll(() => page.locator('.prose').first().textContent())
    .toContain('Words to read in a train')
  expect(
    await page.evaluate(
      () => getComputedStyle(document.querySelector('.top-bar') as Element).position,
    ),
  ).toBe('sticky')
  await page.locator('.prose img').evaluate((image: HTMLImageElement) => {
    image.loading = 'eager'
    return image.decode()
  })
  await context.setOffline(false)
  expect(await savedIn(page), 'the saved page does not look like a logout').toHaveLength(1)

  await page.goto(`${site}/posts/${id}`)
  await expect
    .poll(() => page.getByRole('button', { name: 'Read offline' }).getAttribute('aria-pressed'))
    .toBe('true')
  const history = () => page.evaluate(() => localStorage.getItem('reading'))
  expect(await history()).toContain('Saved <b>')
  await page.locator('.top-bar details.menu > summary').click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('link', { name: 'Log in' }).first().waitFor()
  await expect.poll(() => savedIn(page)).toEqual([])
  expect(await history()).toBeNull()
  for (const path of await pathsIn(page, '')) expect(path).toMatch(/^\/build\//)
})

test.each(['a ban', 'the login of another user', 'the removal of the post'])(
  'posts that were saved for reading offline are removed after %s',
  async (why) => {
    const [author, reader] = [await person(), await person()]
    const id = await post(author)
    const { page, context } = await installed(reader, `/posts/${id}`)
    await page.getByRole('button', { name: 'Read offline' }).click()
    await expect.poll(() => savedIn(page)).toHaveLength(1)
    if (why === 'a ban')
      await ask(await theOwner(), 'PUT', `/api/admin/users/${reader.uid}/status`, {
        status: 'banned',
        reason: 'spam',
      })
    if (why === 'the login of another user')
      await context.addCookies((await person()).cookies.map((cookie) => ({ ...cookie, url: site })))
    if (why === 'the removal of the post') await call(author, 'DELETE', `/api/studio/posts/${id}`)
    await page.goto(`${site}/posts/${id}`)
    await expect.poll(() => savedIn(page)).toEqual([])
  },
)

test('while the owner has switched the app off, browsers remove the service worker with its caches', async () => {
  const { page } = await installed(await person(), '/help')
  await expect.poll(() => cachesNamed(page, 'joule-files-')).toHaveLength(1)
  const set = async (value: boolean) =>
    call(await theOwner(), 'PUT', '/api/admin/site-settings', { key: 'app.enabled', value })
  await set(false)
  onTestFinished(async () => void (await set(true)))
  await page.goto(`${site}/help`)
  await page.evaluate(
    async () => void (await (await navigator.serviceWorker.getRegistration())?.update()),
  )
  await expect
    .poll(() =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length),
    )
    .toBe(0)
  await expect.poll(() => cachesNamed(page, 'joule-')).toEqual([])
})

test('an installed site on iOS has a back button and reloads when it is pulled; elsewhere the menu offers to install it', async () => {
  const context = await newBrowserOf(await person(), { hasTouch: true })
  await context.addInitScript(() => Object.assign(navigator, { standalone: true }))
  const page = await context.newPage()
  await page.goto(`${site}/help`)
  await page.goto(`${site}/tags`)
  const pull = (distance: number) =>
    page.evaluate((clientY) => {
      const touch = (y: number) => [new Touch({ identifier: 1, target: document.body, clientY: y })]
      document.body.dispatchEvent(
        new TouchEvent('touchstart', { touches: touch(0), bubbles: true }),
      )
      document.body.dispatchEvent(
        new TouchEvent('touchmove', { touches: touch(clientY), bubbles: true }),
      )
    }, distance)
  const sign = page.getByText('Release to refresh')
  await page.getByRole('button', { name: 'Back' }).waitFor()
  await pull(60)
  await expect.poll(() => sign.isVisible()).toBe(false)
  await pull(120)
  await expect.poll(() => sign.isVisible()).toBe(true)
  const reloaded = page.waitForEvent('load')
  await page.evaluate(() => dispatchEvent(new TouchEvent('touchend')))
  await reloaded
  await page.getByRole('button', { name: 'Back' }).click()
  await page.waitForURL(`${site}/help`)

  const install = page.getByRole('button', { name: 'Install app' })
  await page.locator('.top-bar details.menu > summary').click()
  await expect.poll(() => install.isVisible()).toBe(false)
  await page.evaluate(() =>
    dispatchEvent(
      Object.assign(new Event('beforeinstallprompt'), {
        prompt: () => document.body.setAttribute('data-asked', ''),
      }),
    ),
  )
  await install.click()
  await expect.poll(() => page.locator('[data-asked]').count()).toBe(1)
})

/** The site behind a proxy that gives the service worker and the pages of each build its name. */
async function deployments() {
  const deployed = { build: 'first' }
  const { url: origin, close } = await listening(async ({ url = '/', headers }, response) => {
    const { connection: _, host: __, ...sent } = headers as Record<string, string>
    const answer = await fetch(site + url, { headers: sent, redirect: 'manual' })
    const type = answer.headers.get('content-type') ?? ''
    const text = /html|javascript/.test(type) ? await answer.text() : null
    const body = text
      ?.replace(/^const SITE=\{"build":"[^"]+"/, `const SITE={"build":"${deployed.build}"`)
      .replace('<body', `<body data-build="${deployed.build}"`)
    const kept = ['content-type', 'content-security-policy', 'cache-control']
    response.writeHead(
      answer.status,
      Object.fromEntries(
        kept.flatMap((name) =>
          answer.headers.has(name) ? [[name, answer.headers.get(name) ?? '']] : [],
        ),
      ),
    )
    response.end(body ?? Buffer.from(await answer.arrayBuffer()))
  })
  onTestFinished(close)
  return { deployed, origin }
}

test('after a deployment and after a rollback, new pages are of the new build, open tabs keep their files, and the service worker changes when they close', async () => {
  const { deployed, origin } = await deployments()
  const { page, context } = await installed(null, '/help', origin)
  const buildIn = (tab: Page) => tab.evaluate(() => document.body.dataset.build)
  let tab = page
  for (const [before, build] of [
    ['first', 'second'],
    ['second', 'first'],
  ] as const) {
    deployed.build = build
    const other = await context.newPage()
    await other.goto(`${origin}/posts`)
    expect([await buildIn(tab), await buildIn(other)]).toEqual([before, build])
    await other.evaluate(
      async () => void (await (await navigator.serviceWorker.getRegistration())?.update()),
    )
    const waits = () =>
      tab.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting !== null)
    await expect.poll(waits).toBe(true)
    expect(await cachesNamed(tab, 'joule-')).toContain(`joule-files-${before}`)
    expect(
      await tab.evaluate(
        () => getComputedStyle(document.querySelector('.top-bar') as Element).position,
      ),
    ).toBe('sticky')
    await tab.close()
    await other.close()
    tab = await context.newPage()
    await tab.goto(`${origin}/help`)
    expect(await buildIn(tab)).toBe(build)
    await expect.poll(() => cachesNamed(tab, 'joule-')).toEqual([`joule-files-${build}`])
  }
})

/** The functions of the service worker that the test replaces, and the calls that they recorded. */
interface Worker {
  calls: unknown[]
  registration: { showNotification(title: string, options?: NotificationOptions): Promise<void> }
  navigator: { setAppBadge(count?: number): Promise<void> }
  clients: { openWindow(url: string): Promise<void> }
}

test('a push message shows the text of its notice; a click opens its place and marks it read', async () => {
  const [author, reader] = [await person(), await person()]
  const id = await post(author)
  await say(reader, id, 'News for you')
  const { items } = (await call(author, 'GET', '/api/messages')) as { items: { id: number }[] }
  const notice = items[0]?.id ?? 0
  const { page, context } = await installed(author, '/help')
  await context.grantPermissions(['notifications'], { origin: site })
  const debug = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    debug.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL === `${site}/`)
      if (ours) resolve(ours.registrationId)
    }),
  )
  await debug.send('ServiceWorker.enable')
  const registrationId = await registered
  // The test calls the worker directly: the headless shell shows no notifications and crashes at a
  // badge, and no protocol can press a notification.
  const [worker] = context.serviceWorkers()
  await worker?.evaluate(() => {
    const scope = globalThis as unknown as Worker
    scope.calls = []
    scope.registration.showNotification = async (title, { body, data } = {}) =>
      void scope.calls.push({ title, body, data })
    scope.navigator.setAppBadge = async (badge) => void scope.calls.push({ badge })
    scope.clients.openWindow = async (url) => void scope.calls.push(url)
  })
  const calls = () => worker?.evaluate(() => (globalThis as unknown as Worker).calls)
  const message = JSON.stringify({ v: 1, kind: 'NotifyComment', n: notice, path: '/messages' })
  await debug.send('ServiceWorker.deliverPushMessage', {
    origin: site,
    registrationId,
    data: message,
  })
  const data = { n: notice, path: `/posts/${id}#comments` }
  await expect
    .poll(calls)
    .toEqual([
      { title: 'Joule', body: expect.stringContaining(reader.name), data },
      { badge: expect.any(Number) },
    ])
  await worker?.evaluate((data) => {
    const notification = { data, close() {} }
    dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil() {} }))
  }, data)
  await expect.poll(async () => (await calls())?.at(-1)).toBe(data.path)
  const isRead = expect.objectContaining({ id: notice, read: true })
  expect(await call(author, 'GET', '/api/messages')).toMatchObject({
    items: expect.arrayContaining([isRead]),
  })
})

test('a press turns push messages on, with their categories, or off; a refused permission is explained', async () => {
  const context = await newBrowserOf(await person())
  // There is no push service, and headless browsers do not ask for the permission.
  await context.addInitScript(
    (subscription) => {
      PushManager.prototype.subscribe = async () => ({ toJSON: () => subscription }) as never
      Object.defineProperty(Notification, 'permission', {
        get: () => sessionStorage.getItem('permission') ?? 'default',
      })
      Notification.requestPermission = async () => {
        sessionStorage.setItem('permission', sessionStorage.getItem('answer') ?? 'default')
        return Notification.permission
      }
    },
    await device(),
  )
  const page = await context.newPage()
  await page.goto(`${site}/settings?tab=notifications`)
  const permission = () => page.evaluate(() => Notification.permission)
  const answer = (value: string) =>
    page.evaluate((text) => sessionStorage.setItem('answer', text), value)
  const [isOn, isBlocked] = [
    page.getByText('are on for this device'),
    page.getByText('Notifications of this site'),
  ]
  const likes = page.locator('#push').getByLabel('Likes')
  await likes.uncheck()
  expect(await permission(), 'asked only after a press').toBe('default')
  await answer('denied')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await isBlocked.waitFor()
  await answer('granted')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await isOn.waitFor()
  expect([await isBlocked.isVisible(), await likes.isChecked()]).toEqual([false, false])
  await page.evaluate(() => sessionStorage.setItem('permission', 'denied'))
  await page.reload()
  await isBlocked.waitFor()
  expect(await isOn.isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('button', { name: 'Turn on' }).waitFor()
})

test('Chromium finds no problem in the manifest, and a shared link opens a draft', async () => {
  const { context, person } = await newcomer()
  const tab = await WritePage.open(context)
  const debug = await context.newCDPSession(tab.page)
  const { errors, data } = await debug.send('Page.getAppManifest')
  await debug.detach()
  expect(errors).toEqual([])
  const { action, params } = JSON.parse(data ?? '').share_target
  const shared = {
    [params.title]: 'A talk',
    [params.text]: 'Worth an hour',
    [params.url]: 'https://a.example/talk',
  }
  await tab.go(`${action}?${new URLSearchParams(shared)}`)
  await tab.page.locator('.ProseMirror').press('Control+s')
  await tab.state('saved')
  expect(await stored(person, tab.id)).toMatchObject({
    title: 'A talk',
    body: expect.stringMatching(
      /^<p>Worth an hour<\/p><p><a href="https:\/\/a.example\/talk".*>A talk<\/a><\/p>$/,
    ),
    status: 'draft',
  })
})
