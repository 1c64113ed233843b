// @module-tag long
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { checkState } from './support/accessible.ts'
import { htmlOf, open, site } from './support/browser.ts'
import { emailOf, member, PASSWORD } from './support/member.ts'

async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(fields))
    await page.fill(`input[name="${name}"]`, value)
}

const submit = (page: Page, form: string) => page.click(`${form} button[type="submit"]`)

test('a user logs in, keeps the session when its token expires, logs out another device, deletes the account, restores it and logs out', async () => {
  const someone = await member()
  const email = await emailOf(someone)
  const page = await open(null, '/settings?tab=sessions')
  await page.waitForURL('**/login?next=**')
  await page
    .locator('.account-switch a[href="/register?next=%2Fsettings%3Ftab%3Dsessions"]')
    .waitFor()
  await fill(page, { email, password: 'not this one' })
  await submit(page, '#login')
  await page.waitForSelector('[data-form-error]:not([hidden])')
  await expect.poll(() => page.inputValue('input[name="email"]')).toBe(email)
  await fill(page, { password: PASSWORD })
  await submit(page, '#login')
  await page.waitForURL('**/settings?tab=sessions')
  await expect.poll(() => page.locator('.device').count()).toBe(2)

  // A click with an expired token renews the session and succeeds.
  await page.context().addCookies([{ name: 'joule_at', value: 'worthless', url: site }])
  await page.fill('.device:first-child .remark input', 'my laptop')
  const saved = page.waitForResponse(
    (response) => response.url().endsWith('/remark') && response.status() === 204,
  )
  await page.press('.device:first-child .remark input', 'Enter')
  await saved
  const token = (await page.context().cookies()).find(({ name }) => name === 'joule_at')?.value
  expect(token).not.toBe('worthless')

  await page.click('.device:last-child form[data-api^="DELETE"] button')
  await page.click('dialog[open] button.danger')
  await expect.poll(() => page.locator('.device').count()).toBe(1)
  await expect.poll(() => page.locator('[data-opens="end-others"]').count()).toBe(0)

  await page.goto(`${site}/settings?tab=account`)
  await page.click('[data-opens="delete-account"]')
  await page.fill('dialog[open] input[name="password"]', PASSWORD)
  await page.click('dialog[open] button[type="submit"]')
  await page.waitForURL(`${site}/`, { waitUntil: 'commit' })
  const cookies = async () => (await page.context().cookies()).map(({ name }) => name)
  await expect.poll(cookies).not.toContain('joule_at')

  await page.goto(`${site}/login`)
  await fill(page, { email, password: PASSWORD })
  await submit(page, '#login')
  await page.waitForURL('**/restore')
  await expect.poll(() => page.url()).not.toContain('token')
  await page.click('form[data-api="POST /api/auth/confirm-restore"] button[type="submit"]')
  await page.waitForURL(`${site}/`, { waitUntil: 'commit' })
  await expect.poll(cookies).toContain('joule_at')
  await page.goto(`${site}/settings?tab=account`)
  await page.click('.top-bar [data-menu] > summary')
  await page.click('form[data-api="POST /api/auth/logout"] button')
  await page.waitForURL(`${site}/`, { waitUntil: 'commit' })
  await expect.poll(cookies).not.toContain('joule_at')
  // A login does not redirect to another site.
  expect((await htmlOf(null, '/login?next=//evil.example/steal')).html).not.toContain('evil')
})

test('without JavaScript users can sign up, follow, choose language and theme, and log out', async () => {
  const author = await member({ username: `plain-${Date.now() % 1e7}` })
  const email = `${crypto.randomUUID()}@example.com`
  const page = await open(null, `/space/${author.uid}`, { javaScriptEnabled: false })
  await page.getByRole('button', { name: '中文' }).click()
  await page.locator('.space-head a.follow').click()
  await page.locator('.account-switch a[href^="/register"]').click()
  await page.getByRole('button', { name: 'English' }).click()
  await fill(page, { email, password: PASSWORD })
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
  await page.getByRole('link', { name: 'Log in' }).first().waitFor()
})

test('a user registers; the form offers the login of an existing account and refuses an obvious password', async () => {
  const page = await open(null, '/register?next=/settings?tab=sessions')
  await fill(page, { email: inject('owner').email, password: '12345678' })
  const ways = page.locator('[data-email-is-taken]')
  await ways.getByRole('link', { name: 'Log in' }).waitFor()
  await checkState(page)
  await fill(page, { email: `${crypto.randomUUID()}@example.com` })
  await ways.waitFor({ state: 'hidden' })
  await submit(page, '#register')
  await expect
    .poll(() => page.textContent('[data-error-for="password"]'))
    .toContain('easy to guess')
  // Enter does not leave the field, so only the response to the registration shows the link.
  await fill(page, { password: PASSWORD, email: inject('owner').email })
  await page.keyboard.press('Enter')
  const login = ways.getByRole('link', { name: 'Log in' })
  await login.waitFor()
  expect(await login.getAttribute('href')).toBe('/login?next=%2Fsettings%3Ftab%3Dsessions')

  await fill(page, { email: `${crypto.randomUUID()}@example.com`, password: 'password2026' })
  await submit(page, '#register')
  await expect.poll(() => page.textContent('dialog[open] h2')).toBe('Use this password?')
  await page.click('dialog[open] [value="cancel"]')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
    .toBe('password')
  await submit(page, '#register')
  await page.click('dialog[open] [value="yes"]')
  await page.waitForURL('**/settings?tab=sessions')
  await expect.poll(() => page.locator('.device').count()).toBe(1)
})
