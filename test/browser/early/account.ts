import { Buffer } from 'node:buffer'
import { expect, inject } from 'vitest'
import { call, theOwner } from '../support/browser.ts'
import { person } from '../support/community.ts'
import { member, PASSWORD } from '../support/member.ts'
import { dropPicture, PICTURE } from './pictures.ts'
import type { Visit } from './visit.ts'

export const account: Visit[] = [
  {
    kind: 'typed text with a check',
    opens: async () => [null, '/register'],
    lines: [
      {
        of: ['behaviors/account/check-email'],
        does: 'an e-mail that is taken is typed and left',
        async early(page) {
          await page.fill('[name="email"]', inject('owner').email)
          await page.locator('[name="password"]').focus()
        },
        comes: (page) => page.locator('[data-error-for="email"]:not([hidden])').waitFor(),
      },
      {
        of: ['behaviors/account/password-strength'],
        does: 'a password is typed',
        early: (page) => page.fill('[name="password"]', 'correct horse battery'),
        comes: (page) => page.locator('[data-strength-of]:not([hidden])').waitFor(),
      },
      {
        of: ['behaviors/account/show-password'],
        does: 'the eye is pressed',
        early: (page) => page.locator('[data-shows-password]').first().click(),
        async comes(page) {
          await expect.poll(() => page.getAttribute('[name="password"]', 'type')).toBe('text')
          await expect.poll(() => page.inputValue('[name="password"]')).toBe('correct horse battery')
        },
      },
    ],
  },
  {
    opens: async () => [null, '/login'],
    lines: [
      {
        of: ['behaviors/forms/api-form', 'behaviors/account/restore'],
        does: 'somebody who waits for deletion logs in, pressing twice',
        async early(page) {
          const leaving = await member()
          const owner = await theOwner()
          const { email } = (await call(owner, 'GET', `/api/admin/users/${leaving.uid}`)) as { email: string }
          await call(leaving, 'POST', '/api/settings/delete-account', { password: PASSWORD })
          await page.fill('[name="email"]', email)
          await page.fill('[name="password"]', PASSWORD)
          await page.dblclick('main form [type="submit"]')
          expect(new URL(page.url()).search).toBe('')
        },
        async comes(page) {
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
        does: 'a signature is typed',
        early: (page) => page.fill('[name="signature"]', 'one line'),
        comes: (page) => expect.poll(() => page.textContent('[data-counter-of="signature"]')).toBe('8 / 80'),
      },
      {
        of: ['behaviors/forms/ask-when-changed', 'behaviors/forms/confirm'],
        does: 'another name is sent',
        async early(page) {
          await page.fill('[name="username"]', `other-${Date.now() % 1e8}`)
          await page.click('.profile-form [type="submit"]')
        },
        comes: (page) => page.locator('dialog[open] [value="yes"]').waitFor(),
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
        does: 'a picture is chosen in the dialog of the button',
        async early(page) {
          const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.click('[data-chooses-file]')])
          await chooser.setFiles(PICTURE)
          await expect.poll(() => page.getAttribute('[data-avatar] [data-chooses-file]', 'aria-busy')).toBe('true')
        },
        comes: (page) => page.locator('[data-avatar] dialog[open] canvas').waitFor(),
      },
    ],
  },
  {
    kind: 'file, behaviour loaded later',
    opens: async () => [await member(), '/settings'],
    holds: 'lazy',
    lines: [
      {
        of: ['behaviors/account/avatar'],
        does: 'something that is no picture is chosen before the code of the card is there',
        early: (page) =>
          page.setInputFiles('[data-avatar] input[type="file"]', {
            name: 'me.png',
            mimeType: 'image/png',
            buffer: Buffer.from('not a picture'),
          }),
        comes: (page) => page.locator('[data-avatar-problem]:not([hidden])').waitFor(),
      },
    ],
  },
  {
    opens: async () => [await member(), '/settings'],
    lines: [
      {
        of: ['behaviors/forms/file-drops'],
        does: 'a picture is dropped onto the card',
        early: (page) => dropPicture(page, '#avatar-hint'),
        comes: (page) => page.locator('[data-avatar] dialog[open] canvas').waitFor(),
      },
    ],
  },
  {
    kind: 'switch',
    opens: async () => [await member(), '/settings?tab=notifications'],
    lines: [
      {
        of: ['behaviors/forms/toggle'],
        does: 'one switch is turned, another one there and back',
        async early(page) {
          await page.locator('[role="switch"]').nth(0).click()
          await page.locator('[role="switch"]').nth(1).click()
          await page.locator('[role="switch"]').nth(1).click()
        },
        async comes(page) {
          await page.locator('.toast:not([data-slow])').waitFor()
          await expect.poll(() => page.locator('.toast:not([data-slow])').count()).toBe(1)
          const before = [await page.locator('[role="switch"]').nth(0).isChecked(), true]
          await page.reload()
          const after = [0, 1].map((nth) => page.locator('[role="switch"]').nth(nth).isChecked())
          await expect.poll(() => Promise.all(after)).toEqual(before)
          expect(before[0]).toBe(false)
        },
      },
    ],
  },
  {
    kind: 'link and dialog',
    opens: async () => [await member(), '/settings?tab=account'],
    lines: [
      {
        of: ['behaviors/forms/downloads'],
        does: 'the own data are downloaded, by the link itself',
        early: (page) => Promise.all([page.waitForEvent('download'), page.click('a[download]')]),
        comes: async () => {},
      },
      {
        of: ['behaviors/forms/dialogs'],
        does: 'a dialog is asked for',
        early: (page) => page.click('[data-opens]'),
        comes: (page) => page.locator('dialog[open] [name="password"]').waitFor(),
      },
    ],
  },
]
