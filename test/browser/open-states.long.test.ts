import { test } from 'vitest'
import { LOOKS } from './support/accessible.ts'
import { pageOf, signIn } from './support/browser.ts'
import { person } from './support/community.ts'
import { submitEmpty } from './support/empty-forms.ts'

const [, PHONE] = LOOKS[0] as (typeof LOOKS)[number]

// Other forms with the same fields; open-states.test.ts has one form for visitors, members and the owner.
test('other forms submitted empty show an error at each field too', async () => {
  const page = await pageOf(null, PHONE)
  await submitEmpty(page, ['/login', '#login .primary', 'email'], ['/forgot', 'main form .primary', 'email'])
  await signIn(page.context(), await person())
  await submitEmpty(page, ['/settings?tab=tokens', 'main form [type=submit]', 'name'])
})
