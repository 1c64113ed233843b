import { Failure } from '../../scripts/bootstrap/failure.mjs'
import { compare } from './contenders.ts'
import { processorOf } from './processor.ts'

/** How much more CPU time a cold start may use than that of the other commit. */
const RATIO_MAX = 1.1

/** Measures the CPU time of workerd from its start to the end of the first page. */
export async function coldStart(args: string[]): Promise<void> {
  const ratio = await compare(args, 15, 'per start', async ({ port, runtime }) => {
    const response = await fetch(`http://127.0.0.1:${port}/`)
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`the first page returned ${response.status}`)
    return [processorOf(runtime).used]
  })
  if (ratio !== null && ratio > RATIO_MAX)
    throw new Failure(`a cold start uses more than ${RATIO_MAX} times the CPU time; load modules when they are needed`)
}
