import { test } from 'vitest'
import { expectDescribedAnswers, newSite } from './route-cost.ts'

// The CPU time of large requests is measured in the long tests.
test('routes and pages answer odd requests as described, and all invariants hold afterwards', async () => {
  await expectDescribedAnswers(await newSite(), 100)
})
