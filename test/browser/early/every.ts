import { expect } from 'vitest'
import { ask } from '../support/community.ts'
import { member } from '../support/member.ts'
import { isSuggested } from '../support/search.ts'
import { author } from '../support/writing.ts'
import type { Visit } from './visit.ts'

const RULES = 'script[type=speculationrules]'

export const every: Visit[] = [
  {
    opens: async () => [null, '/'],
    lines: [
      {
        of: ['behaviors/welcome'],
        action: 'close the introduction of the home page',
        early: (page) => page.click('[data-closes-welcome]'),
        effect: (page) => page.locator('.welcome').waitFor({ state: 'hidden' }),
      },
    ],
  },
  {
    kind: 'button, menu, key, and typed text with a list',
    async opens() {
      const by = await author()
      const { id } = await ask(by, 'POST', '/api/studio/posts', {
        title: 'An ibex',
        body: '<p>Up there.</p>',
        tags: [],
      })
      await isSuggested(by, 'ibex', { id })
      return [await member(), '/help']
    },
    lines: [
      {
        of: ['behaviors/theme', 'first/reading'],
        action: 'choose the dark theme',
        async early(page) {
          await page.click('footer [data-theme-choice="dark"]')
          await expect.poll(() => page.getAttribute('footer [data-theme-choice="dark"]', 'aria-busy')).toBe('true')
        },
        async effect(page) {
          await expect.poll(() => page.getAttribute('html', 'data-theme')).toBe('dark')
          await expect.poll(() => page.getAttribute('footer [data-theme-choice="dark"]', 'aria-busy')).toBe(null)
        },
      },
      {
        of: ['first/index'],
        action: 'open the account menu, and close it by a click elsewhere',
        async early(page) {
          await page.click('.top-bar [data-menu] > summary')
          await expect.poll(() => page.locator('[data-menu][open]').count()).toBe(1)
          await page.click('h1')
          await expect.poll(() => page.locator('[data-menu][open]').count()).toBe(0)
        },
        effect: async () => {},
      },
      {
        of: ['behaviors/keys', 'behaviors/shortcuts', 'behaviors/suggestions', 'behaviors/toast', 'first/record-keys'],
        action: 'press the search shortcut and type a search',
        async early(page) {
          await page.keyboard.type('/ibex')
          await expect.poll(() => page.inputValue('.search input')).toBe('ibex')
        },
        async effect(page) {
          await page.locator('.search [role=combobox]').waitFor()
          await page.locator('.search [role=option]', { hasText: 'An ibex' }).first().waitFor()
          await expect.poll(() => page.inputValue('.search input')).toBe('ibex')
        },
      },
      {
        of: ['behaviors/current-tab', 'behaviors/celebrate', 'behaviors/relative-times', 'behaviors/zoned-times'],
        action: 'run behaviours that only display data',
        effect: (page) =>
          expect.poll(() => page.evaluate(() => Object.keys(localStorage).join())).toContain('joule-seen'),
      },
    ],
  },
  {
    opens: async () => [null, '/posts'],
    lines: [
      {
        of: ['first/reading'],
        action: 'choose the light theme as a visitor',
        async early(page) {
          // By keyboard: images above are still loading, and a click could miss a button that moves.
          await page.press('footer [data-theme-choice="light"]', 'Enter')
          await expect.poll(() => page.getAttribute('footer [data-theme-choice="light"]', 'aria-busy')).toBe('true')
        },
        effect: (page) => expect.poll(() => page.getAttribute('html', 'data-theme')).toBe('light'),
      },
    ],
  },
  {
    opens: async () => [null, '/help'],
    lines: [
      {
        of: ['behaviors/prefetch'],
        action: 'prefetch nothing before the page itself is loaded',
        early: (page) => expect.poll(() => page.locator(RULES).count()).toBe(0),
        effect: (page) => page.locator(RULES).waitFor({ state: 'attached' }),
      },
    ],
  },
]
