import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import {
  goBack,
  type Look,
  newBrowserOf,
  open as openAs,
  type Person,
  site,
} from './support/browser.ts'
import { post } from './support/community.ts'
import { advanceTimers } from './support/time.ts'
import { LONG_BODY, author as newAuthor, PARAGRAPH } from './support/writing.ts'

let author: Person
let long: string
let short: string

beforeAll(async () => {
  author = await newAuthor()
  const publish = async (title: string, body: string) =>
    `${site}/posts/${await post(author, { title, body, tags: ['reading', '阅读'] })}`
  for (let n = 1; n <= 19; n++) await publish(`Number ${n}`, PARAGRAPH)
  short = await publish('A short one', '<p>No code here.</p>')
  long = await publish('A long one, 长文', LONG_BODY)
})

const open = (address: string, look: Look = {}) => openAs(null, address.slice(site.length), look)

/** Runs in the page, before its scripts. */
function recordShifts(): void {
  Object.assign(window, { shifted: 0 })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      (window as { shifted?: number }).shifted = Number(Reflect.get(entry, 'value'))
  }).observe({ type: 'layout-shift', buffered: true })
}

const NARROW = { width: 360, height: 740 }
const isColoured = (page: Page) => page.locator('.hljs-keyword').first().waitFor()

test('the layout of a post does not shift while it loads its scripts; a wide screen shows the table of contents, which follows the reader, a narrow one collapses it, and the link of the post and its code can be copied', async () => {
  const page = await (await newBrowserOf(null)).newPage()
  await page.addInitScript(recordShifts)
  await checkWide(page)
  await page.setViewportSize(NARROW)
  await page.goto(long)
  await isColoured(page)
  await expectNoShift(page)
  await checkNarrow(page)
})

test.each([NARROW, { width: 1280, height: 800 }])(
  'the contents of a post come after its title and before its text and comments in tab order: %o',
  async (viewport) => {
    const page = await open(long, { viewport })
    const opener = page.locator('.toc-folded summary')
    if (await opener.isVisible()) await opener.click()
    await page.focus('#main')
    const parts = ['.post-author', '.toc-link', '.prose', '.post-foot', '.comments']
    const met: (string | undefined)[] = []
    for (let step = 0; step < 150 && met.at(-1) !== '.comments'; step++) {
      await page.keyboard.press('Tab')
      const part = await page.evaluate(
        (all) => all.find((one) => document.activeElement?.closest(one)),
        parts,
      )
      if (part !== undefined && part !== met.at(-1)) met.push(part)
    }
    expect(met).toEqual(parts)
  },
)

async function expectNoShift(page: Page): Promise<void> {
  await page.evaluate(() =>
    document.querySelector('img[loading=lazy]')?.scrollIntoView({ behavior: 'instant' }),
  )
  await page.waitForFunction(() => [...document.images].every((image) => image.complete))
  await expect.poll(() => page.evaluate('shifted')).toBe(0)
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBe(0)
}

/** Code is highlighted with only the language it needs. */
async function checkWide(page: Page): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const scripts: string[] = []
  page.on(
    'request',
    (request) => request.resourceType() === 'script' && scripts.push(request.url()),
  )
  await page.goto(`${long}?utm_source=elsewhere`)
  await isColoured(page)
  await expectNoShift(page)
  await expect.poll(() => page.locator('.hljs-string').first().textContent()).toBe("'approved'")
  const source = "SELECT id FROM posts\nWHERE status = 'approved' AND likes_count > 3"
  await expect.poll(() => page.locator('pre').first().textContent()).toContain(source)
  const html = await (await fetch(long)).text()
  expect(html).not.toContain('hljs-')
  const needed = scripts.length
  // Opens without JavaScript too.
  expect(html).toMatch(/<details class="[^"]*toc-folded/)

  const contents = page.locator('.toc')
  await expect
    .poll(() => contents.locator('a').allTextContents())
    .toEqual(['First part', 'A detail', '第二部分', 'Last part'])
  await expect.poll(() => page.locator('.toc-folded').isVisible()).toBe(false)
  await contents.getByText('第二部分').click()
  await expect.poll(() => contents.locator('[aria-current]').textContent()).toBe('第二部分')
  await expect.poll(() => contents.isVisible()).toBe(true)

  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await page.getByRole('button', { name: 'Copy link' }).click()
  await page.locator('.toast', { hasText: 'opied' }).waitFor()
  await expect.poll(() => copied()).toBe(long)
  await page.getByRole('button', { name: 'Copy as Markdown' }).click()
  await expect.poll(() => copied()).toMatch(/^---\ntitle: "A long one, 长文"\n.*\n## First part\n/s)
  await page.locator('.code').hover()
  await page.locator('.code-copy').click()
  await expect.poll(async () => (await copied()).split('\n')[0]).toBe('SELECT id FROM posts')
  // At most three toasts are shown, and they do not take the focus from a field.
  const link = page.locator('[data-copy-link]')
  for (let press = 0; press < 5; press++) await link.click()
  await expect.poll(() => page.locator('.toasts > .toast').count()).toBe(3)
  await page.keyboard.press('/')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.matches('.search input')))
    .toBe(true)
  await page.evaluate(() => {
    const field = document.createElement('textarea')
    Object.assign(field.style, { position: 'fixed', bottom: '80px' })
    document.body.appendChild(field)
    field.focus()
  })
  await link.evaluate((button) => (button as HTMLElement).click())
  await expect
    .poll(() =>
      page.$eval('.toasts', (toasts) => toasts.getBoundingClientRect().bottom < innerHeight / 2),
    )
    .toBe(true)
  await advanceTimers(page)
  await expect.poll(() => page.locator('.toasts > .toast').count()).toBe(0)
  await page.locator('h1').click()
  await page.keyboard.press('?')
  await page.locator('dialog.keys', { hasText: 'Search' }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.locator('dialog.keys').count()).toBe(0)
  // Counted from here on: cached scripts run before the first paint, so that they cause no shift.
  scripts.length = 0
  await page.goto(short)
  // The highlighter, its worker, SQL and their shared code, but no other language.
  expect(needed - scripts.length).toBeLessThanOrEqual(7)
}

