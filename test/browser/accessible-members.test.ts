import { test } from 'vitest'
import { memberArea } from './accessible/members.ts'
import { walkTemplates } from './accessible/walk.ts'

test('pages of members have no axe violations in both themes and fit the screen', async () => {
  await walkTemplates(await memberArea(), { locale: 'en' })
})
