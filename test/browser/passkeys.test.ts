import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { authenticatorOf } from './support/authenticator.ts'
import { newBrowserOf, site } from './support/browser.ts'
import { batch, member } from './support/member.ts'
import { andLoad } from './support/office.ts'

type Device = Awaited<ReturnType<typeof authenticatorOf>>

test('a passkey is added, logs in by button and by autofill, is renamed, confirms only if the device verifies its user, and is removed; an autofill request that is late does not abort the login by button', async () => {
  const someone = await member()
  const context = await newBrowserOf(someone)
  const page = await context.newPage()
  const device = await authenticatorOf(page)
  await page.goto(`${site}/settings?tab=security`)
  const add = async () => {
    await page.fill('#passkey-name', 'My laptop')
    await page.click('[data-passkey-adding] [type="submit"]')
  }
  await andLoad(page, add)
  await page.locator('.device [value="My laptop"]').waitFor()
  expect(await device.credentials()).toHaveLength(1)
  await add()
  await page
    .locator('[data-passkey-adding] [data-form-error]:not([hidden])', { hasText: 'already' })
    .waitFor()

  // Without a user at the device the autofill request waits.
  await device.present(false)
  await logOut()
  await page.goto(`${site}/login?next=/settings?tab=security`)
  await device.asked()
  await device.present(true)
  await andLoad(page, () => page.click('#passkey [type="submit"]'))
  await expect.poll(() => new URL(page.url()).search).toBe('?tab=security')
  await page.locator('.device', { hasText: 'Last used' }).first().waitFor()

  await logOut()
  // The browser may leave this page for the next one before it has loaded.
  await page.goto(`${site}/login?next=/settings?tab=security`, { waitUntil: 'commit' })
  await expect.poll(() => new URL(page.url()).search).toBe('?tab=security')

  await page.fill('.device [name="name"]', 'Old laptop')
  await page.keyboard.press('Enter')
  await page.locator('.toast', { hasText: 'Name saved' }).waitFor()

  await confirmWithPasskey()
  await page.click('[aria-label="Remove the passkey Old laptop"]')
  await andLoad(page, () => page.click('dialog[open] [value="yes"]'))
  await page.locator('.faint', { hasText: 'No passkeys yet' }).waitFor()

  await device.present(false)
  await logOut()
  await page.goto(`${site}/login`)
  await device.asked()
  await device.present(true)
  await page.click('#passkey [type="submit"]')
  await page
    .locator('#passkey [data-form-error]:not([hidden])', { hasText: 'was not accepted' })
    .waitFor()

  await device.present(false)
  await expectButtonComesFirst(page, device)

  async function logOut(): Promise<void> {
    await context.clearCookies()
  }

  /** Confirms a session on `/confirm`, as a user without a password and with old sessions. */
  async function confirmWithPasskey(): Promise<void> {
    const [[user]] = (await batch([
      sql`SELECT password_hash AS hash FROM users WHERE uid = ${someone.uid}`,
      sql`UPDATE users SET password_hash = NULL WHERE uid = ${someone.uid}`,
      sql`UPDATE sessions SET created_at = ${new Date(0).toISOString()}, confirmed_at = NULL
          WHERE user_id = ${someone.uid}`,
    ])) as [[{ hash: string }]]
    const confirmed = async () => {
      const [rows] = await batch([
        sql`SELECT 1 FROM sessions WHERE user_id = ${someone.uid} AND confirmed_at IS NOT NULL`,
      ])
      return rows?.length
    }
    const confirm = () => page.click('#passkey [type="submit"]')
    const problem = (words: string) =>
      page.locator('#passkey [data-form-error]:not([hidden])', { hasText: words }).waitFor()
    await page.goto(`${site}/confirm?next=/settings?tab=security`)
    await expect.poll(() => page.locator('#password').count()).toBe(0)
    await device.verified(false)
    await confirm()
    await problem('was not completed')
    await expect.poll(confirmed).toBe(0)
    await device.verified(true)
    // A device that does not verify its user.
    await page.route('**/api/auth/passkey/options', async (route) => {
      const response = await route.fetch()
      await route.fulfill({
        response,
        json: { ...(await response.json()), userVerification: 'discouraged' },
      })
    })
    await confirm()
    await problem('did not ask')
    await expect.poll(confirmed).toBe(0)
    await page.unrouteAll()
    await andLoad(page, confirm)
    await expect.poll(() => new URL(page.url()).search).toBe('?tab=security')
    await expect.poll(confirmed).toBe(1)
    // The only login method cannot be removed.
    await batch([sql`UPDATE users SET password_hash = ${user.hash} WHERE uid = ${someone.uid}`])
  }
})

/** An autofill request that is late or about to start does not abort the login by button. */
async function expectButtonComesFirst(page: Page, device: Device): Promise<void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let asked = 0
  await page.route('**/api/auth/passkey/options', async (route) => {
    if (asked++ === 0) await released
    await route.continue()
  })
  await page.goto(`${site}/login`)
  await expect.poll(() => asked).toBe(1)
  await page.click('#passkey [type="submit"]')
  await device.asked()
  const offer = page.waitForResponse('**/api/auth/passkey/options')
  release()
  await (await offer).finished()
  // One more round trip: by then the page has processed the autofill options.
  await page.evaluate(async () => (await fetch('/healthz')).text())
  await expect.poll(device.timesAsked).toBe('1, by the button')
  await page.unrouteAll()

  // The autofill checks twice whether the browser supports it, the second time after it has its
  // options.
  await page.addInitScript(() => {
    let looks = 0
    PublicKeyCredential.isConditionalMediationAvailable = async () => {
      if (++looks === 2) await new Promise((resolve) => addEventListener('continue-check', resolve))
      return true
    }
  })
  const options = page.waitForResponse('**/api/auth/passkey/options')
  await page.goto(`${site}/login`)
  await (await options).finished()
  await page.click('#passkey [type="submit"]')
  await device.asked()
  await page.evaluate(() => dispatchEvent(new Event('continue-check')))
  await expect.poll(device.timesAsked).toBe('3, by the button')
}
