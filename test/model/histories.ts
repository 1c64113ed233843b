import fc from 'fast-check'
import type { World } from '#test/world.ts'
import type { Concurrent, Step } from './act.ts'
import { anyStep } from './catalogue.ts'
import { canPlay, compare, expectInvariants, type Model, play, readEverything } from './play.ts'
import { RealSite } from './real-site.ts'

/** The first steps, so that later steps have items to work with. */
const FIRST_STEPS: Step[] = [
  { do: 'write', by: 0, text: 'One', isDraft: false, time: 0 },
  { do: 'write', by: 1, text: 'Two', isDraft: false, time: 0 },
  { do: 'write', by: 3, text: 'One', isDraft: false, time: 0 },
  { do: 'comment', by: 1, post: 0, text: 'Hello', mentions: true, target: 0 },
  { do: 'comment', by: 0, post: 1, text: 'Well', mentions: false, target: 0 },
  { do: 'give energy', by: 0, target: 0, amount: 25 },
  { do: 'give energy', by: 0, target: 1, amount: 25 },
  { do: 'add an app', by: 0 },
]

/** One energy below the cap of a post: random steps alone would never reach it. */
const NEARLY_FULL_POST: Step[] = [
  ...Array.from({ length: 9 }, () => ({ do: 'energize', by: 0, post: 0, form: 'heavy' })),
  { do: 'energize', by: 0, post: 0, form: 'light' },
]

/** Maximum steps of one history. */
const STEPS_MAX = 100

/**
 * Plays random histories and returns the number of steps. A failure prints its steps; add them to
 * regressions.ts.
 */
export async function playHistories(histories: number, seed: number): Promise<number> {
  let played = 0
  const commands = fc.commands([anyStep.map((step) => commandOf(step, () => played++))], {
    maxCommands: STEPS_MAX,
    size: 'max',
  })
  await fc.assert(
    fc.asyncProperty(commands, async (steps) =>
      expectInvariants(
        await playSteps(NEARLY_FULL_POST, (model, realSite) =>
          fc.asyncModelRun(() => ({ model, real: realSite }), steps),
        ),
      ),
    ),
    { numRuns: histories, seed },
  )
  return played
}

/**
 * Plays these steps, then `more` with everything read at its end, and compares both sites. Returns
 * the real one.
 */
export async function playSteps(
  steps: readonly (Step | Concurrent)[],
  more?: (model: Model, realSite: RealSite) => Promise<void>,
): Promise<World> {
  const { realSite, site } = await RealSite.open()
  const model = { site }
  try {
    for (const step of [...FIRST_STEPS, ...steps])
      if (canPlay(step, model.site)) await play(model, realSite, step)
    await more?.(model, realSite)
    if (more) await readEverything(model, realSite)
    await compare(model, realSite)
    return realSite.world
  } finally {
    await realSite.close()
  }
}

function commandOf(step: Step | Concurrent, count: () => void): fc.AsyncCommand<Model, RealSite> {
  return {
    check: ({ site }) => canPlay(step, site),
    async run(model, realSite) {
      count()
      await play(model, realSite, step)
    },
    toString: () => JSON.stringify(step),
  }
}
