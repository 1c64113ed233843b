import fc from 'fast-check'
import type { AtOnce, Step } from './act.ts'
import { anyStep } from './catalogue.ts'
import { canPlay, compare, type Model, play } from './play.ts'
import { PRELUDE } from './prelude.ts'
import { Stage } from './stage.ts'

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
