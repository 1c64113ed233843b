import { expect } from 'vitest'
import { ask, giveEnergy, person } from '../support/community.ts'
import type { Visit } from './visit.ts'

export const space: Visit[] = [
  {
    opens: async () => [await person(), `/space/${(await person()).uid}`],
    lines: [
      {
        of: ['behaviors/posts/follow'],
        does: 'somebody is followed',
        early: (page) => page.click('.space-head [data-follow]'),
        comes: (page) => expect.poll(() => page.innerText('[data-followers]')).toBe('1'),
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
        does: 'a folder is to be made',
        early: (page) => page.click('[data-opens="new-folder"]'),
        comes: (page) => page.locator('dialog[open] [name="name"]').waitFor(),
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
        does: 'a notice is followed',
        early: (page) => page.locator('.notice-item.unread a[data-reads]').first().click(),
        async comes(page, who) {
          await page.waitForURL((url) => url.pathname !== '/messages')
          const { items } = await ask(who, 'GET', '/api/messages')
          expect((items as { read: boolean }[]).some(({ read }) => read)).toBe(true)
        },
      },
    ],
  },
  {
    opens: async () => [await person(), '/studio/analytics'],
    lines: [
      {
        of: ['analytics/charts', 'analytics/line-chart'],
        does: 'the lines that came with the page are there before the charts are',
        early: (page) => page.locator('[data-chart-plot] svg').first().waitFor(),
        comes: (page) => page.locator('[data-chart-plot] .uplot').first().waitFor(),
      },
    ],
  },
]
