import { afterAll, test } from 'vitest'
import { TABLE } from './early/table.ts'
import { visitAll } from './early/visit.ts'
import { call, theOwner } from './support/browser.ts'

afterAll(async () => {
  await call(await theOwner(), 'PUT', '/api/admin/site-settings', { key: 'audit.enabled', value: false })
})

test.for(Object.entries(TABLE))('actions before the scripts load take effect: %s', ([, visits]) => visitAll(visits))
