import { test } from 'vitest'
import { expectCheapRequests, expectDescribedAnswers, newSite } from './route-cost.ts'

const ODD_REQUESTS = 300

// One site per test: the requests of the first may change the owner's password.
test('no request that repeats one text up to its limit uses two seconds of CPU time', async () => {
  await expectCheapRequests((await newSite()).site)
})

test('routes and pages handle unusual requests as documented, and all invariants hold afterwards', async () => {
  await expectDescribedAnswers((await newSite()).site, ODD_REQUESTS)
})
