import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { isLong, LONG } from '#test/long.ts'
import { adminArea } from './accessible/admins.ts'
import { checkStates } from './accessible/open-states.ts'
import { statesOfAdmins } from './accessible/states-of-admins.ts'
import { type Area, walkPages } from './accessible/walk.ts'
import { accessibilityProblems, EVERY_LOOK } from './support/accessible.ts'
import { browserWithAxe } from './support/axe.ts'
import { site } from './support/browser.ts'
import { Office } from './support/office.ts'

let office: Office
let area: Area

beforeAll(async () => {
  office = await Office.open()
  area = await adminArea(office)
})
afterAll(async () => {
  await confirm()
  await office.ask(office.owner, 'DELETE', '/api/admin/identity-providers/github')
  await office.tidy()
})

/** The session may be older than ten minutes. */
const confirm = () => office.ask(office.owner, 'POST', '/api/auth/confirm', { password: inject('owner').password })

test('pages of admins have no axe violations in both themes and fit the screen', LONG, () =>
  walkPages(area, { locale: 'en' }),
)

test('open states of pages of admins have no axe violations and fit the screen', LONG, async () =>
  checkStates(await statesOfAdmins(office)),
)

const NO_IDENTITY = { name: '', tagline_en: '', tagline_zh: '', accent: '' }

test.runIf(isLong)('white text is readable on an accent that is too light', LONG, async () => {
  await confirm()
  await office.ask(office.owner, 'PUT', '/api/admin/identity', { ...NO_IDENTITY, accent: '#ffee00' })
  try {
    for (const [name, look] of EVERY_LOOK) {
      const page = await (await browserWithAxe(office.owner, look)).newPage()
      for (const path of ['/admin/identity', '/']) {
        await page.goto(site + path)
        expect([name, path, await accessibilityProblems(page)]).toEqual([name, path, []])
      }
    }
  } finally {
    await office.ask(office.owner, 'PUT', '/api/admin/identity', NO_IDENTITY)
  }
})
