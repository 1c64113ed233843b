import { expect, test } from 'vitest'
import { isLong, LONG } from '#test/long.ts'
import { runCrash } from '../../../../tools/prove/crash/run.ts'

// `npm run prove -- crash` kills more often. test/node/scripts/start.test.ts kills a site once.
test.runIf(isLong)(
  'a site that is killed during writes loses no acknowledged write and leaves none half done',
  LONG,
  async () => {
    const seed = Date.now() % 2 ** 31
    const { acknowledged, held, wrong } = await runCrash({ rounds: 9, people: 4, only: '', seed })
    expect(wrong).toEqual([])
    expect(acknowledged).toBeGreaterThan(0)
    expect(held).toBeGreaterThan(0)
  },
)
