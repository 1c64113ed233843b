import { inOneLine } from '../bootstrap/failure.mjs'

/** One check: throws or returns false on failure. */
export interface Step {
  name: string
  run(): Promise<boolean | undefined>
}

/** Independent steps in lines: the steps of one line run sequentially, the lines run in parallel. */
export interface Steps {
  beside: Step[][]
}

/** Runs every step, also after a failure, and returns the names of the failed steps. */
export async function runSteps(steps: (Step | Steps)[]): Promise<string[]> {
  const failed: string[] = []
  for (const step of steps) {
    if ('beside' in step) {
      heading(step.beside.flatMap((line) => line.map(({ name }) => name)).join(', '))
      await Promise.all(
        step.beside.map(async (line) => {
          for (const one of line) if (!(await runStep(one, `${one.name}: `))) failed.push(one.name)
        }),
      )
    } else {
      heading(step.name)
      if (!(await runStep(step))) failed.push(step.name)
    }
  }
  return failed
}

function heading(text: string): void {
  console.log(`\n── ${text} `.padEnd(80, '─'))
}

async function runStep({ run }: Step, label = ''): Promise<boolean> {
  const begun = performance.now()
  const result = await run().catch((error) => {
    console.error(inOneLine(error))
    return false
  })
  const good = result !== false
  console.log(`${label}${good ? 'ok' : 'FAILED'}, ${((performance.now() - begun) / 1000).toFixed(1)} s`)
  return good
}
