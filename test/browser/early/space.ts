import { expect } from 'vitest'
import { ask, giveEnergy, person, post, say } from '../support/community.ts'
import type { Visit } from './visit.ts'

export const space: Visit[] = [
  {
    opens: async () => [await person(), `/space/${(await person()).uid}`],
    lines: [
      {
        of: ['behaviors/posts/follow'],
        action: 'follow a user',
        early: (page) => page.click('.space-head [data-follow]'),
        effect: (page) => expect.poll(() => page.innerText('[data-followers]')).toBe('1'),
      },
    ],
  },
  {
    async opens() {
      const owner = await person()
      return [owner, `/space/${owner.uid}?tab=favorites`]
    },
    lines: [
      {
        of: ['behaviors/forms/dialogs'],
        action: 'create a folder',
        early: (page) => page.click('[data-opens="new-folder"]'),
        effect: (page) => page.locator('dialog[open] [name="name"]').waitFor(),
      },
    ],
  },
  {
    async opens() {
      const reader = await person()
      await giveEnergy(reader, 3, 'a notice')
      return [reader, '/messages']
    },
    lines: [
      {
        of: ['behaviors/read-notice'],
        action: 'follow a notice',
        early: (page) => page.locator('.notice-item.unread a[data-reads]').first().click(),
        async effect(page, who) {
          await page.waitForURL((url) => url.pathname !== '/messages')
          const { items } = await ask(who, 'GET', '/api/messages')
          expect((items as { read: boolean }[]).some(({ read }) => read)).toBe(true)
        },
      },
    ],
  },
  {
    async opens() {
      const author = await person()
      await say(await person(), await post(author), 'Well said.')
      return [author, '/studio/analytics']
    },
    lines: [
      {
        of: ['analytics/charts', 'analytics/line-chart'],
        action: 'show the rendered lines before the charts are loaded',
        early: (page) => page.locator('[data-chart-plot] svg').first().waitFor(),
        effect: (page) => page.locator('[data-chart-plot] .uplot').first().waitFor(),
      },
    ],
  },
]
