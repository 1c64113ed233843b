import { inOneLine } from '../bootstrap/failure.mjs'

/** One check: says nothing when all is well, throws or returns false when it is not. */
export interface Step {
  name: string
  run(): Promise<boolean | undefined>
}

/** Runs every step, also after one has failed, and returns the names of those that did. */
export async function runSteps(steps: Step[]): Promise<string[]> {
  const failed: string[] = []
  for (const { name, run } of steps) {
    console.log(`\n── ${name} `.padEnd(80, '─'))
    const begun = performance.now()
    const good = await run().catch((error) => {
      console.error(inOneLine(error))
      return false
    })
    if (good === false) failed.push(name)
    console.log(`${good === false ? 'FAILED' : 'ok'}, ${((performance.now() - begun) / 1000).toFixed(1)} s`)
  }
  return failed
}
