import { expect, test } from 'vitest'
import { runCrash } from '../../../scripts/prove/crash/run.ts'

/** The short form of `npm run prove -- crash`, which kills fifty times in every way it knows. */
test('a site that is killed during writes loses no acknowledged write and leaves none half done', async () => {
  const seed = Date.now() % 2 ** 31
  const { acknowledged, held, wrong } = await runCrash({ rounds: 1, people: 4, only: '', seed })
  expect(wrong).toEqual([])
  expect(acknowledged).toBeGreaterThan(0)
  expect(held).toBeGreaterThan(0)
})
