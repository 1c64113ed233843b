import { sql } from 'drizzle-orm'
import { authenticatorOf } from '../support/authenticator.ts'
import { call, theOwner } from '../support/browser.ts'
import { batch } from '../support/database.ts'
import { member, PASSWORD } from '../support/member.ts'
import { withApp } from '../support/with-app.ts'
import type { Visit } from './visit.ts'

export const factors: Visit[] = [
  {
    opens: async () => [null, '/login'],
    lines: [
      {
        of: ['behaviors/account/second-factor'],
        action: 'log in with two-step verification',
        async early(page) {
          const careful = await member()
          const { email } = (await call(await theOwner(), 'GET', `/api/admin/users/${careful.uid}`)) as {
            email: string
          }
          await withApp(careful)
          await page.fill('[name="email"]', email)
          await page.fill('[name="password"]', PASSWORD)
          await page.click('#login [type="submit"]')
        },
        effect: (page) => page.locator('[data-code-half]:not([hidden])').waitFor(),
      },
    ],
  },
  {
    needsNewBrowser: true,
    opens: async () => [null, '/login'],
    lines: [
      {
        of: ['behaviors/account/passkey-login'],
        action: 'log in by passkey without having one',
        async early(page) {
          await authenticatorOf(page)
          await page.click('#passkey [type="submit"]')
        },
        effect: (page) => page.locator('#passkey [data-form-error]:not([hidden])').waitFor(),
      },
    ],
  },
  {
    needsNewBrowser: true,
    async opens() {
      const holder = await member()
      await batch([
        sql`INSERT INTO passkeys (user_id, credential_id, public_key, counter, transports, name, created_at)
            VALUES (${holder.uid}, ${crypto.randomUUID()}, 'a key', 0, '[]', 'my phone', ${new Date().toISOString()})`,
      ])
      return [holder, '/confirm?next=/settings']
    },
    lines: [
      {
        of: ['behaviors/account/passkey-confirmation'],
        action: 'confirm by a passkey that this device does not have',
        async early(page) {
          await authenticatorOf(page)
          await page.click('#passkey [type="submit"]')
        },
        effect: (page) => page.locator('#passkey [data-form-error]:not([hidden])').waitFor(),
      },
    ],
  },
  {
    needsNewBrowser: true,
    opens: async () => [await member(), '/settings?tab=security'],
    lines: [
      {
        of: ['behaviors/account/passkey-adding'],
        action: 'add a passkey',
        async early(page) {
          await authenticatorOf(page)
          await page.fill('#passkey-name', 'early key')
          await page.click('[data-passkey-adding] [type="submit"]')
        },
        effect: (page) => page.locator('.device [value="early key"]').waitFor(),
      },
    ],
  },
  {
    opens: async () => [await member(), '/settings?tab=security'],
    lines: [
      {
        of: ['behaviors/account/set-up-totp'],
        action: 'set up two-step verification',
        early: (page) => page.click('[data-totp-start] [type="submit"]'),
        effect: (page) => page.locator('[data-totp-set-up]:not([hidden])').waitFor(),
      },
    ],
  },
  {
    opens: async () => [await member(), '/settings?tab=tokens'],
    lines: [
      {
        of: ['behaviors/account/new-token', 'behaviors/forms/copy-shown'],
        action: 'create a token',
        async early(page) {
          await page.fill('[name="name"]', 'early')
          await page.click('main form [type="submit"]')
        },
        async effect(page) {
          await page.locator('.device', { hasText: 'early' }).waitFor()
          await page.click('[data-copies]')
          await page.locator('.toast', { hasText: 'opied' }).waitFor()
        },
      },
    ],
  },
]
