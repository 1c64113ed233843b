import { expect } from 'vitest'
import { ask, say } from '../support/community.ts'
import { Office } from '../support/office.ts'
import { advanceTimers } from '../support/time.ts'
import { IMAGE } from './images.ts'
import type { Visit } from './visit.ts'

let opened: Promise<Office> | undefined
const office = () => {
  opened ??= Office.open()
  return opened
}

/** Posts in the review queue. Sequential, because the review setting applies to the whole site. */
let queued: Promise<number[]> | undefined
async function inReview(nth: number): Promise<number> {
  queued ??= office().then((staff) => staff.submitted('Early one', 'Early two', 'Early three', 'Early four'))
  return (await queued)[nth] ?? 0
}

export const administration: Visit[] = [
  {
    opens: async () => [(await office()).reviewer, `/admin/posts?id=${await inReview(0)}`],
    lines: [
      {
        of: ['admin/approval', 'admin/shortcuts', 'behaviors/position-toasts', 'behaviors/undo'],
        action: 'approve a post by its shortcut',
        async early(page) {
          await page.keyboard.press('a')
          await expect.poll(() => page.getAttribute('[data-key="a"]', 'aria-busy')).toBe('true')
        },
        async effect(page) {
          await page.locator('.toast .undo').waitFor()
          await advanceTimers(page)
          await expect.poll(async () => (await office()).statusOf(await inReview(0))).toBe('approved')
        },
      },
    ],
  },
  {
    opens: async () => [(await office()).reviewer, `/admin/posts?id=${await inReview(1)}`],
    lines: [
      {
        of: ['admin/shortcuts'],
        action: 'turn the shortcuts off',
        early: (page) => page.uncheck('[data-shortcuts]'),
        async effect(page) {
          await page.waitForLoadState()
          await expect.poll(() => page.isChecked('[data-shortcuts]')).toBe(false)
          await page.reload()
          await expect.poll(() => page.isChecked('[data-shortcuts]')).toBe(false)
        },
      },
      {
        of: ['admin/reason-dialog', 'behaviors/forms/dialogs'],
        action: 'start a rejection',
        early: async () => {},
        async effect(page) {
          await page.click('[data-opens="reject-dialog"]')
          await expect.poll(() => page.innerText('dialog[open] h2')).toBe('Reject “Early two”')
        },
      },
    ],
  },
  {
    opens: async () => [(await office()).reviewer, `/admin/posts?id=${await inReview(2)}`],
    lines: [
      {
        of: ['admin/reason-dialog'],
        action: 'start a rejection: its dialog is filled before it opens',
        early: (page) => page.click('[data-opens="reject-dialog"]'),
        effect: async (page) => {
          await page.locator('dialog[open]').waitFor()
          await expect.poll(() => page.innerText('dialog[open] h2')).toBe('Reject “Early three”')
        },
      },
    ],
  },
  {
    opens: async () => [(await office()).reviewer, `/admin/posts?id=${await inReview(3)}`],
    lines: [
      {
        of: ['admin/conflict'],
        action: 'approve a post that another admin has just rejected',
        async early(page) {
          const { other } = await office()
          const id = await inReview(3)
          const version = Number(await page.locator('.decision [name="version"]').inputValue())
          await ask(other, 'POST', `/api/admin/posts/${id}/reject`, { reason: 'No', version })
          await page.click('.decision [type="submit"]')
        },
        async effect(page) {
          await page.locator('.toast .undo').waitFor()
          await advanceTimers(page)
          await page.locator('dialog[open] #confirm-title').waitFor()
        },
      },
    ],
  },
  {
    kind: 'checkbox',
    async opens() {
      const { author, reviewer } = await office()
      const staff = await office()
      await staff.tidy()
      const post = await staff.written('Much discussed')
      const word = `w${Date.now()}`
      for (const n of [1, 2, 3]) await say(author, post, `${word} ${n}`)
      return [reviewer, `/admin/comments?q=${word}`]
    },
    lines: [
      {
        of: ['admin/batch'],
        action: 'select all comments',
        early: (page) => page.check('[data-selects-all]'),
        async effect(page) {
          await expect.poll(() => page.textContent('[data-selected]')).toBe('3 selected')
          await expect.poll(() => page.isChecked('[data-selects-all]')).toBe(true)
        },
      },
    ],
  },
  {
    opens: async () => [(await office()).owner, '/admin/energy'],
    lines: [
      {
        of: ['admin/adjust-energy'],
        action: 'give energy to a user',
        async early(page) {
          await page.fill('#uids', String((await office()).author.uid))
          await page.fill('#amount', '7')
          await page.fill('#reason', 'A gift')
          await page.click('.adjust [type="submit"]')
          await expect.poll(() => new URL(page.url()).search).toBe('')
        },
        effect: (page) => page.locator('dialog[open] h2', { hasText: '+7 energy' }).waitFor(),
      },
    ],
  },
  {
    opens: async () => [(await office()).owner, '/admin/energy'],
    lines: [
      {
        of: ['admin/adjust-energy'],
        action: 'choose a filter instead of a list',
        early: (page) => page.check('[name="audience"][value="filter"]'),
        effect: (page) => page.locator('[data-counts-people]').waitFor(),
      },
    ],
  },
  {
    opens: async () => [(await office()).other, '/admin'],
    lines: [
      {
        of: ['admin/invariants'],
        action: 'start the data check',
        early: (page) => page.click('[data-checks-invariants]'),
        effect: (page) => page.locator('[aria-labelledby="check"] .notice', { hasText: 'no difference' }).waitFor(),
      },
    ],
  },
  {
    opens: async () => [(await office()).owner, '/admin/identity'],
    lines: [
      {
        of: ['admin/logo'],
        action: 'choose a logo: it is at the top of the page after the upload',
        early: (page) => page.setInputFiles('#logo input[type="file"]', IMAGE),
        async effect(page) {
          await page.locator('.brand .logo').waitFor()
          await ask((await office()).owner, 'DELETE', '/api/admin/identity/logo')
        },
      },
    ],
  },
  {
    opens: async () => [(await office()).owner, '/admin/pages/rules?language=en'],
    lines: [
      {
        of: ['editor/site-page'],
        action: 'save a page before its editor is loaded',
        early: (page) => page.click('.write-bar [type="submit"]'),
        effect: (page) => page.locator('.toast', { hasText: 'Page removed.' }).waitFor(),
      },
    ],
  },
]
