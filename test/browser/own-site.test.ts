import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { expectAccessible, PHONE_LOOK } from './support/accessible.ts'
import { htmlOf, open, site } from './support/browser.ts'
import { ask } from './support/community.ts'
import { IMAGE } from './support/images.ts'
import { andLoad, type Office, openOffice } from './support/office.ts'

/** A finger needs wider controls, which leave less of the bar to the name. */
const TOUCH_LOOK = { ...PHONE_LOOK, hasTouch: true, isMobile: true }

let office: Office

beforeAll(async () => {
  office = await openOffice()
})

test('an owner uploads a logo, and the home page fits a phone if every name has the maximum length', async () => {
  await ask(office.reviewer, 'POST', `/api/posts/${await office.written('Much liked')}/like`)
  const page = await open(office.owner, '/admin/identity')
  // Other test files share the site, so restore it.
  onTestFinished(async () => void (await ask(office.owner, 'DELETE', '/api/admin/identity/logo')))
  await page.setInputFiles('[data-logo="square"] input[type="file"]', IMAGE)
  await andLoad(page, () =>
    page.locator('#logo-crop').getByRole('button', { name: 'Save' }).click(),
  )
  await page.locator('.brand img.logo').waitFor()
  const home = await open(null, '/', PHONE_LOOK)
  await home.locator('.large footer > a').first().waitFor()
  expect(await home.evaluate(widthWithLongNames)).toBe(0)
})

test('an owner tries a ready-made look in the preview, saves it, and leaves its style sheet out by an address', async () => {
  const { owner } = office
  const before = await ask(owner, 'GET', '/api/admin/look')
  // Other test files share the site, so restore it.
  onTestFinished(async () => void (await ask(owner, 'PUT', '/api/admin/look', { ...before })))
  const page = await open(owner, '/admin/look')
  const preview = page.frameLocator('.look-stage iframe')
  const styleOf = (name: string) =>
    preview
      .locator('html')
      .evaluate((root, name) => getComputedStyle(root).getPropertyValue(name), name)
  await preview.locator('.post-list').first().waitFor()
  const save = page.getByRole('button', { name: 'Save and publish' })
  expect(await save.isDisabled(), 'nothing is changed yet').toBe(true)

  await page.getByRole('button', { name: /^Terminal/ }).click()
  await expect.poll(() => styleOf('--canvas')).toBe('light-dark(#f5f7f2, #0b100c)')
  await expect.poll(() => styleOf('--radius')).toBe('0px')
  await page.locator('[name="font"][value="round"]').check()
  await expect.poll(() => styleOf('--own-font')).toContain('ui-rounded')
  await page.getByRole('button', { name: 'Phone' }).click()
  await expect.poll(() => preview.locator('html').evaluate(() => innerWidth)).toBe(390)
  await page.locator('[data-preview-scheme="dark"]').click()
  await expect.poll(() => preview.locator('html').getAttribute('data-theme')).toBe('dark')
  const visitors = await open(null, '/')
  // Nothing is saved yet.
  await expect.poll(() => visitors.locator('link[href^="/look/"]').count()).toBe(0)

  const css = page.locator('#own-css')
  const terminal = await css.inputValue()
  await css.fill('a { background: url(//evil.example) }')
  await page.getByText('Line 1: url(//evil.example) is not an allowed address').waitFor()
  expect(await save.isDisabled()).toBe(true)
  await css.fill(terminal)
  await andLoad(page, () => save.click())
  await expect.poll(() => css.inputValue()).toBe(terminal)

  await visitors.reload()
  const canvas = () =>
    visitors.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--canvas'))
  await expect.poll(canvas).toBe('light-dark(#f5f7f2, #0b100c)')
  // Looks may not stop the reader from reading: nothing overlaps, and every text has its contrast.
  await expectAccessible(visitors)
  const safe = await open(owner, '/?safe-look=1')
  await expect.poll(() => safe.locator('link[href^="/look/"]').count()).toBe(0)
})

