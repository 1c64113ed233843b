import { expect, test } from 'vitest'
import { playHistories } from './histories.ts'

test.each([14, 15])('site and model agree on random histories (seed %d)', async (seed) => {
  expect(await playHistories(5, seed)).toBeGreaterThan(0)
})
