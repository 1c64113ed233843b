import type { Page } from 'playwright-core'
import { inject } from 'vitest'
import { theOwner } from '../support/browser.ts'
import { person } from '../support/community.ts'
import { IMAGE } from '../support/images.ts'
import { member, submitLogin, withApp } from '../support/member.ts'
import type { Group, State } from './walk.ts'

/** A form that was submitted empty. */
const sentEmpty = (button: string): State => ['sent empty', (page) => page.click(button), '.field-error:not([hidden])']

export async function statesOfAccounts(): Promise<Group[]> {
  const [one, owner, careful] = [await person(), await theOwner(), await member()]
  await withApp(careful)
  return [
    {
      who: null,
      path: '/register',
      states: [
        sentEmpty('#register .primary'),
        [
          'the e-mail is taken',
          async (page) => {
            await page.fill('[name="email"]', inject('owner').email)
            await page.locator('[name="password"]').focus()
          },
          '[data-email-is-taken] a',
        ],
      ],
    },
    {
      who: null,
      path: '/login',
      states: [
        sentEmpty('#login .primary'),
        ['the code of a second factor', (page) => submitLogin(page, careful), '[data-code-half]:not([hidden])'],
      ],
    },
    { who: null, path: '/forgot', states: [sentEmpty('main form .primary')] },
    { who: one, path: '/settings?tab=password', states: [sentEmpty('main form [type=submit]')] },
    {
      who: one,
      path: '/settings?tab=tokens',
      states: [sentEmpty('main form [type=submit]'), ['a new token', makeToken, '.device']],
    },
    {
      who: one,
      path: '/settings',
      states: [
        [
          'an avatar is cropped',
          (page) => page.setInputFiles('[data-avatar] input[type="file"]', IMAGE),
          '[data-avatar] dialog[open] canvas',
        ],
      ],
    },
    {
      who: await member(),
      path: '/settings?tab=security',
      states: [['the secret of a second factor', startTotp, '[data-totp-set-up]:not([hidden])']],
    },
    { who: owner, path: '/admin/energy', states: [sentEmpty('.adjust [type=submit]')] },
  ]
}

async function makeToken(page: Page): Promise<void> {
  await page.fill('[name="name"]', 'backup script')
  await page.click('main form [type="submit"]')
}

async function startTotp(page: Page): Promise<void> {
  await page.click('[data-totp-start] [type="submit"]')
}
