import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { DEFAULT_IDENTITY } from '#features/core/identity/identity.ts'
import { messageOf } from '#features/core/mail/message.ts'
import { LANGUAGES } from '#kernel/i18n.ts'
import { open, pageOf, theOwner } from './support/browser.ts'
import { batch } from './support/database.ts'

test('the owner sends a test mail, reads it on the mail page and opens its link', async () => {
  const owner = await theOwner()
  await batch([sql`UPDATE users SET email_verified_at = created_at WHERE uid = ${owner.uid}`])
  const page = await open(owner, '/admin/mail')
  await page.click('text=Send me a test mail')
  await page.waitForSelector('.admin-row >> text=A test mail from Joule')
  const row = page.locator('.admin-row').first()
  await row.locator('summary').click()
  await expect.poll(() => row.locator('pre').textContent()).toContain('the site can send e-mail')
  await row.locator('text=Open link').click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/admin/mail')
})

test('a mail fits a phone screen in both languages, and its button can be pressed', async () => {
  const long = 'https://example.com/'.padEnd(300, 'x')
  const letter = {
    lines: [`A line. ${long}`],
    action: { label: 'Press', path: '/reset?token='.padEnd(80, 'a') },
    notes: [],
  }
  const about = { address: 'a@example.com', site: 'https://joule.test', subject: 'A subject' }
  const page = await pageOf(null, { viewport: { width: 360, height: 640 } })
  for (const language of LANGUAGES) {
    const { html } = messageOf({ ...about, language, letter: JSON.stringify(letter) }, DEFAULT_IDENTITY)
    await page.setContent(html)
    expect(await page.evaluate('document.documentElement.scrollWidth'), language).toBeLessThanOrEqual(360)
    const button = await page.locator('.button').boundingBox()
    expect(button?.height, language).toBeGreaterThanOrEqual(44)
  }
})
