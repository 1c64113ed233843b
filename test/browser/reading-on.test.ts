import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { newBrowserOf, pageOf, site } from './support/browser.ts'
import { person, post, uploadImage } from './support/community.ts'
import { advanceTimers } from './support/time.ts'
import { author as newAuthor, PARAGRAPH, WritePage } from './support/writing.ts'

const TITLE = 'A long way, 长路'

/** A long post with an image, as its author and a visitor on a phone see it. */
async function longPost() {
  const author = await newAuthor()
  const image = await uploadImage(author)
  const body = `<h2>First</h2><p><img src="${image}" alt="A lamp"></p>${PARAGRAPH.repeat(40)}<h2>Second</h2><h2>Third</h2>`
  const address = `${site}/posts/${await post(author, { title: TITLE, body })}`
  return { author, address }
}

const stored = (page: Page) => page.evaluate(() => localStorage.getItem('reading') ?? '')
const scrollPage = (page: Page, part: number) =>
  page.evaluate(
    (share) => scrollTo({ top: document.body.scrollHeight * share, behavior: 'instant' }),
    part,
  )

test('a post that was left half-read is offered on the home page and at its place, is listed in the history, and is forgotten on request', async () => {
  const { address } = await longPost()
  const page = await (await newBrowserOf(null)).newPage()
  await page.goto(address)
  await advanceTimers(page)
  await expect.poll(() => stored(page)).toContain(TITLE)
  await scrollPage(page, 0.5)
  await page.goto(`${site}/`)
  const card = page.locator('[data-continue-reading]')
  await card.getByRole('link', { name: TITLE }).click()
  await page.waitForURL(address)
  await page
    .locator('.toast', { hasText: 'You stopped at' })
    .getByRole('button', { name: 'Continue' })
    .click()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500)

  await page.goto(`${site}/history`)
  await expect.poll(() => page.locator('.history-list').first().textContent()).toContain(TITLE)
  await page
    .getByRole('button', { name: `Remove “${TITLE}” from the history` })
    .first()
    .click()
  await page.getByText('Nothing here yet').waitFor()
  await page.getByLabel('Keep a reading history').uncheck()
  await page.goto(address)
  await advanceTimers(page)
  await page.goto(`${site}/history`)
  await page.getByText('Nothing here yet').waitFor()
  await expect.poll(() => page.getByLabel('Keep a reading history').isChecked()).toBe(false)
})

test('a logout removes the reading history, and a post that is open in another tab does not bring it back', async () => {
  const { address } = await longPost()
  const browser = await newBrowserOf(await person())
  const reading = await browser.newPage()
  await reading.goto(address)
  await advanceTimers(reading)
  await expect.poll(() => stored(reading)).toContain(TITLE)
  const other = await browser.newPage()
  await other.goto(`${site}/tags`)
  await other.locator('.top-bar details.menu > summary').click()
  await other.getByRole('button', { name: 'Log out' }).click()
  await expect.poll(() => stored(other)).toBe('')
  await reading.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide')))
  expect(await stored(other)).toBe('')
  await other.goto(`${site}/history`)
  await other.getByText('Nothing here yet').waitFor()
})

test('images open in a dialog by key, headings have links, the text size is kept, and the author is shown on focus', async () => {
  const { address } = await longPost()
  const page = await (await newBrowserOf(null)).newPage()
  await page.goto(address)
  const image = page.getByRole('button', { name: 'Enlarge image: A lamp' })
  await image.focus()
  await page.keyboard.press('Enter')
  await page.locator('dialog.zoom[open] img[alt="A lamp"]').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('dialog.zoom').waitFor({ state: 'detached' })

  await page.locator('.heading-link').nth(1).click()
  await expect.poll(() => new URL(page.url()).hash).toBe('#h-second')
  const sizeOf = () => page.locator('.prose').evaluate((text) => getComputedStyle(text).fontSize)
  const before = await sizeOf()
  await page.getByRole('button', { name: 'Text size' }).click()
  await expect.poll(sizeOf).not.toBe(before)
  await page.reload()
  await expect.poll(sizeOf).not.toBe(before)

  await page.locator('.post-person a').focus()
  const preview = page.locator('.author-preview:popover-open')
  await expect.poll(() => preview.locator('strong .level').textContent()).toMatch(/^Lv\d$/)
  await expect.poll(() => preview.locator('.space-figures > span').count()).toBe(3)
  await page.keyboard.press('Escape')
  await page.locator('.author-preview').waitFor({ state: 'detached' })

  await page.emulateMedia({ media: 'print' })
  const visible = (selector: string) =>
    page.locator(selector).evaluateAll((all) => all.filter((part) => part.checkVisibility()).length)
  expect(
    await visible(
      '.top-bar, .toc, .reactions, .share, .heading-link, .comments, footer:not(.post-foot)',
    ),
  ).toBe(0)
  expect(await visible('.post-head h1, .prose > h2')).toBe(4)
})

test('on a phone the reaction bar stays at the lower edge while the text is read, and an enlarged image can be pinched', async () => {
  const { address } = await longPost()
  const phone = { viewport: { width: 390, height: 800 }, isMobile: true, hasTouch: true }
  const page = await (await newBrowserOf(null, phone)).newPage()
  await page.goto(address)
  await scrollPage(page, 0.3)
  const bottom = () =>
    page.locator('.reactions').evaluate((bar) => Math.round(bar.getBoundingClientRect().bottom))
  await expect.poll(bottom).toBe(800)
  await page.getByRole('button', { name: 'Enlarge image: A lamp' }).tap()
  await page.locator('dialog.zoom[open]').waitFor()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Input.synthesizePinchGesture', { x: 190, y: 400, scaleFactor: 2 })
  await expect.poll(() => page.evaluate(() => visualViewport?.scale ?? 1)).toBeGreaterThan(1.5)
})

test('publishing a post without a cover stores a share image with its title, and a new title replaces it', async () => {
  const author = await newAuthor()
  const page = await pageOf(author)
  await page.goto(
    `${site}/studio/write?id=${await post(author, { title: `${TITLE}: ${'word '.repeat(18)}`, draft: true })}`,
  )
  const editor = new WritePage(page)
  await editor.ready()
  await editor.publish()
  await page.waitForURL(/\/posts\/\d+$/)
  const shared = async () => {
    await page.reload()
    return page.locator('meta[property="og:image"]').getAttribute('content')
  }
  const first = await shared()
  const size = await page.evaluate(async (address) => {
    const { width, height } = await createImageBitmap(await (await fetch(address)).blob())
    return [width, height]
  }, first ?? '')
  expect(size).toEqual([1200, 630])
  const address = page.url()
  await page.goto(`${site}/studio/write?id=${address.split('/').at(-1)}`)
  await editor.ready()
  await page.fill('[name="title"]', 'Another')
  const stored = page.waitForResponse((response) => response.url().endsWith('/share-image'))
  await editor.act('save')
  expect((await stored).status()).toBe(204)
  await page.goto(address)
  expect(await shared()).not.toBe(first)
})
