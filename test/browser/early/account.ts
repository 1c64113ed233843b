import { Buffer } from 'node:buffer'
import { expect, inject } from 'vitest'
import { call, site, theOwner } from '../support/browser.ts'
import { person } from '../support/community.ts'
import { member, PASSWORD } from '../support/member.ts'
import { dropImage, IMAGE } from './images.ts'
import type { Visit } from './visit.ts'

const challenge = async (value: boolean) =>
  call(await theOwner(), 'PUT', '/api/admin/site-settings', { key: 'registration.challenge', value })

export const account: Visit[] = [
  {
    kind: 'typed text with a check',
    opens: async () => [null, '/register'],
    lines: [
      {
        of: ['behaviors/account/check-email'],
        action: 'type an e-mail that is taken and leave the field',
        async early(page) {
          await page.fill('[name="email"]', inject('owner').email)
          await page.locator('[name="password"]').focus()
        },
        effect: (page) => page.locator('[data-error-for="email"]:not([hidden])').waitFor(),
      },
      {
        of: ['behaviors/account/password-strength'],
        action: 'type a password',
        early: (page) => page.fill('[name="password"]', 'correct horse battery'),
        effect: (page) => page.locator('[data-strength-of]:not([hidden])').waitFor(),
      },
      {
        of: ['behaviors/account/show-password'],
        action: 'press the eye button',
        early: (page) => page.locator('[data-shows-password]').first().click(),
        async effect(page) {
          await expect.poll(() => page.getAttribute('[name="password"]', 'type')).toBe('text')
          await expect.poll(() => page.inputValue('[name="password"]')).toBe('correct horse battery')
        },
      },
    ],
  },
  {
    async opens() {
      await challenge(true)
      return [null, '/register']
    },
    lines: [
      {
        of: ['behaviors/account/solve-challenge'],
        action: 'register on a site with a challenge',
        async early(page) {
          await page.fill('[name="email"]', `${crypto.randomUUID()}@example.com`)
          await page.fill('[name="password"]', PASSWORD)
          await page.click('#register [type="submit"]')
        },
        async effect(page) {
          await page.waitForURL(`${site}/`)
          await challenge(false)
        },
      },
    ],
  },
  {
    opens: async () => [null, '/login'],
    lines: [
      {
        of: ['behaviors/forms/api-form', 'behaviors/account/restore'],
        action: 'log in to an account that is due for deletion, pressing twice',
        async early(page) {
          const leaving = await member()
          const owner = await theOwner()
          const { email } = (await call(owner, 'GET', `/api/admin/users/${leaving.uid}`)) as { email: string }
          await call(leaving, 'POST', '/api/settings/delete-account', { password: PASSWORD })
          await page.fill('[name="email"]', email)
          await page.fill('[name="password"]', PASSWORD)
          await page.dblclick('main form [type="submit"]')
          await expect.poll(() => new URL(page.url()).search).toBe('')
        },
        async effect(page) {
          await page.waitForURL('**/restore')
          await page.locator('[data-restore]:not([hidden])').waitFor()
        },
      },
    ],
  },
  {
    opens: async () => [await person(60, 40), '/settings'],
    lines: [
      {
        of: ['behaviors/forms/counters'],
        action: 'type a signature',
        early: (page) => page.fill('[name="signature"]', 'one line'),
        effect: (page) => expect.poll(() => page.textContent('[data-counter-of="signature"]')).toBe('8 / 80'),
      },
      {
        of: ['behaviors/forms/ask-when-changed', 'behaviors/forms/confirm'],
        action: 'submit another name',
        async early(page) {
          await page.fill('[name="username"]', `other-${Date.now() % 1e8}`)
          await page.click('.profile-form [type="submit"]')
        },
        effect: (page) => page.locator('dialog[open] [value="yes"]').waitFor(),
      },
    ],
  },
  {
    opens: async () => [await member(), '/settings'],
    lines: [
      {
        of: [
          'behaviors/account/avatar',
          'behaviors/account/avatar-card',
          'behaviors/account/avatar-cropping',
          'first/choose-files',
          'first/record-early',
        ],
        action: 'choose an image in the file dialog',
        async early(page) {
          const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.click('[data-chooses-file]')])
          await chooser.setFiles(IMAGE)
          await expect.poll(() => page.getAttribute('[data-avatar] [data-chooses-file]', 'aria-busy')).toBe('true')
        },
        effect: (page) => page.locator('[data-avatar] dialog[open] canvas').waitFor(),
      },
    ],
  },
  {
    kind: 'file, behaviour loaded later',
    opens: async () => [await member(), '/settings'],
    blocks: 'lazy',
    lines: [
      {
        of: ['behaviors/account/avatar'],
        action: 'choose a file that is not an image before the code of the card is loaded',
        early: (page) =>
          page.setInputFiles('[data-avatar] input[type="file"]', {
            name: 'me.png',
            mimeType: 'image/png',
            buffer: Buffer.from('not a picture'),
          }),
        effect: (page) => page.locator('[data-avatar-problem]:not([hidden])').waitFor(),
      },
    ],
  },
  {
    opens: async () => [await member(), '/settings'],
    lines: [
      {
        of: ['behaviors/forms/file-drops'],
        action: 'drop an image onto the card',
        early: (page) => dropImage(page, '#avatar-hint'),
        effect: (page) => page.locator('[data-avatar] dialog[open] canvas').waitFor(),
      },
    ],
  },
  {
    kind: 'list',
    async opens() {
      const traveller = await member()
      await call(traveller, 'PUT', '/api/settings/time-zone', { time_zone: 'Europe/Berlin' })
      return [traveller, '/settings']
    },
    lines: [
      {
        of: ['behaviors/account/time-zones'],
        action: 'choose the time zone of the browser',
        early: (page) => page.selectOption('[name="time_zone"]', ''),
        async effect(page) {
          await page.locator('[name="time_zone"] [value="America/New_York"]').waitFor({ state: 'attached' })
          await expect.poll(() => page.inputValue('[name="time_zone"]')).toBe('')
        },
      },
    ],
  },
  {
    kind: 'switch',
    opens: async () => [await member(), '/settings?tab=notifications'],
    lines: [
      {
        of: ['behaviors/forms/toggle'],
        action: 'turn one switch, and another one on and off',
        async early(page) {
          for (const kind of ['like', 'comment', 'comment']) await page.click(`#notify-${kind}`)
        },
        async effect(page, who) {
          await page.locator('.toast:not([data-slow])').waitFor()
          await expect.poll(() => page.locator('.toast:not([data-slow])').count()).toBe(1)
          const shown = () => Promise.all(['like', 'comment'].map((kind) => page.isChecked(`#notify-${kind}`)))
          await expect.poll(shown).toEqual([false, true])
          expect(await call(who, 'GET', '/api/settings/notify-prefs')).toMatchObject({ like: false, comment: true })
        },
      },
    ],
  },
  {
    kind: 'link and dialog',
    opens: async () => [await member(), '/settings?tab=account'],
    lines: [
      {
        of: ['behaviors/forms/downloads', 'behaviors/account/export-progress'],
        action: 'download the own data, by the plain link',
        early: (page) => page.click('a[href="/settings/export/json"]'),
        effect: (page) => page.waitForEvent('download'),
      },
      {
        of: ['behaviors/forms/dialogs'],
        action: 'open a dialog',
        early: (page) => page.click('[data-opens]'),
        effect: (page) => page.locator('dialog[open] [name="password"]').waitFor(),
      },
    ],
  },
]
