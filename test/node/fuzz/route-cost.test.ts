import { test } from 'vitest'
import { expectDescribedAnswers, newSite } from './route-cost.ts'

// The CPU time of large requests is measured in the long tests.
test('routes and pages handle unusual requests as documented, and all invariants hold afterwards', async () => {
  await expectDescribedAnswers((await newSite()).site, 100)
})
