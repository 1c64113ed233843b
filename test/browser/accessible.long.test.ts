import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminArea } from './accessible/admins.ts'
import { memberArea } from './accessible/members.ts'
import { checkStates, type Group } from './accessible/open-states.ts'
import { statesOfAccounts } from './accessible/states-of-accounts.ts'
import { statesOfAdmins } from './accessible/states-of-admins.ts'
import { statesOfPosts } from './accessible/states-of-posts.ts'
import { removeAbout, visitorArea } from './accessible/visitors.ts'
import { type Area, walkEverything } from './accessible/walk.ts'
import { accessibilityProblems, EVERY_LOOK } from './support/accessible.ts'
import { browserWithAxe } from './support/axe.ts'
import { site } from './support/browser.ts'
import { Office } from './support/office.ts'

describe('visitors', () => {
  let area: Area | undefined
  afterAll(removeAbout)

  test.each(EVERY_LOOK)('pages have no axe violations and fit the screen: %s', async (_, look) => {
    area ??= await visitorArea()
    await walkEverything(area, look)
  })
})

describe('members', () => {
  let area: Area | undefined
  let states: Group[] | undefined

  test.each(EVERY_LOOK)('pages have no axe violations and fit the screen: %s', async (_, look) => {
    area ??= await memberArea()
    await walkEverything(area, look)
  })

  test.each(EVERY_LOOK)('open states have no axe violations and fit the screen: %s', async (_, look) => {
    states ??= [...(await statesOfAccounts()), ...(await statesOfPosts())]
    await checkStates(states, look)
  })
})

describe('admins', () => {
  let office: Office
  let area: Area
  let states: Group[]

  beforeAll(async () => {
    office = await Office.open()
    area = await adminArea(office)
    states = await statesOfAdmins(office)
  })
  afterAll(() => office.tidy())

  test.each(EVERY_LOOK)('pages have no axe violations and fit the screen: %s', (_, look) => walkEverything(area, look))

  test.each(EVERY_LOOK)('open states have no axe violations and fit the screen: %s', (_, look) =>
    checkStates(states, look),
  )

  test.each(EVERY_LOOK)('white text is readable on an accent that is too light: %s', async (_, look) => {
    await office.ask(office.owner, 'PUT', '/api/admin/identity', { ...NO_IDENTITY, accent: '#ffee00' })
    try {
      const page = await (await browserWithAxe(office.owner, look)).newPage()
      for (const path of ['/admin/identity', '/']) {
        await page.goto(site + path)
        expect([path, await accessibilityProblems(page)]).toEqual([path, []])
      }
    } finally {
      await office.ask(office.owner, 'PUT', '/api/admin/identity', NO_IDENTITY)
    }
  })
})

const NO_IDENTITY = { name: '', tagline_en: '', tagline_zh: '', accent: '' }
