import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import build from '../../src/generated/build.json'
import { newBrowserOf, open, type Person, site } from './support/browser.ts'
import { ask, person, post } from './support/community.ts'
import { advanceTimers } from './support/time.ts'

const BODY = `<h2>First</h2><p>Words, <a href="/help">a link</a> and <code>code</code>.</p><h2>Second</h2><h3>Third</h3>
  <ul><li>one</li><li>two</li></ul><blockquote><p>Said.</p></blockquote><table><tr><th>a</th><td>b</td></tr></table><hr>`

test('a first visit of a list or a post requests the page, one stylesheet and one script', async () => {
  const id = await createDiscussion()
  for (const path of ['/', '/posts', `/posts/${id}`]) {
    await expect(askedFor(null, path), path).resolves.toEqual([path, 'reader.css', 'reader.js'])
  }
})

test('a signed-in user requests one script more, also at a level that may attach images', async () => {
  const who = await person(1600)
  for (const path of ['/posts', `/posts/${await createDiscussion()}`]) {
    await expect(askedFor(who, path), path).resolves.toEqual([path, 'member.js', 'reader.js', 'site.css'])
  }
})

test('live updates need one script', async () => {
  const page = await (await newBrowserOf(await person())).newPage()
  await page.goto(`${site}/posts/${await createDiscussion()}`, { waitUntil: 'load' })
  const asked: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && asked.push(request.url()))
  const listening = page.waitForEvent('websocket')
  await advanceTimers(page)
  await listening
  expect(asked).toHaveLength(1)
})

test("lists and posts look the same with the whole stylesheet as with the reader's", async () => {
  const id = await createDiscussion()
  for (const width of [360, 1280]) {
    const page = await (await newBrowserOf(null, { viewport: { width, height: 900 } })).newPage()
    for (const path of ['/', '/posts?tag=visits', '/posts?tag=none-has-it', `/posts/${id}`, `/posts/${id}/comments`]) {
      await page.goto(site + path)
      await expect
        .poll(() => page.locator(`link[href="${build.assets['reader.css']}"]`).count(), { message: path })
        .toBe(1)
      // A script that starts meanwhile can cause a difference once.
      await expect.poll(() => differences(page), { message: `${path} at ${width}` }).toEqual([])
    }
  }
})

test('the home page links to posts and to the list of all posts, and a post links to the next one', async () => {
  await createDiscussion()
  const page = await (await newBrowserOf(null)).newPage()
  await page.goto(site)
  await page.locator('.front h3 a').last().click()
  const next = page.getByRole('navigation', { name: 'Read next' }).getByRole('link').first()
  const path = await next.getAttribute('href')
  await next.click()
  await page.waitForURL(site + path)
  await page.goto(site)
  await page.getByRole('link', { name: 'Browse all posts' }).click()
  await page.waitForURL(`${site}/posts`)
})

test('at 1280 px the home page shows at least four titles above the fold, at 360 px the first one below a one-line bar', async () => {
  const author = await person()
  for (let n = 0; n < 5; n++) await post(author)
  await ask(await person(), 'POST', `/api/posts/${await post(author)}/like`)
  const above = async (width: number, height: number) => {
    const page = await (await newBrowserOf(null, { viewport: { width, height } })).newPage()
    await page.goto(site)
    const bar = (await page.locator('.list-bar').boundingBox())?.height ?? 999
    const titles = await page.locator('main .post-list :is(h2, h3)').all()
    const boxes = await Promise.all(titles.map((title) => title.boundingBox()))
    return { bar, titles: boxes.filter((box) => box && box.y + box.height <= height).length }
  }
  expect((await above(1280, 800)).titles).toBeGreaterThanOrEqual(4)
  const phone = await above(360, 740)
  expect(phone.titles).toBeGreaterThanOrEqual(1)
  expect(phone.bar).toBeLessThan(60)
})

test('a visitor who closes the introduction of the home page does not see it again, and members never do', async () => {
  const page = await (await newBrowserOf(null)).newPage()
  await page.goto(site)
  await page.getByRole('button', { name: 'Close' }).click()
  await page.locator('.welcome').waitFor({ state: 'hidden' })
  await page.reload()
  await expect.poll(() => page.locator('.welcome').isVisible()).toBe(false)
  const member = await open(await person(), '/')
  await expect.poll(() => member.locator('.welcome').count()).toBe(0)
})

/** A post with a comment and a reply. */
async function createDiscussion(): Promise<number> {
  const [author, reader] = [await person(), await person()]
  const { id } = await ask(author, 'POST', '/api/studio/posts', { title: 'First visit', body: BODY, tags: ['visits'] })
  const root = await ask(reader, 'POST', `/api/posts/${id}/comments`, { body: 'A root' })
  await ask(author, 'POST', `/api/comments/${root.id}/reply`, { body: 'A reply' })
  await post(reader)
  return id
}

/** The resources of the page except images and data, with built files by their logical names. */
async function askedFor(who: Person | null, path: string): Promise<string[]> {
  const page = await (await newBrowserOf(who)).newPage()
  const names = new Map(Object.entries(build.assets).map(([name, address]) => [address, name]))
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'GET' && request.resourceType() !== 'image') asked.push(names.get(pathname) ?? pathname)
  })
  await page.goto(site + path, { waitUntil: 'load' })
  return asked.sort()
}

/** The differences between the two stylesheets, for all elements and all computed properties. */
function differences(page: Page): Promise<string[]> {
  return page.evaluate(
    async (sheets) => {
      const link = document.querySelector<HTMLLinkElement>('link[rel=stylesheet]')
      if (!link) throw new Error('no stylesheet')
      const looks = () =>
        [...document.body.querySelectorAll('*')].map(
          (element) => `${element.tagName}.${element.className} ${getComputedStyle(element).cssText}`,
        )
      const before = looks()
      await new Promise((resolve) => {
        link.addEventListener('load', resolve)
        link.href = sheets.find((href) => href !== link.getAttribute('href')) ?? ''
      })
      return looks().filter((line, n) => line !== before[n])
    },
    [build.assets['reader.css'], build.assets['site.css']],
  )
}
