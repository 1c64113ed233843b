import { readFile } from 'node:fs/promises'
import type { Page, Request } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { inRoot } from '../../scripts/build/paths.ts'
import build from '../../src/generated/build.json'
import { htmlOf, newBrowserOf, pageOf, site } from './support/browser.ts'
import { ask, person, post, uploadImage } from './support/community.ts'
import { advanceTimers } from './support/time.ts'

const BODY = `<h2>First</h2><p>Words, <a href="/help">a link</a> and <code>code</code>.</p><h2>Second</h2><h3>Third</h3>
  <ul><li>one</li><li>two</li></ul><blockquote><p>Said.</p></blockquote><table><tr><th>a</th><td>b</td></tr></table><hr>`

let id: number

beforeAll(async () => {
  id = await createDiscussion()
})

test('a signed-in user needs one more script than a visitor, also at a level that may attach images, and one script each for live updates and for the reading place', async () => {
  const page = await pageOf(await person(1600))
  await expect(askedFor(page, '/posts')).resolves.toEqual([
    '/posts',
    'member.js',
    'reader.js',
    'site.css',
  ])
  const assets = ['blocks.css', 'member.js', 'reader.js', 'site.css']
  await expect(askedFor(page, `/posts/${id}`)).resolves.toEqual([`/posts/${id}`, ...assets])
  const asked: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && asked.push(request.url()))
  const listening = page.waitForEvent('websocket')
  await advanceTimers(page)
  await listening
  await expect.poll(() => asked.length).toBe(2)
})

test('a visitor needs one stylesheet and one script, which look like the whole stylesheet; the home page shows four titles above the fold at 1280 px and one at 360 px, links to posts, which link to the next one, and shows its introduction until the visitor closes it', async () => {
  const author = await person()
  for (let n = 0; n < 3; n++) await post(author)
  await ask(await person(), 'POST', `/api/posts/${await post(author)}/like`)
  const page = await (await newBrowserOf(null)).newPage()
  for (const path of [
    '/posts?tag=visits',
    '/posts?tag=none-has-it',
    `/posts/${id}`,
    `/posts/${id}/comments`,
    '/',
  ]) {
    const [name = ''] = path.split('?')
    // The table of the post has its styles in blocks.css.
    const assets =
      path === `/posts/${id}`
        ? ['blocks.css', 'reader.css', 'reader.js']
        : ['reader.css', 'reader.js']
    await expect(askedFor(page, path), path).resolves.toEqual([name, ...assets])
    // A script that starts meanwhile can cause a difference once.
    await expect.poll(() => differences(page), { message: path }).toEqual([])
  }

  const above = async (width: number, height: number) => {
    await page.setViewportSize({ width, height })
    const bar = (await page.locator('.list-bar').boundingBox())?.height ?? 999
    const titles = await page.locator('main .post-list :is(h2, h3)').all()
    const boxes = await Promise.all(titles.map((title) => title.boundingBox()))
    return { bar, titles: boxes.filter((box) => box && box.y + box.height <= height).length }
  }
  const phone = await above(360, 740)
  expect(phone.titles).toBeGreaterThanOrEqual(1)
  expect(phone.bar).toBeLessThan(60)
  expect((await above(1280, 800)).titles).toBeGreaterThanOrEqual(4)

  await page.getByRole('button', { name: 'Close' }).click()
  await page.locator('.welcome').waitFor({ state: 'hidden' })
  const all = page.getByRole('link', { name: 'Browse all posts' })
  await expect.poll(() => all.getAttribute('href')).toBe('/posts')
  await page.locator('.front h3 a').last().click()
  const next = page.getByRole('navigation', { name: 'Read next' }).getByRole('link').first()
  const path = await next.getAttribute('href')
  await next.click()
  await page.waitForURL(site + path)
  await page.goto(site)
  await expect.poll(() => page.locator('.welcome').isVisible()).toBe(false)
  // Hidden by the script of the page.
  expect((await htmlOf(null, '/')).html).toContain('class="welcome')
  expect((await htmlOf(author, '/')).html).not.toContain('class="welcome')
})

/** A post with a comment and a reply. */
async function createDiscussion(): Promise<number> {
  const [author, reader] = [await person(), await person()]
  const id = await post(author, { title: 'First visit', body: BODY, tags: ['visits'] })
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
    if (request.method() === 'GET' && request.resourceType() !== 'image')
      asked.push(names.get(pathname) ?? pathname)
  }
  // Playwright also reports requests that the HTTP cache answers.
  page.on('request', note)
  await page.goto(site + path, { waitUntil: 'load' })
  page.off('request', note)
  return asked.sort()
}

/**
 * The differences between the reader's stylesheet and the whole one. The second has more rules and
 * the rest in the same order, so only an element that one of these rules matches can look
 * different.
 */
async function differences(page: Page): Promise<string[]> {
  const sheets = [build.assets['reader.css'], build.assets['site.css']] as const
  const { names, selector, matched } = await page.evaluate(extraRules, sheets)
  expect(names.length).toBeGreaterThan(50)
  if (matched === 0) return []
  const found: string[] = []
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    found.push(...(await page.evaluate(differencesHere, { sheets, names, selector })))
  }
  return found
}

interface Declared {
  key: string
  selector: string
  names: string[]
}