/**
 * On a narrow screen the table of contents is collapsed above the text. Below the text are the
 * tags, the reactions with energy in one line, the author in one line, and the comments.
 */
async function checkNarrow(page: Page): Promise<void> {
  const boxOf = async (selector: string) => {
    const box = await page.locator(selector).first().boundingBox()
    return box ?? { y: 0, height: 0 }
  }
  // Above it the reactions stay at the lower edge of the window.
  await page.locator('.author-card').scrollIntoViewIfNeeded()
  const parts = ['.prose', '.post-foot', '.reactions', '.author-card', '#comments', '.neighbours']
  const boxes = await Promise.all(parts.map(boxOf))
  const tops = boxes.map(({ y }) => y)
  expect(tops).toEqual(tops.toSorted((one, other) => one - other))
  expect((await boxOf('.reactions')).height).toBeLessThan(60)
  expect((await boxOf('.author-card')).height).toBeLessThan(110)
  const [text, , , , comments] = boxes
  expect((comments?.y ?? 0) - (text?.y ?? 0) - (text?.height ?? 0)).toBeLessThan(420)

  await expect.poll(() => page.locator('.toc').isVisible()).toBe(false)
  await page.click('.toc-folded summary')
  await page.locator('.toc-folded').getByText('Last part').click()
  const bar = 60
  const top = async () => (await page.getByRole('heading', { name: 'Last part' }).boundingBox())?.y
  await expect.poll(top).toBeLessThan(200)
  await expect.poll(top).toBeGreaterThan(bar)
}

test('without JavaScript a post is complete and has no controls that would not work', async () => {
  const page = await open(long, { javaScriptEnabled: false })
  await expect.poll(() => page.locator('.prose h2').count()).toBe(3)
  await page.locator('.toc').getByText('Last part').click()
  await expect.poll(() => page.url()).toContain('#h-last-part')
  await expect
    .poll(() => page.locator('main').getByRole('button').filter({ visible: true }).count())
    .toBe(0)
  await page.goto(`${site}/posts?author=${author.uid}`)
  // Enter instead of a click, which would miss the link if an image above it loads at that moment.
  await page.locator('.pager a').press('Enter')
  await expect.poll(() => page.url()).toContain('cursor=')
  await expect.poll(() => page.locator('.post-list > li').count()).toBe(1)
})

test('more posts load below the posts of the list; a click on a card opens the post, and a click on its tag opens the tag', async () => {
  const page = await open(`${site}/posts?author=${author.uid}`)
  await expect.poll(() => page.locator('.post-list > li').count()).toBe(20)
  await page.locator('.pager a').click()
  await expect.poll(() => page.locator('.post-list > li').count()).toBe(21)
  await expect.poll(() => page.locator('.pager').count()).toBe(0)
  await expect.poll(() => page.url()).not.toContain('cursor')
  // The click is forced, because the link of the card covers the text.
  await page.locator('.post-list > li > p').first().click({ force: true })
  await page.waitForURL(long)
  await goBack(page)
  await page.waitForURL(`${site}/posts?author=${author.uid}`)
  await page.locator('.post-list footer li a').first().click()
  await page.waitForURL(`${site}/tags/reading`)
})
