import { expect } from 'vitest'
import { runCrash } from '../../../../tools/prove/crash/run.ts'

/** `npm run prove -- crash` with this many kills. */
export async function expectNoLoss(rounds: number): Promise<void> {
  const seed = Date.now() % 2 ** 31
  const { acknowledged, held, wrong } = await runCrash({ rounds, people: 4, only: '', seed })
  expect(wrong).toEqual([])
  expect(acknowledged).toBeGreaterThan(0)
  expect(held).toBeGreaterThan(0)
}
