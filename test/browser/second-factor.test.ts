import { expect, test } from 'vitest'
import { appWith } from '../features/accounts/second-factor/authenticator.ts'
import { call, open, theOwner } from './support/browser.ts'
import { member, PASSWORD } from './support/member.ts'
import { andLoad } from './support/office.ts'
import { clock } from './support/with-app.ts'

test('two-step verification is set up, required at login, and turned off with a recovery code', async () => {
  const person = await member()
  const page = await open(person, '/settings?tab=security')
  await page.fill('[data-totp-start] [name="password"]', PASSWORD)
  await page.click('[data-totp-start] [type="submit"]')
  await page.locator('[data-totp-set-up]').waitFor({ state: 'visible' })
  expect(await page.evaluate(() => document.querySelector<HTMLImageElement>('[data-totp-picture] img')?.decode())).toBe(
    undefined,
  )
  const secret = ((await page.textContent('[data-totp-secret]')) ?? '').replaceAll(' ', '')
  const app = appWith(secret, clock)
  const used = await app.code()
  await page.fill('[name="code"]', used)
  await page.click('[data-totp-set-up] [type="submit"]')
  await page.locator('[data-totp-done]').waitFor({ state: 'visible' })
  const codes = ((await page.innerText('#recovery-codes')) ?? '').split('\n')
  expect(codes).toHaveLength(10)

  const { email } = (await call(await theOwner(), 'GET', `/api/admin/users/${person.uid}`)) as { email: string }
  const login = await open(null, '/login?next=/settings?tab=security')
  await login.fill('[name="email"]', email)
  await login.fill('[name="password"]', PASSWORD)
  await login.click('#login [type="submit"]')
  await login.locator('[data-code-half]').waitFor({ state: 'visible' })
  await login.fill('[name="code"]', used)
  await login.click('#second-factor [type="submit"]')
  await expect.poll(() => login.textContent('[data-error-for="code"]')).not.toBe('')
  // The next code is valid already, because a clock may be one step off.
  await login.fill('[name="code"]', await app.code(1))
  await andLoad(login, () => login.click('#second-factor [type="submit"]'))
  await expect.poll(() => new URL(login.url()).search).toBe('?tab=security')

  const off = login.locator('form', { has: login.locator('[name="code"]') })
  await off.locator('[name="password"]').fill(PASSWORD)
  await off.locator('[name="code"]').fill(codes[0] ?? '')
  await andLoad(login, () => off.locator('button.danger').click())
  await login.locator('[data-totp-start]').waitFor({ state: 'visible' })
})
