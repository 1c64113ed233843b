import { afterAll, beforeAll, inject, test } from 'vitest'
import { adminArea } from './accessible/admins.ts'
import { type Area, walkTemplates } from './accessible/walk.ts'
import { Office } from './support/office.ts'

let office: Office
let area: Area

beforeAll(async () => {
  office = await Office.open()
  area = await adminArea(office)
})
afterAll(async () => {
  // The session may be older than ten minutes now.
  await office.ask(office.owner, 'POST', '/api/auth/confirm', { password: inject('owner').password })
  await office.ask(office.owner, 'DELETE', '/api/admin/identity-providers/github')
  await office.tidy()
})

test('pages of admins have no axe violations in both themes and fit the screen', () =>
  walkTemplates(area, { locale: 'en' }))