test('a site name of 30 characters is complete in the bar of a small phone, for visitors and members', async () => {
  const { owner } = office
  onTestFinished(async () => void (await ask(owner, 'PUT', '/api/admin/identity', { name: '' })))
  for (const name of ['电'.repeat(30), 'W'.repeat(30), 'The Society of Slow Good Letter']) {
    await ask(owner, 'PUT', '/api/admin/identity', { name })
    for (const who of [null, office.author]) {
      const page = await open(who, '/help', TOUCH_LOOK)
      for (const width of [320, 390, 800]) {
        await page.setViewportSize({ width, height: 700 })
        expect([name, width, await page.evaluate(cutOfBrand)]).toEqual([name, width, null])
      }
    }
  }
})

/** How the name in the bar is cut, or null. */
function cutOfBrand(): string | null {
  const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect()
  const [name, bar, brand] = [box('.brand-name'), box('.top-bar'), box('.brand')]
  if (!name || !bar || !brand) return 'missing'
  if (name.height > bar.height) return `${name.height} px high`
  if (name.width > brand.width + 1) return `${name.width} px wide`
  if (document.documentElement.scrollWidth > innerWidth) return 'the page scrolls'
  // The links of wide screens are hidden, and the search field lies over the bar until it is used.
  const next = [...document.querySelectorAll('.brand ~ :is(a, button, search)')].find(
    (control) => control.checkVisibility() && getComputedStyle(control).position !== 'absolute',
  )
  if (!next) return 'without a next control'
  return next.getBoundingClientRect().left < name.right - 1 ? 'under the next control' : null
}

test('an owner names the site, chooses its colour, adds a footer link and pins a post, and visitors see it', async () => {
  const pinned = await office.written('Read this first')
  const { owner } = office
  // Other test files share the site, so restore it.
  onTestFinished(async () => {
    const own = { name: '', tagline_en: '', tagline_zh: '', accent: '' }
    const { links } = (await ask(owner, 'PUT', '/api/admin/identity', own)) as unknown as {
      links: { id: number }[]
    }
    for (const { id } of links) await ask(owner, 'DELETE', `/api/admin/identity/links/${id}`)
    await ask(owner, 'DELETE', `/api/admin/pinned-posts/${pinned}`).catch(() => {})
  })
  const page = await open(owner, '/admin/identity')
  const save = (card: string) =>
    andLoad(page, () => page.locator(`#${card} form [type="submit"]`).last().click())
  await page.fill('#site-name', 'Kilowatt')
  await page.fill('#name [name="tagline_en"]', 'A club of volts')
  await save('name')
  await page.fill('#links [name="label"]', 'Our club')
  await page.fill('#links [name="url"]', 'https://club.example/')
  await save('links')
  await page.fill('#pinned [name="post"]', `${site}/posts/${pinned}`)
  await save('pinned')
  await page.getByRole('link', { name: 'Read this first' }).waitFor()

  const home = await open(null, '/')
  await expect.poll(() => home.title()).toContain('Kilowatt')
  await home.getByText('A club of volts').first().waitFor()
  await home.locator('footer').getByRole('link', { name: 'Our club' }).waitFor()
  await home.getByText('Read this first').first().waitFor()

  await andLoad(page, () => page.getByRole('button', { name: 'Unpin “Read this first”' }).click())
  await andLoad(page, () => page.getByRole('button', { name: 'Remove Our club' }).click())
  await expect.poll(() => page.locator('#pinned .own-item, #links .own-item').count()).toBe(0)
  await expect.poll(() => page.locator('#site-name').inputValue()).toBe('Kilowatt')
})

/** The horizontal overflow if every name has the maximum length. */
function widthWithLongNames(): number {
  for (const person of document.querySelectorAll('.post-list footer > a'))
    person.textContent = 'W'.repeat(20)
  return document.documentElement.scrollWidth - innerWidth
}

test('the about page is written in the post editor', async () => {
  const page = await open(office.owner, '/admin/pages/about?language=en')
  const body = page.locator('.write-body [contenteditable="true"]')
  await body.click()
  await page.keyboard.insertText('We write about current.')
  await page.locator('.write-bar [type="submit"]').click()
  await page.getByText('Readers can see it now').waitFor()
  const about = async () => htmlOf(null, '/about')
  expect((await about()).html).toContain('We write about current.')
  const editor = await htmlOf(office.owner, '/admin/pages/about?language=en')
  expect(editor.html).toContain('We write about current.')
  // The page of an empty text is not found.
  await body.click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  await page.locator('.write-bar [type="submit"]').click()
  await page.getByText('Page removed').waitFor()
  expect((await about()).status).toBe(404)
})
