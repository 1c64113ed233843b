import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { htmlOf, logIn, open, theOwner } from './support/browser.ts'
import { batch, emailOf, member, PASSWORD } from './support/member.ts'
import { andLoad } from './support/office.ts'

const NEW_PASSWORD = 'a password that is new'

/** The link of the newest mail to this address, on the mail page of the owner. */
async function linkTo(email: string): Promise<string> {
  const { html } = await htmlOf(await theOwner(), '/admin/mail')
  const row = html.split('class="admin-row').find((text) => text.includes(`>${email}</a>`))
  return /<a href="([^"]+)">Open link</.exec(row ?? '')?.[1]?.replaceAll('&amp;', '&') ?? ''
}

test('without JavaScript, a user requests a password reset, the owner finds the link, and the user sets a new password', async () => {
  const person = await member()
  const email = await emailOf(person)
  const page = await open(null, '/login', { javaScriptEnabled: false })
  await page.click('text=Forgot your password?')
  await page.fill('[name="email"]', email)
  await page.click('main [type="submit"]')
  await expect.poll(() => page.textContent('h1')).toBe('Look in the terminal')
  await page.goto(await linkTo(email))
  await page.fill('[name="new_password"]', NEW_PASSWORD)
  await page.click('main [type="submit"]')
  await expect.poll(() => page.textContent('h1')).toBe('Password changed')
  expect((await logIn({ email, password: NEW_PASSWORD })).uid).toBe(person.uid)
})

test('an owner creates a password reset link for a user, and the link opens', async () => {
  const { uid } = await member()
  const page = await open(await theOwner(), `/admin/users/${uid}`)
  await page.click('text=Create password reset link')
  await page.click('dialog[open] [value="yes"]')
  await expect.poll(() => page.textContent('.reset-link')).toContain('/reset?token=')
  const { pathname, search } = new URL((await page.locator('.reset-link').textContent()) ?? '')
  const { html } = await htmlOf(null, pathname + search)
  expect(html).toMatch(/<h1[^>]*>Choose a new password</)
})

test('the settings confirm an address by a link, change it by a link to the new address, and change the password, which is typed twice', async () => {
  const person = await member()
  const page = await open(person, '/settings?tab=account')
  await page.getByRole('button', { name: 'Create confirmation link' }).click()
  const toasts = page.locator('.toast', { hasText: 'The link appears in the terminal' })
  await toasts.waitFor()
  const address = `new-${person.uid}@example.com`
  await page.fill('[name="email"]', address)
  await page.getByRole('button', { name: 'Change e-mail' }).click()
  await expect.poll(() => toasts.count()).toBe(2)
  await page.goto(await linkTo(address))
  await page.click('main [type="submit"]')
  await expect.poll(() => page.textContent('h1')).toBe('E-mail confirmed')
  expect(await emailOf(person)).toBe(address)

  await page.goto(new URL('/settings?tab=password', page.url()).href)
  await page.fill('[name="current_password"]', PASSWORD)
  await page.fill('[name="new_password"]', NEW_PASSWORD)
  await page.fill('[name="repeat"]', 'another password')
  const save = page.locator('form[data-api$="/settings/password"] [type="submit"]')
  await save.click()
  await page.locator('[data-error-for="repeat"]:not([hidden])').waitFor()
  await page.fill('[name="repeat"]', NEW_PASSWORD)
  await save.click()
  await page.locator('.toast', { hasText: 'Password changed' }).waitFor()
  await expect.poll(() => page.inputValue('[name="new_password"]')).toBe('')
  expect((await logIn({ email: address, password: NEW_PASSWORD })).uid).toBe(person.uid)
})

test('the owner sends a test mail, reads it on the mail page and opens its link', async () => {
  const owner = await theOwner()
  await batch([sql`UPDATE users SET email_verified_at = created_at WHERE uid = ${owner.uid}`])
  const page = await open(owner, '/admin/mail')
  await andLoad(page, () => page.getByRole('button', { name: 'Send me a test mail' }).click())
  const row = page.locator('.admin-row').first()
  await row.getByText('A test mail from Joule').waitFor()
  await row.locator('summary').click()
  await expect.poll(() => row.locator('pre').textContent()).toContain('the site can send e-mail')
  await andLoad(page, () => row.getByText('Open link').click())
  await expect.poll(() => new URL(page.url()).pathname).toBe('/admin/mail')
})
