import fc from 'fast-check'
import type { AtOnce, Step } from './act.ts'
import { anyStep } from './catalogue.ts'
import { canPlay, compare, type Model, play } from './play.ts'
import { Stage } from './stage.ts'

/** How every history begins, so that there is something to do things to. */
const PRELUDE: Step[] = [
  { do: 'write', by: 0, text: 'One', isDraft: false, time: 0 },
  { do: 'write', by: 1, text: 'Two', isDraft: false, time: 0 },
  { do: 'write', by: 3, text: 'One', isDraft: false, time: 0 },
  { do: 'comment', by: 1, post: 0, text: 'Hello', mentions: true, whom: 0 },
  { do: 'comment', by: 0, post: 1, text: 'Well', mentions: false, whom: 0 },
  { do: 'give energy', by: 0, whom: 0, amount: 25 },
  { do: 'give energy', by: 0, whom: 1, amount: 25 },
  // One more is all that one may give to a post: random steps alone would never come so far.
  ...Array.from({ length: 9 }, () => ({ do: 'energize', by: 0, post: 0, form: 'heavy' })),
  { do: 'energize', by: 0, post: 0, form: 'light' },
]

/** How many steps one history has at most. */
const STEPS_MAX = 100

/** Plays random histories until so many steps were played, and answers how many. A failure prints its steps, to be kept in kept.ts. */
export async function playHistories(histories: number, seed: number): Promise<number> {
  let played = 0
  const commands = fc.commands([anyStep.map((step) => commandOf(step, () => played++))], {
    maxCommands: STEPS_MAX,
    size: 'max',
  })
  await fc.assert(
    fc.asyncProperty(commands, async (steps) =>
      playOut((model, stage) => fc.asyncModelRun(() => ({ model, real: stage }), steps)),
    ),
    { numRuns: histories, seed },
  )
  return played
}

export async function playSteps(steps: readonly (Step | AtOnce)[]): Promise<void> {
  await playOut(async (model, stage) => {
    for (const step of steps) if (canPlay(step, model.site)) await play(model, stage, step)
  })
}

async function playOut(run: (model: Model, stage: Stage) => Promise<void>): Promise<void> {
  const { stage, site } = await Stage.open()
  const model = { site }
  for (const step of PRELUDE) await play(model, stage, step)
  await run(model, stage)
  await compare(model, stage)
}

function commandOf(step: Step | AtOnce, count: () => void): fc.AsyncCommand<Model, Stage> {
  return {
    check: ({ site }) => canPlay(step, site),
    async run(model, stage) {
      count()
      await play(model, stage, step)
    },
    toString: () => JSON.stringify(step),
  }
}
