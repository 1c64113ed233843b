// @module-tag long
import { expect, test } from 'vitest'
import { checkState } from './support/accessible.ts'
import { newBrowserOf, pageOf, site } from './support/browser.ts'
import { isSuggested, post } from './support/community.ts'
import { blockScripts } from './support/network.ts'
import { author } from './support/writing.ts'

test('search suggestions work by keyboard, and the search page has one field and menus of links', async () => {
  const word = `quokka${Date.now().toString(36)}`
  const by = await author()
  const title = `The ${word} smiles`
  const id = await post(by, { title, body: `<p>A ${word} is small.</p>`, tags: [word] })
  await isSuggested(by, word, { id })
  const page = await pageOf(null)
  await page.goto(`${site}/tags`)
  const field = page.locator('search [type=search]')
  const options = page.locator('search [role=option]')

  await field.pressSequentially(word.slice(0, -1))
  await expect.poll(() => options.allTextContents()).toEqual([title, `#${word}`])
  await expect.poll(() => field.getAttribute('aria-expanded')).toBe('true')
  await checkState(page)
  await field.press('ArrowDown')
  await field.press('ArrowDown')
  await expect.poll(() => options.nth(1).getAttribute('aria-selected')).toBe('true')
  await expect
    .poll(() => field.getAttribute('aria-activedescendant'))
    .toBe(await options.nth(1).getAttribute('id'))
  await field.press('Escape')
  await expect.poll(() => page.locator('[role=listbox]').isVisible()).toBe(false)
  await field.press('Enter')
  await page.waitForURL(`${site}/search?q=${word.slice(0, -1)}`)

  await expect.poll(() => field.count()).toBe(1)
  await expect.poll(() => page.locator('mark').allTextContents()).toEqual([word, word])
  await page.locator('.search-filters summary', { hasText: 'Any time' }).click()
  await checkState(page)
  await page.getByRole('link', { name: 'Past week' }).click()
  await page.waitForURL(/time=week/)
  await page.locator('.search-filters summary', { hasText: 'Any language' }).click()
  await page.getByRole('link', { name: 'Chinese' }).click()
  await page.getByRole('link', { name: 'Remove “Chinese”' }).click()
  await expect.poll(() => page.locator('.post-list > li').count()).toBe(1)

  await field.fill(word)
  await options.first().waitFor()
  await field.press('ArrowDown')
  await field.press('Enter')
  await page.waitForURL(`${site}/posts/${id}`)
})

test('"/bread" typed at 400 ms latency arrives whole in the search field, on wide and on small screens, which the filters fit', async () => {
  const page = await (await newBrowserOf(null)).newPage()
  const debug = await page.context().newCDPSession(page)
  const unlimited = { downloadThroughput: -1, uploadThroughput: -1 }
  await debug.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    ...unlimited,
  })
  for (const viewport of [
    { width: 1280, height: 900 },
    { width: 360, height: 780 },
  ]) {
    await debug.send('Network.clearBrowserCache')
    await page.setViewportSize(viewport)
    await page.goto(`${site}/help`)
    await page.keyboard.type('/bread')
    const field = page.locator('.search input')
    await expect.poll(() => field.inputValue()).toBe('bread')
    await expect
      .poll(() => page.$eval('.search', (box) => getComputedStyle(box).clipPath))
      .toBe('none')
    await expect.poll(() => page.evaluate(overflow)).toBe(0)
  }
  await page.keyboard.press('Enter')
  await page.waitForURL(`${site}/search?q=bread`)
  await page.keyboard.type('/butter')
  await expect.poll(() => page.inputValue('search input')).toBe('butter')
  await page.locator('.search-filters summary', { hasText: 'Any time' }).click()
  await page.getByRole('link', { name: 'Past week' }).waitFor()
  await expect.poll(() => page.evaluate(overflow)).toBe(0)
})

const overflow = () => document.documentElement.scrollWidth - innerWidth

test('a list of shortcuts that loads late opens once, and not over a field in which the reader types', async () => {
  const page = await pageOf(null)
  const release = await blockScripts(page, true)
  await page.goto(`${site}/help`)
  await page.keyboard.type('?/bread')
  release()
  await page.locator('search [role=combobox]').waitFor()
  await expect.poll(() => page.inputValue('.search input')).toBe('bread')
  await expect.poll(() => page.locator('dialog.keys').count()).toBe(0)
  await page.locator('h1').click()
  await page.keyboard.type('??')
  await page.locator('dialog.keys').waitFor()
  await expect.poll(() => page.locator('dialog.keys').count()).toBe(1)
})
