import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { violations } from './support/axe.ts'
import { launchChromium } from './support/chromium.mjs'
import { logIn } from './support/people.ts'

const site = inject('siteUrl')
const password = 'a long password'

let browser: Browser
const contexts: BrowserContext[] = []

beforeAll(async () => {
  browser = await launchChromium()
})
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close()
})
afterAll(() => browser.close())

async function open(path: string, options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
  const context = await browser.newContext({ locale: 'en', ...options })
  contexts.push(context)
  const page = await context.newPage()
  page.setDefaultTimeout(5_000)
  await page.goto(site + path)
  return page
}

async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(fields)) await page.fill(`input[name="${name}"]`, value)
}

const submit = (page: Page, form: string) => page.click(`${form} button[type="submit"]`)

test('a person registers, ends another device, logs out and in, leaves, and comes back', async () => {
  const email = `${crypto.randomUUID()}@example.com`
  const page = await open('/settings?tab=sessions')
  await page.waitForURL('**/login?next=**')
  await page.click('.account-switch a')
  await fill(page, { email, password })
  await submit(page, '#register')
  await page.waitForURL('**/settings?tab=sessions')
  expect(await page.locator('.device').count()).toBe(1)

  await logIn(site, { email, password })
  await page.reload()
  expect(await page.locator('.device').count()).toBe(2)
  await page.click('.device:last-child form[data-api^="DELETE"] button')
  await page.click('dialog[open] button.danger')
  await page.waitForFunction(() => document.querySelectorAll('.device').length === 1)

  await page.click('summary')
  await page.click('form[data-api="POST /api/auth/logout"] button')
  await page.waitForURL(`${site}/`)
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('joule_at')

  await page.goto(`${site}/login?next=/settings?tab=account`)
  await fill(page, { email, password })
  await submit(page, '#login')
  await page.waitForURL('**/settings?tab=account')
  await page.click('[data-opens="delete-account"]')
  await page.fill('dialog[open] input[name="password"]', password)
  await page.click('dialog[open] button[type="submit"]')
  await page.waitForURL(`${site}/`)

  await page.goto(`${site}/login`)
  await fill(page, { email, password })
  await submit(page, '#login')
  await page.waitForURL('**/restore')
  expect(page.url()).not.toContain('token')
  await page.click('form[data-api="POST /api/auth/confirm-restore"] button[type="submit"]')
  await page.waitForURL(`${site}/`)
  expect((await page.context().cookies()).map(({ name }) => name)).toContain('joule_at')
})

test('a wrong password stays in the form with what was typed, and says so', async () => {
  const page = await open('/login')
  await fill(page, { email: 'nobody@example.com', password: 'not this one' })
  await submit(page, '#login')
  await page.waitForSelector('[data-form-error]:not([hidden])')
  expect(await page.inputValue('input[name="email"]')).toBe('nobody@example.com')
})

test('a link to another site is not followed after a login', async () => {
  const email = `${crypto.randomUUID()}@example.com`
  const page = await open('/register?next=//evil.example/steal')
  await fill(page, { email, password })
  await submit(page, '#register')
  await page.waitForURL(`${site}/`)
})

test('an expired session is renewed, and the click goes through', async () => {
  const email = `${crypto.randomUUID()}@example.com`
  const page = await open('/register?next=/settings?tab=sessions')
  await fill(page, { email, password })
  await submit(page, '#register')
  await page.waitForURL('**/settings?tab=sessions')
  await page.context().addCookies([{ name: 'joule_at', value: 'worthless', url: site }])
  await page.fill('.remark input', 'my laptop')
  const saved = page.waitForResponse((response) => response.url().endsWith('/remark') && response.status() === 204)
  await page.press('.remark input', 'Enter')
  await saved
  const token = (await page.context().cookies()).find(({ name }) => name === 'joule_at')?.value
  expect(token).not.toBe('worthless')
})

test.each([
  ['light', 'en', 360],
  ['dark', 'zh-CN', 1280],
] as const)('the pages of an account are accessible (%s, %s, %i px)', async (colorScheme, locale, width) => {
  const page = await open('/login', { bypassCSP: true, colorScheme, locale, viewport: { width, height: 800 } })
  for (const path of ['/login', '/register', '/restore', '/help', '/nothing-here']) {
    await page.goto(site + path)
    expect(await violations(page), path).toEqual([])
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(sideways, `${path} does not scroll sideways`).toBeLessThanOrEqual(0)
  }
})
