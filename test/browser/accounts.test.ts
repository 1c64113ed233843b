import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { logIn, open, site } from './support/browser.ts'
import { member } from './support/member.ts'

const password = 'a long password'

async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(fields)) await page.fill(`input[name="${name}"]`, value)
}

const submit = (page: Page, form: string) => page.click(`${form} button[type="submit"]`)

test('a user registers, logs out another device, logs out and in, deletes the account and restores it', async () => {
  const email = `${crypto.randomUUID()}@example.com`
  const page = await open(null, '/settings?tab=sessions')
  await page.waitForURL('**/login?next=**')
  await page.click('.account-switch a[href^="/register"]')
  await fill(page, { email, password })
  await submit(page, '#register')
  await page.waitForURL('**/settings?tab=sessions')
  await expect.poll(() => page.locator('.device').count()).toBe(1)

  await logIn({ email, password })
  await page.reload()
  await expect.poll(() => page.locator('.device').count()).toBe(2)
  await page.click('.device:last-child form[data-api^="DELETE"] button')
  await page.click('dialog[open] button.danger')
  await page.waitForFunction(() => document.querySelectorAll('.device').length === 1)

  await page.click('summary')
  await page.click('form[data-api="POST /api/auth/logout"] button')
  await page.waitForURL(`${site}/`)
  await expect.poll(async () => (await page.context().cookies()).map(({ name }) => name)).not.toContain('joule_at')

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
  await expect.poll(() => page.url()).not.toContain('token')
  await page.click('form[data-api="POST /api/auth/confirm-restore"] button[type="submit"]')
  await page.waitForURL(`${site}/`)
  await expect.poll(async () => (await page.context().cookies()).map(({ name }) => name)).toContain('joule_at')
})

test('a login with a wrong password shows an error and keeps the form filled in', async () => {
  const page = await open(null, '/login')
  await fill(page, { email: 'nobody@example.com', password: 'not this one' })
  await submit(page, '#login')
  await page.waitForSelector('[data-form-error]:not([hidden])')
  await expect.poll(() => page.inputValue('input[name="email"]')).toBe('nobody@example.com')
})

test('without JavaScript users can sign up, log in, follow, choose language and theme, and log out', async () => {
  const author = await member({ username: `plain-${Date.now() % 1e7}` })
  const email = `${crypto.randomUUID()}@example.com`
  const page = await open(null, `/space/${author.uid}`, { javaScriptEnabled: false })
  await page.getByRole('button', { name: '中文' }).click()
  await page.locator('.space-head a.follow').click()
  await page.locator('.account-switch a[href^="/register"]').click()
  await page.getByRole('button', { name: 'English' }).click()
  await fill(page, { email, password: '12345678' })
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect.poll(() => page.locator('#password-error').isVisible()).toBe(true)
  await expect.poll(() => page.inputValue('#email')).toBe(email)
  await page.fill('#password', password)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${site}/space/${author.uid}`)
  await page.getByRole('button', { name: 'Follow' }).click()
  await page.getByRole('button', { name: 'Unfollow' }).waitFor()

  const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor')
  const light = await background()
  await page.getByRole('button', { name: 'Dark' }).click()
  await expect.poll(background).not.toBe(light)
  await page.locator('summary').first().click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('link', { name: 'Log in' }).first().click()
  await fill(page, { email, password: 'not this one' })
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.locator('#login .notice.danger').waitFor()
  await page.fill('#password', password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL(`${site}/`)
  await expect.poll(() => page.locator('summary').first().isVisible()).toBe(true)
})

test('a login does not redirect to another site', async () => {
  const email = `${crypto.randomUUID()}@example.com`
  const page = await open(null, '/register?next=//evil.example/steal')
  await fill(page, { email, password })
  await submit(page, '#register')
  await page.waitForURL(`${site}/`)
})

test('a click with an expired session renews the session and succeeds', async () => {
  const email = `${crypto.randomUUID()}@example.com`
  const page = await open(null, '/register?next=/settings?tab=sessions')
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

test('registering an e-mail that has an account offers its login', async () => {
  const page = await open(null, '/register?next=/settings')
  await fill(page, { email: inject('owner').email, password })
  const ways = page.locator('[data-email-is-taken]')
  await ways.getByRole('link', { name: 'Log in' }).waitFor()
  await fill(page, { email: `${crypto.randomUUID()}@example.com` })
  await ways.waitFor({ state: 'hidden' })
  await fill(page, { email: inject('owner').email })
  await submit(page, '#register')
  await ways.getByRole('link', { name: 'Log in' }).click()
  await page.waitForURL('**/login?next=%2Fsettings')
})

test('a common password needs a confirmation, and an obvious password is refused', async () => {
  const page = await open(null, '/register?next=/settings')
  await fill(page, { email: `${crypto.randomUUID()}@example.com`, password: '12345678' })
  await submit(page, '#register')
  await expect.poll(() => page.textContent('[data-error-for="password"]')).toContain('easy to guess')
  await fill(page, { password: 'password2026' })
  await submit(page, '#register')
  await expect.poll(() => page.textContent('dialog[open] h2')).toBe('Use this password?')
  await page.click('dialog[open] [value="cancel"]')
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('password')
  await submit(page, '#register')
  await page.click('dialog[open] [value="yes"]')
  await page.waitForURL('**/settings')
})
