import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { newBrowserOf, open, site } from './support/browser.ts'
import { batch } from './support/member.ts'
import { andLoad, type Office, openOffice } from './support/office.ts'

const PHONE = { viewport: { width: 390, height: 844 } }
const LAPTOP = { viewport: { width: 1280, height: 800 } }

let office: Office

beforeAll(async () => {
  office = await openOffice()
})
afterEach(() => office.tidy())

test('the whole menu of an owner fits a screen of 1280 × 800, and collapsed groups stay collapsed', async () => {
  const context = await newBrowserOf(office.owner, LAPTOP)
  const page = await context.newPage()
  await page.goto(`${site}/admin`)
  const last = page.locator('.admin-menu a').last()
  const bottom = async () => {
    const box = await last.boundingBox()
    return box ? box.y + box.height : Number.POSITIVE_INFINITY
  }
  await expect.poll(bottom).toBeLessThanOrEqual(800)
  await page.mouse.wheel(0, 500)
  await expect.poll(bottom).toBeLessThanOrEqual(800)

  const settings = page.locator('.admin-menu').getByRole('link', { name: 'Site settings' })
  await page.locator('.admin-group summary', { hasText: 'Site' }).click()
  await expect.poll(() => settings.isVisible()).toBe(false)
  await page.goto(`${site}/admin/audit-log`)
  await expect.poll(() => settings.isVisible()).toBe(false)
  await page.locator('.admin-group summary', { hasText: 'Site' }).press('Enter')
  await expect.poll(() => settings.isVisible()).toBe(true)
  await page.reload()
  await expect.poll(() => settings.isVisible()).toBe(true)
  await context.close()
})

test('the admin search opens by key, lists pages, settings and people, and works with arrow keys, Enter and Escape', async () => {
  const page = await open(office.owner, '/admin', LAPTOP)
  const field = page.locator('.admin-search input')
  const options = page.locator('.admin-search [role=option]')
  const isFocused = () => field.evaluate((element) => element === document.activeElement)

  await page.keyboard.press('/')
  await expect.poll(isFocused).toBe(true)
  await field.pressSequentially('re')
  await expect.poll(() => options.first().textContent()).toContain('Review')
  await expect.poll(() => field.getAttribute('aria-expanded')).toBe('true')
  await field.press('ArrowDown')
  await expect.poll(() => options.nth(1).getAttribute('aria-selected')).toBe('true')
  expect(await field.getAttribute('aria-activedescendant')).toBe(
    await options.nth(1).getAttribute('id'),
  )
  expect(await field.getAttribute('role')).toBe('combobox')
  await field.press('Escape')
  await expect.poll(() => page.locator('.admin-search [role=listbox]').isVisible()).toBe(false)

  // A page is above a setting of the same name. A setting opens at its switch.
  await field.fill('backups')
  await expect.poll(() => options.first().textContent()).toContain('Backups and exports')
  expect(await options.nth(1).textContent()).toContain('Daily backups')
  await field.press('ArrowDown')
  await andLoad(page, () => field.press('Enter'))
  await expect.poll(() => page.url()).toBe(`${site}/admin/site-settings#backups-enabled`)
  await expect.poll(() => page.locator('#backups-enabled').isVisible()).toBe(true)

  await page.locator('#backups-enabled').focus()
  await page.keyboard.press('Control+k')
  await expect.poll(isFocused).toBe(true)
  await field.pressSequentially(office.author.name)
  await options.filter({ hasText: office.author.name }).first().waitFor()
  await andLoad(page, () => field.press('Enter'))
  await expect.poll(() => page.url()).toBe(`${site}/admin/users/${office.author.uid}`)
})

test('the queue beside a long post stays visible on a screen of 1280 × 800, and its column has no scrollbar', async () => {
  const [id = 0] = await office.submitted(
    'A long one',
    ...Array.from({ length: 12 }, (_, n) => `Number ${n}`),
  )
  await batch([sql`UPDATE posts SET body = ${'<p>Many words.</p>'.repeat(200)} WHERE id = ${id}`])
  const page = await open(office.reviewer, `/admin/posts?id=${id}`, LAPTOP)
  const bottomOf = async (selector: string) => {
    const box = await page.locator(selector).boundingBox()
    return box ? box.y + box.height : Number.POSITIVE_INFINITY
  }
  expect(await bottomOf('.queue li:first-child')).toBeLessThan(800)
  await page.mouse.wheel(0, 2000)
  await expect.poll(() => page.evaluate('scrollY')).toBe(2000)
  expect(await bottomOf('.queue li:last-child')).toBeLessThan(800)
  expect(await bottomOf('.decision')).toBeGreaterThan(0)
  const hidden = await page
    .locator('.review-side')
    .evaluate((side) => side.scrollHeight - side.clientHeight)
  expect(hidden).toBe(0)
})

test('the fields of admin lists show no suggestions of the site search', async () => {
  const page = await open(office.reviewer, '/admin/users', LAPTOP)
  const field = page.locator('.admin-filter [name=q]')
  await field.focus()
  await page.keyboard.press('Escape')
  expect(await field.getAttribute('role')).toBe(null)
})

test('the menu on a phone opens and navigates without JavaScript, and so does the search', async () => {
  const context = await newBrowserOf(office.owner, { ...PHONE, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${site}/admin`)
  const menu = page.locator('.admin-menu')
  expect(await menu.isVisible()).toBe(false)
  await page.click('.side-nav-button')
  await menu.waitFor()
  const boxes = await menu
    .locator('a')
    .evaluateAll((links) => links.map((link) => link.getBoundingClientRect()))
  expect(
    boxes.filter(({ bottom, right, height }) => bottom > 844 || right > 390 || height < 40),
  ).toEqual([])
  await menu.getByRole('link', { name: 'Redirects' }).click()
  await page.waitForURL('**/admin/redirects')

  await page.click('.side-nav-button')
  await page.fill('.admin-search input', 'audit')
  await page.press('.admin-search input', 'Enter')
  await page.waitForURL('**/admin/search?q=audit')
  await page.locator('main .found').getByRole('link', { name: 'Audit log' }).click()
  await page.waitForURL('**/admin/audit-log')
  await context.close()
})

test('a key opens the menu of a small screen with the focus in the search field', async () => {
  const page = await open(office.reviewer, '/admin', PHONE)
  await page.keyboard.press('/')
  await page.locator('.admin-menu').waitFor()
  await expect.poll(() => page.locator('.admin-search input:focus').count()).toBe(1)
})
