import type { Page, Request } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import build from '../../src/generated/build.json'
import { newBrowserOf, open, pageOf, signIn, site } from './support/browser.ts'
import { ask, person, post } from './support/community.ts'
import { advanceTimers } from './support/time.ts'

const BODY = `<h2>First</h2><p>Words, <a href="/help">a link</a> and <code>code</code>.</p><h2>Second</h2><h3>Third</h3>
  <ul><li>one</li><li>two</li></ul><blockquote><p>Said.</p></blockquote><table><tr><th>a</th><td>b</td></tr></table><hr>`

let id: number

beforeAll(async () => {
  id = await createDiscussion()
})

test('a list and a post need the page, one stylesheet and one script', async () => {
  const page = await pageOf(null)
  for (const path of ['/', '/posts', `/posts/${id}`])
    await expect(askedFor(page, path), path).resolves.toEqual([path, 'reader.css', 'reader.js'])
})

test('a signed-in user needs one script more, also at a level that may attach images, and one for live updates', async () => {
  const page = await pageOf(await person(1600))
  for (const path of ['/posts', `/posts/${id}`])
    await expect(askedFor(page, path), path).resolves.toEqual([path, 'member.js', 'reader.js', 'site.css'])
  const asked: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && asked.push(request.url()))
  const listening = page.waitForEvent('websocket')
  await advanceTimers(page)
  await listening
  expect(asked).toHaveLength(1)
})

test("lists and posts look the same with the whole stylesheet as with the reader's", async () => {
  const page = await (await newBrowserOf(null)).newPage()
  for (const path of ['/', '/posts?tag=visits', '/posts?tag=none-has-it', `/posts/${id}`, `/posts/${id}/comments`]) {
    await page.goto(site + path)
    await expect
      .poll(() => page.locator(`link[href="${build.assets['reader.css']}"]`).count(), { message: path })
      .toBe(1)
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      // A script that starts meanwhile can cause a difference once.
      await expect.poll(() => differences(page), { message: `${path} at ${width}` }).toEqual([])
    }
  }
})

test('the home page links to posts and to the list of all posts, and a post links to the next one', async () => {
  const page = await open(null, '/')
  const all = page.getByRole('link', { name: 'Browse all posts' })
  await expect.poll(() => all.getAttribute('href')).toBe('/posts')
  await page.locator('.front h3 a').last().click()
  const next = page.getByRole('navigation', { name: 'Read next' }).getByRole('link').first()
  const path = await next.getAttribute('href')
  await next.click()
  await page.waitForURL(site + path)
})

test('at 1280 px the home page shows at least four titles above the fold, at 360 px the first one below a one-line bar', async () => {
  const author = await person()
  for (let n = 0; n < 5; n++) await post(author)
  await ask(await person(), 'POST', `/api/posts/${await post(author)}/like`)
  const page = await (await newBrowserOf(null)).newPage()
  await page.goto(site)
  const above = async (width: number, height: number) => {
    await page.setViewportSize({ width, height })
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
  const page = await open(null, '/')
  await page.getByRole('button', { name: 'Close' }).click()
  await page.locator('.welcome').waitFor({ state: 'hidden' })
  await page.reload()
  await expect.poll(() => page.locator('.welcome').isVisible()).toBe(false)
  await signIn(page.context(), await person())
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await expect.poll(() => page.locator('.welcome').count()).toBe(0)
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
async function askedFor(page: Page, path: string): Promise<string[]> {
  const names = new Map(Object.entries(build.assets).map(([name, address]) => [address, name]))
  const asked: string[] = []
  const note = (request: Request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'GET' && request.resourceType() !== 'image') asked.push(names.get(pathname) ?? pathname)
  }
  // Playwright also reports requests that the HTTP cache answers.
  page.on('request', note)
  await page.goto(site + path, { waitUntil: 'load' })
  page.off('request', note)
  return asked.sort()
}

/** The differences between the two stylesheets, for all elements and all properties that one of them sets. */
function differences(page: Page): Promise<string[]> {
  return page.evaluate(
    async (sheets) => {
      const link = document.querySelector<HTMLLinkElement>('link[rel=stylesheet]')
      if (!link) throw new Error('no stylesheet')
      const namesIn = (rule: CSSRule): string[] => [
        ...(rule instanceof CSSStyleRule ? rule.style : []),
        ...(rule instanceof CSSGroupingRule || rule instanceof CSSStyleRule ? [...rule.cssRules].flatMap(namesIn) : []),
      ]
      const namesOf = async (href: string) => {
        const sheet = await new CSSStyleSheet().replace(await (await fetch(href)).text())
        return [...sheet.cssRules].flatMap(namesIn)
      }
      const all = (await Promise.all(sheets.map(namesOf))).flat()
      const names = [...new Set(all)].filter((name) => !name.startsWith('--'))
      // Chromium 150 returns an empty `cssText` for computed styles.
      const looks = () =>
        [...document.body.querySelectorAll('*')].map((element) => {
          const style = getComputedStyle(element)
          const values = names.map((name) => `${name}: ${style.getPropertyValue(name)}`)
          return { element: `${element.tagName}.${element.className}`, values }
        })
      const before = looks()
      await new Promise((resolve) => {
        link.addEventListener('load', resolve)
        link.href = sheets.find((href) => href !== link.getAttribute('href')) ?? ''
      })
      if (names.length < 50) throw new Error(`only ${names.length} properties`)
      return looks().flatMap(({ element, values }, n) =>
        values.filter((value, nth) => value !== before[n]?.values[nth]).map((value) => `${element} ${value}`),
      )
    },
    [build.assets['reader.css'], build.assets['site.css']],
  )
}
