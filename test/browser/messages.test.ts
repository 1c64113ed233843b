import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { launchChromium } from './support/chromium.mjs'
import { call, logIn, type Person, register, signIn } from './support/people.ts'

const site = inject('siteUrl')
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

let browser: Browser
let owner: Person
const contexts: BrowserContext[] = []

beforeAll(async () => {
  browser = await launchChromium()
  owner = await logIn(site, inject('owner'))
})
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close()
})
afterAll(() => browser.close())

/** Somebody with that many unread notices, in a browser of their own. */
async function reader(notices: number, options: Parameters<Browser['newContext']>[0] = {}) {
  const person = await register(site)
  for (let n = 1; n <= notices; n++) {
    await call(site, owner, 'POST', '/api/admin/energy/adjust', { uids: [person.uid], amount: n, reason: `no. ${n}` })
  }
  const context = await browser.newContext({ locale: 'en', viewport: { width: 900, height: 800 }, ...options })
  contexts.push(context)
  await signIn(context, site, person)
  return { person, context, page: await context.newPage() }
}

const bell = (page: Page) => page.locator('.top-bar .count > span').first()
const unreadOf = async (person: Person) =>
  ((await call(site, person, 'GET', '/api/messages/unread')) as { unread: number }).unread

test('following a notice marks it read, and the next page’s bell knows', async () => {
  const { person, page } = await reader(2)
  await page.goto(`${site}/messages`)
  expect(await bell(page).textContent()).toBe('2')
  await page.click('.notice-item.unread a')
  await page.waitForURL(`${site}/settings?tab=energy`)
  expect(await bell(page).textContent()).toBe('1')
  expect(await unreadOf(person)).toBe(1)
  await page.goBack()
  await expect.poll(() => page.locator('.notice-item.unread').count()).toBe(1)
})

test('a notice opened in a new tab is read too, and the numbers on this page go down', async () => {
  const { person, context, page } = await reader(2)
  await page.goto(`${site}/messages`)
  const opened = context.waitForEvent('page')
  await page
    .locator('.notice-item.unread a')
    .first()
    .click({ modifiers: ['ControlOrMeta'] })
  await (await opened).close()
  expect(await page.locator('.notice-item.unread').count()).toBe(1)
  expect(await bell(page).textContent()).toBe('1')
  expect(await page.locator('.tabs .count > span:first-child').allTextContents()).toEqual(['1', '1'])
  await expect.poll(() => unreadOf(person)).toBe(1)
})

test('nothing is lost where the session has to be renewed first', async () => {
  const { person, context, page } = await reader(1)
  await page.goto(`${site}/messages`)
  await context.clearCookies({ name: 'joule_at' })
  await context.clearCookies({ name: 'joule_csrf' })
  await page.click('.notice-item.unread a')
  await page.waitForURL(`${site}/settings?tab=energy`)
  expect(await unreadOf(person)).toBe(0)
  expect(await bell(page).count()).toBe(0)
})

test('a notice opens even where it cannot be marked', async () => {
  const { page } = await reader(1)
  await page.goto(`${site}/messages`)
  await page.route('**/read', (route) => route.abort())
  await page.click('.notice-item.unread a')
  await page.waitForURL(`${site}/settings?tab=energy`)
})

test('older notices come in below, and the first of them has the focus', async () => {
  const { page } = await reader(23)
  await page.goto(`${site}/messages`)
  expect(await page.locator('.notice-item').count()).toBe(20)
  await page.click('.pager a')
  await page.waitForFunction(() => document.querySelectorAll('.notice-item').length === 23)
  expect(await page.locator('.pager').count()).toBe(0)
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('no. 3')
  expect(await page.locator('time[title]').count()).toBe(23)
  expect(page.url()).toBe(`${site}/messages`)
})

test('all are marked as read at once', async () => {
  const { person, page } = await reader(3)
  await page.goto(`${site}/messages`)
  await page.click('text=Mark all as read')
  await page.waitForSelector('.toast')
  expect(await page.textContent('.toast')).toBe('Marked as read: 3.')
  expect(await page.locator('.notice-item.unread').count()).toBe(0)
  expect(await page.locator('text=Mark all as read').count()).toBe(0)
  expect(await unreadOf(person)).toBe(0)
})

test('a switch saves itself, by mouse or key, and goes back where it cannot', async () => {
  const { person, page } = await reader(0)
  await page.goto(`${site}/settings?tab=notifications`)
  const likes = page.getByRole('switch', { name: 'Likes', exact: true })
  expect(await likes.isChecked()).toBe(true)
  await likes.click()
  await page.waitForSelector('.toast.good')
  expect(await call(site, person, 'GET', '/api/settings/notify-prefs')).toMatchObject({ like: false, follow: true })
  await page.getByRole('switch', { name: 'Follows' }).focus()
  await page.keyboard.press('Space')
  await expect.poll(() => call(site, person, 'GET', '/api/settings/notify-prefs')).toMatchObject({ follow: false })
  await page.route('**/notify-prefs', (route) => route.abort())
  await likes.click()
  await page.waitForSelector('.toast.danger')
  expect(await likes.isChecked()).toBe(false)
})

test('an empty category says what it is for, and one that is switched off says so', async () => {
  const { person, page } = await reader(0)
  await page.goto(`${site}/messages?category=follow`)
  expect(await page.textContent('.empty h2')).toBe('No new followers yet')
  await call(site, person, 'PUT', '/api/settings/notify-prefs', { kind: 'follow', enabled: false })
  await page.reload()
  expect(await page.textContent('.empty h2')).toBe('These notifications are off')
  await page.click('.empty a')
  await page.waitForURL(`${site}/settings?tab=notifications`)
})

test.each([
  { width: 360, colorScheme: 'light', locale: 'zh-CN' },
  { width: 1280, colorScheme: 'dark', locale: 'en' },
] as const)('$locale at $width px in the $colorScheme: no axe violation, nothing too wide', async (look) => {
  const { width, colorScheme, locale } = look
  const { page } = await reader(2, { viewport: { width, height: 800 }, colorScheme, locale, bypassCSP: true })
  for (const path of ['/messages', '/messages?category=mention', '/settings?tab=notifications']) {
    await page.goto(site + path)
    await page.evaluate(axe)
    const violations = await page.evaluate('axe.run().then(({ violations }) => violations.map(({ id }) => id))')
    expect([path, violations]).toEqual([path, []])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), path).toBe(true)
  }
})
