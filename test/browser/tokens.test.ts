import { expect, test } from 'vitest'
import { open } from './support/browser.ts'
import { htmlOf } from './support/html.ts'
import { member } from './support/member.ts'

test('a token is created, shown once, used by a program, and revoked', async () => {
  const person = await member()
  const page = await open(person, '/settings?tab=tokens')
  await expect.poll(() => page.locator('.shown-once').isVisible()).toBe(false)
  await page.fill('[name="name"]', 'backup script')
  await page.fill('[name="expires_in_days"]', '30')
  await page.click('main form [type="submit"]')
  await page.locator('.device', { hasText: 'backup script' }).waitFor()
  const token = (await page.textContent('#new-token')) ?? ''
  expect(token).toMatch(/^joule_/)
  await page.click('.shown-once button')
  await expect.poll(() => page.textContent('.toast')).toBe('Copied.')
  const ask = () => fetch(new URL('/api/level/info', page.url()), { headers: { authorization: `Bearer ${token}` } })
  expect((await ask()).status).toBe(200)
  const { html } = await htmlOf(person, '/settings?tab=tokens')
  expect([html.includes('backup script'), html.includes(token)]).toEqual([true, false])
  await page.click('.device [type="submit"]')
  await page.click('dialog[open] [value="yes"]')
  await expect.poll(() => page.locator('.device').count()).toBe(0)
  expect((await ask()).status).toBe(401)
})
