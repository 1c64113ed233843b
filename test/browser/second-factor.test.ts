import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { appWith } from '../features/accounts/second-factor/authenticator.ts'
import { call, open, theOwner } from './support/browser.ts'
import { batch } from './support/database.ts'
import { member, PASSWORD } from './support/member.ts'
import { andLoad } from './support/office.ts'
import { clock } from './support/with-app.ts'

test('two-step verification is set up, required at login, and turned off after a confirmation with a recovery code', async () => {
  const person = await member()
  const page = await open(person, '/settings?tab=security')
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

  await batch([sql`UPDATE sessions SET confirmed_at = '2020-01-01T00:00:00.000Z' WHERE user_id = ${person.uid}`])
  await login.locator('button.danger', { hasText: 'Turn off' }).click()
  const dialog = login.locator('dialog[open]')
  await dialog.locator('[name="password"]').fill('not this one')
  await dialog.locator('[name="code"]').fill(codes[0] ?? '')
  await dialog.locator('[type="submit"]').click()
  await expect.poll(() => dialog.locator('[role="alert"]').textContent()).toContain('Wrong password')
  await dialog.locator('[name="password"]').fill(PASSWORD)
  await andLoad(login, () => dialog.locator('[type="submit"]').click())
  await login.locator('[data-totp-start]').waitFor({ state: 'visible' })
})
