import { test } from 'vitest'
import { LONG } from '#test/long.ts'
import { memberArea } from './accessible/members.ts'
import { statesOfAccounts } from './accessible/states-of-accounts.ts'
import { statesOfPosts } from './accessible/states-of-posts.ts'
import { checkStates, walkPages } from './accessible/walk.ts'

test('pages of members have no axe violations in both themes and fit the screen', LONG, async () => {
  await walkPages(await memberArea(), { locale: 'en' })
})

test.each([
  ['accounts', statesOfAccounts],
  ['posts', statesOfPosts],
])('open states of pages of %s have no axe violations and fit the screen', LONG, async (_, states) =>
  checkStates(await states()),
)
