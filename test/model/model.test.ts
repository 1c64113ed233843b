import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { playHistories, playSteps } from './histories.ts'
import { REGRESSIONS } from './regressions.ts'

/** Of `npm run prove -- model`, if that runs it. */
const { runs, seed }: { runs?: number; seed?: number } = JSON.parse((env as unknown as { PROVE: string }).PROVE)

/** The same each time: what nobody has played before is for `npm run prove -- model`. */
const SEEDS = [14]
const HISTORIES = 3
const HISTORIES_A_ROUND = 10

test.skipIf(runs !== undefined).each(Object.entries(REGRESSIONS))('kept: %s', (_, steps) => playSteps(steps))

test.skipIf(runs !== undefined).each(SEEDS)(
  'whatever many people do, site and model say the same (seed %d)',
  async (seed) => {
    expect(await playHistories(HISTORIES, seed)).toBeGreaterThan(0)
  },
)

test.runIf(runs !== undefined)('as many commands as asked for', async () => {
  const began = Date.now()
  for (let [round, done] = [0, 0]; done < (runs ?? 0); round++) {
    done += await playHistories(HISTORIES_A_ROUND, (seed ?? 0) + round)
    const aSecond = (1_000 * done) / (Date.now() - began)
    console.log(`${done} commands, ${aSecond.toFixed(1)} a second; --seed ${(seed ?? 0) + round + 1} goes on from here`)
  }
})
