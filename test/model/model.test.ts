import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { playHistories, playSteps } from './histories.ts'
import { REGRESSIONS } from './regressions.ts'

/** Options of `npm run prove -- model`. */
const { runs, seed }: { runs?: number; seed?: number } = JSON.parse((env as unknown as { PROVE: string }).PROVE)

/** Fixed seeds. `npm run prove -- model` plays new histories. */
const SEEDS = [14]
const HISTORIES = 3
const HISTORIES_A_ROUND = 10

test.skipIf(runs !== undefined).each(Object.entries(REGRESSIONS))('regression: %s', (_, steps) => playSteps(steps))

test.skipIf(runs !== undefined).each(SEEDS)('site and model agree on random histories (seed %d)', async (seed) => {
  expect(await playHistories(HISTORIES, seed)).toBeGreaterThan(0)
})

test.runIf(runs !== undefined)('site and model agree for the requested number of commands', async () => {
  const began = Date.now()
  for (let [round, done] = [0, 0]; done < (runs ?? 0); round++) {
    done += await playHistories(HISTORIES_A_ROUND, (seed ?? 0) + round)
    const aSecond = (1_000 * done) / (Date.now() - began)
    console.log(
      `${done} commands, ${aSecond.toFixed(1)} a second; --seed ${(seed ?? 0) + round + 1} continues from here`,
    )
  }
})
