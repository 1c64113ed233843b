import { test } from 'vitest'
import { expectCheapRequests, expectDescribedAnswers, newSite } from './route-cost.ts'

const ODD_REQUESTS = 300

// A site each: the first test may change the password of the owner, by chance.
test('no request of one thing again and again takes two seconds', async () => {
  await expectCheapRequests(await newSite())
})

test('every route and page answers odd requests as described, and the figures stay right', async () => {
  await expectDescribedAnswers(await newSite(), ODD_REQUESTS)
})
