import { test } from 'vitest'
import { memberArea } from './accessible/members.ts'
import { type Area, walkTemplates } from './accessible/walk.ts'
import { LOOKS } from './support/accessible.ts'

let area: Area | undefined

test.each(LOOKS)('pages of members have no axe violations and fit the screen: %s', async (_, look) => {
  area ??= await memberArea()
  await walkTemplates(area, look)
})
