import { expect, test } from 'vitest'
import { call, logIn, open, theOwner } from './support/browser.ts'
import { htmlOf } from './support/html.ts'
import { member } from './support/member.ts'

const NEW_PASSWORD = 'a password that is new'

async function emailOf(uid: number): Promise<string> {
  return ((await call(await theOwner(), 'GET', `/api/admin/users/${uid}`)) as { email: string }).email
}

/** The link of the newest mail to this address, on the mail page of the owner. */
async function linkTo(email: string): Promise<string> {
  const { html } = await htmlOf(await theOwner(), '/admin/mail')
  const row = html.split('class="admin-row').find((text) => text.includes(`>${email}</a>`))
  return /<a href="([^"]+)">Open link</.exec(row ?? '')?.[1]?.replaceAll('&amp;', '&') ?? ''
}

test('without JavaScript a user requests a password reset, the owner finds the link, and the user sets a new password', async () => {
  const { uid } = await member()
  const email = await emailOf(uid)
  const plain = { javaScriptEnabled: false }
  const page = await open(null, '/login', plain)
  await page.click('text=Forgot your password?')
  await page.fill('[name="email"]', email)
  await page.click('main [type="submit"]')
  await expect.poll(() => page.textContent('h1')).toBe('Look in the terminal')
  await page.goto(await linkTo(email))
  await page.fill('[name="new_password"]', NEW_PASSWORD)
  await page.click('main [type="submit"]')
  await expect.poll(() => page.textContent('h1')).toBe('Password changed')
  expect((await logIn({ email, password: NEW_PASSWORD })).uid).toBe(uid)
})

test('an address is confirmed from the account page and changed by a link sent to the new address', async () => {
  const person = await member()
  const page = await open(person, '/settings?tab=account')
  await page.click('text=Create confirmation link')
  await expect.poll(() => page.textContent('.toast')).toContain('The link appears in the terminal')
  await page.fill('[name="email"]', `new-${person.uid}@example.com`)
  await page.getByRole('button', { name: 'Change e-mail' }).click()
  await expect.poll(() => page.locator('.toast', { hasText: 'The link appears in the terminal' }).count()).toBe(2)
  await page.goto(await linkTo(`new-${person.uid}@example.com`))
  await page.click('main [type="submit"]')
  await expect.poll(() => page.textContent('h1')).toBe('E-mail confirmed')
  expect(await emailOf(person.uid)).toBe(`new-${person.uid}@example.com`)
})

test('an owner creates a password reset link for a user, and the link opens', async () => {
  const { uid } = await member()
  const page = await open(await theOwner(), `/admin/users/${uid}`)
  await page.click('text=Create password reset link')
  await page.click('dialog[open] [value="yes"]')
  await expect.poll(() => page.textContent('.reset-link')).toContain('/reset?token=')
  const { pathname, search } = new URL((await page.textContent('.reset-link')) ?? '')
  expect((await htmlOf(null, pathname + search)).html).toMatch(/<h1[^>]*>Choose a new password</)
})
