import { test } from 'vitest'
import { drawn } from './draw.ts'
import { expectCheapRequests, expectDescribedAnswers, newSite } from './route-cost.ts'

/** The long tests take every field of every route. */
const [ODD_REQUESTS, FIELDS] = [100, 30]

test('routes answer odd requests as described, and no large request takes two seconds', async () => {
  const site = await newSite()
  await expectDescribedAnswers(site, ODD_REQUESTS)
  await expectCheapRequests(site, (fields) => drawn(fields, FIELDS))
})