/** The properties and the elements of the rules that only the whole stylesheet has. */
async function extraRules(sheets: readonly [reader: string, whole: string]) {
  /** The declarations of all rules, also of nested ones, with their layers and conditions. */
  const rulesIn = (rules: CSSRuleList, outer: string, parent: string): Declared[] =>
    [...rules].flatMap((rule) => {
      const own =
        rule instanceof CSSStyleRule ? rule.selectorText.replaceAll('&', `:is(${parent})`) : parent
      const key = outer + rule.cssText.slice(0, rule.cssText.indexOf('{'))
      const style = 'style' in rule ? (rule.style as CSSStyleDeclaration) : null
      const inner =
        'cssRules' in rule && !(rule instanceof CSSKeyframesRule)
          ? (rule.cssRules as CSSRuleList)
          : []
      return [
        ...(style && own ? [{ key: key + style.cssText, selector: own, names: [...style] }] : []),
        ...rulesIn(inner as CSSRuleList, key, own),
      ]
    })
  const rulesOf = async (href: string) =>
    rulesIn((await new CSSStyleSheet().replace(await (await fetch(href)).text())).cssRules, '', '')
  const [reader, whole] = [await rulesOf(sheets[0]), await rulesOf(sheets[1])]
  const common = reader.map(({ key }) => key)
  const extra: typeof whole = []
  for (const rule of whole) {
    if (rule.key === common[0]) common.shift()
    else extra.push(rule)
  }
  if (common[0] !== undefined)
    throw new Error(`not in the whole stylesheet, or in another order: ${common[0]}`)
  // `:is` ignores pseudo-elements.
  const selector = `:is(${extra.map((rule) => rule.selector).join()})`
  return {
    names: [...new Set(extra.flatMap((rule) => rule.names))],
    selector,
    matched: document.querySelectorAll(selector).length,
  }
}

interface Extra {
  sheets: readonly string[]
  names: string[]
  selector: string
}

/** Replaces the stylesheet by the other one. */
async function differencesHere({ sheets, names, selector }: Extra): Promise<string[]> {
  const link = document.querySelector<HTMLLinkElement>('link[rel=stylesheet]')
  if (!link) throw new Error('no stylesheet')
  // Chromium 150 returns an empty `cssText` for computed styles.
  const looks = () =>
    [...document.querySelectorAll(selector)].map((element) => {
      const style = getComputedStyle(element)
      const values = names.map((name) => `${name}: ${style.getPropertyValue(name)}`)
      return { element: `${element.tagName}.${element.className}`, values }
    })
  const before = looks()
  await new Promise((resolve) => {
    link.addEventListener('load', resolve)
    link.href = sheets.find((href) => href !== link.getAttribute('href')) ?? ''
  })
  return looks().flatMap(({ element, values }, n) =>
    values
      .filter((value, nth) => value !== before[n]?.values[nth])
      .map((value) => `${element} ${value}`),
  )
}

test('lists load small variants of covers, the page of a post loads the variant that fits, and the layout does not shift', async () => {
  const author = await person()
  const url = await uploadImage(
    author,
    new Uint8Array(await readFile(inRoot('scripts/seed/images/bread.webp'))),
  )
  const body = `<p>Look</p><img src="${url}" width="1200" height="675">`
  const cover = { cover_url: url, body, tags: ['covers'] }
  const [, id] = [await post(author, cover), await post(author, cover)]
  const page = await (await newBrowserOf(null)).newPage()
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        document.documentElement.dataset.moved = JSON.stringify(entry)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.setViewportSize({ width: 390, height: 844 })
  const sources = (selector: string) =>
    page
      .locator(selector)
      .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).currentSrc))
  for (const [path, selector, widths] of [
    ['/posts?tag=covers', '.post-list > li > img', [960, 320]],
    [`/posts/${id}`, '.post-cover', [960]],
    [`/posts/${id}`, '.prose img', [960]],
  ] as const) {
    await page.goto(site + path)
    await page.locator(selector).first().scrollIntoViewIfNeeded()
    const wanted = widths.map((width) => `${site}${url}?w=${width}`)
    await expect.poll(() => sources(selector), { message: selector }).toEqual(wanted)
    expect(await page.evaluate(() => document.documentElement.dataset.moved)).toBeUndefined()
  }
})

test('static files of a running site have a request id', async () => {
  const ids = new Set<string | null>()
  for (const path of ['/favicon.svg', '/img/icon-192.png', '/favicon.svg']) {
    const response = await fetch(`${site}${path}`)
    expect([path, response.status]).toEqual([path, 200])
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    ids.add(response.headers.get('x-request-id'))
  }
  expect(ids.size).toBe(3)
  expect(ids).not.toContain(null)
})

test('the feed of a running site is compressed for readers that accept it, on a cache hit too', async () => {
  const feed = (encoding: string) =>
    fetch(`${site}/feed.xml`, { headers: { 'Accept-Encoding': encoding } })
  const plain = await feed('identity')
  const text = await plain.text()
  expect(plain.headers.get('content-encoding')).toBeNull()
  for (let n = 0; n < 3; n++) {
    const response = await feed('gzip, deflate, br')
    expect(response.headers.get('content-type')).toContain('application/atom+xml')
    expect(response.headers.get('content-encoding')).toBe('gzip')
    expect(response.headers.get('vary')).toContain('Accept-Encoding')
    const unpacked = await response.text()
    expect(unpacked).toBe(text)
  }
  expect((await feed('gzip;q=0')).headers.get('content-encoding')).toBeNull()
})
