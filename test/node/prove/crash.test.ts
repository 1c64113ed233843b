import { expect, test } from 'vitest'
import { runCrash } from '../../../scripts/prove/crash/run.ts'

/** The short form: `npm run prove -- crash` kills fifty times, and in every way it knows. */
test('a site that is killed while people write and while it is backed up has lost nothing, and nothing is half done', async () => {
  const seed = Date.now() % 2 ** 31
  const { acknowledged, held, wrong } = await runCrash({ rounds: 3, people: 4, only: '', seed })
  expect(wrong).toEqual([])
  expect(acknowledged).toBeGreaterThan(0)
  expect(held).toBeGreaterThan(0)
})
