import { expect } from 'vitest'
import { ask, say } from '../support/community.ts'
import { Office } from '../support/office.ts'
import { timePasses } from '../support/time.ts'
import { PICTURE } from './pictures.ts'
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
        does: 'a post is approved by its key',
        async early(page) {
          await page.keyboard.press('a')
          await expect.poll(() => page.getAttribute('[data-key="a"]', 'aria-busy')).toBe('true')
        },
        async comes(page) {
          await page.locator('.toast .undo').waitFor()
          await timePasses(page)
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
        does: 'the keys are turned off',
        early: (page) => page.uncheck('[data-shortcuts]'),
        async comes(page) {
          await page.waitForLoadState()
          await expect.poll(() => page.isChecked('[data-shortcuts]')).toBe(false)
          await page.reload()
          await expect.poll(() => page.isChecked('[data-shortcuts]')).toBe(false)
        },
      },
      {
        of: ['admin/reason-dialog', 'behaviors/forms/dialogs'],
        does: 'a rejection is begun',
        early: async () => {},
        async comes(page) {
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
        does: 'a rejection is begun: its dialog is filled before it opens',
        early: (page) => page.click('[data-opens="reject-dialog"]'),
        comes: async (page) => {
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
        does: 'a post is approved that somebody else has just rejected',
        async early(page) {
          const { other } = await office()
          const id = await inReview(3)
          const version = Number(await page.locator('.decision [name="version"]').inputValue())
          await ask(other, 'POST', `/api/admin/posts/${id}/reject`, { reason: 'No', version })
          await page.click('.decision [type="submit"]')
        },
        async comes(page) {
          await page.locator('.toast .undo').waitFor()
          await timePasses(page)
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
        does: 'all comments are selected',
        early: (page) => page.check('[data-selects-all]'),
        async comes(page) {
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
        does: 'energy is given to somebody',
        async early(page) {
          await page.fill('#uids', String((await office()).author.uid))
          await page.fill('#amount', '7')
          await page.fill('#reason', 'A gift')
          await page.click('.adjust [type="submit"]')
          expect(new URL(page.url()).search).toBe('')
        },
        comes: (page) => page.locator('dialog[open] h2', { hasText: '+7 energy' }).waitFor(),
      },
    ],
  },
  {
    opens: async () => [(await office()).owner, '/admin/energy'],
    lines: [
      {
        of: ['admin/adjust-energy'],
        does: 'a filter is chosen instead of a list',
        early: (page) => page.check('[name="whom"][value="filter"]'),
        comes: (page) => page.locator('[data-counts-people]').waitFor(),
      },
    ],
  },
  {
    opens: async () => [(await office()).other, '/admin'],
    lines: [
      {
        of: ['admin/invariants'],
        does: 'the check of the data is started',
        early: (page) => page.click('[data-checks-invariants]'),
        comes: (page) => page.locator('[aria-labelledby="check"] .notice', { hasText: 'no difference' }).waitFor(),
      },
    ],
  },
  {
    opens: async () => [(await office()).owner, '/admin/identity'],
    lines: [
      {
        of: ['admin/logo'],
        does: 'a logo is chosen, and is at the top of the page once it is sent',
        early: (page) => page.setInputFiles('#logo input[type="file"]', PICTURE),
        async comes(page) {
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
        does: 'a page is saved before its editor is there',
        early: (page) => page.click('.write-bar [type="submit"]'),
        comes: (page) => page.locator('.toast', { hasText: 'Page removed.' }).waitFor(),
      },
    ],
  },
]
