import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { isLong, LONG } from '#test/long.ts'
import { World } from '#test/world.ts'
import { playHistories, playSteps } from './histories.ts'
import { expectInvariants } from './play.ts'
import { REGRESSIONS } from './regressions.ts'

/** Options of `npm run prove -- model`. */
const { runs, seed }: { runs?: number; seed?: number } = JSON.parse(
  (env as unknown as { PROVE: string }).PROVE,
)

/** A fixed seed. The long form plays more histories, `npm run prove -- model` new ones. */
const SEED = 14
const HISTORIES_A_ROUND = 10

test.skipIf(runs !== undefined).each(Object.entries(REGRESSIONS))(
  'regression: %s',
  async (_, steps) => {
    await playSteps(steps)
  },
)

test.skipIf(runs !== undefined)('every invariant holds after the regressions', () =>
  expectInvariants(new World()),
)

test.skipIf(runs !== undefined)(
  `site and model agree on random histories (seed ${SEED})`,
  LONG,
  async () => {
    expect(await playHistories(isLong ? 10 : 1, SEED)).toBeGreaterThan(30)
  },
)

test.runIf(runs !== undefined)(
  'site and model agree for the requested number of commands',
  async () => {
    const began = Date.now()
    for (let [round, done] = [0, 0]; done < (runs ?? 0); round++) {
      done += await playHistories(HISTORIES_A_ROUND, (seed ?? 0) + round)
      const aSecond = (1_000 * done) / (Date.now() - began)
      console.log(
        `${done} commands, ${aSecond.toFixed(1)} a second; --seed ${(seed ?? 0) + round + 1} continues from here`,
      )
    }
  },
)
